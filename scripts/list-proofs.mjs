// Prints what the tests of a checkout prove: the rules that tests cite, the routes with access tests, and the
// tests of each attack in docs/attacks.yaml. Compare two outputs: a line that is missing in the later one is
// a lost proof. Usage: `npx node scripts/list-proofs.mjs ../before >before.txt`; npx runs the Node of
// node_modules, which it needs.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parse } from 'yaml'
import { parseCitedRules } from './cited-rules.mjs'
import { getTests } from './list-security.mjs'
import { ROOT } from './prepare/places.mjs'

/** Test files of the portal. Those in `scripts/` are left out, because they cite rules only as examples. */
const TEST_FILES_PATTERN = '{contract,e2e,proof,server,web}/**/*.{test,spec}.{ts,tsx}'

export function listCitedRules(root) {
  const files = globSync(TEST_FILES_PATTERN, {
    cwd: root,
    exclude: (path) => /(^|\/)(node_modules|dist)(\/|$)/.test(path),
  })
  return files
    .flatMap((path) => parseCitedRules(readFileSync(join(root, path), 'utf8')))
    .map((rule) => `rule ${rule}`)
}

export function listTestedAttacks(root) {
  const attacks = parse(readFileSync(join(root, 'docs/attacks.yaml'), 'utf8'))
  return attacks.flatMap((attack) =>
    getTests(attack)
      .filter(({ file }) => existsSync(join(root, file)))
      .flatMap(({ file, names }) => [file, ...names.map((name) => `${file}: ${name}`)])
      .map((proof) => `attack ${attack.id} by ${proof}`),
  )
}

async function listProvenRoutes(root) {
  const { ENTRIES } = await import(pathToFileURL(join(root, 'proof/access/entries.ts')).href)
  return Object.keys(ENTRIES).map((route) => `route ${route}`)
}

export async function listProofs(root) {
  const allProofs = [...listCitedRules(root), ...listTestedAttacks(root), ...(await listProvenRoutes(root))]
  return [...new Set(allProofs)].toSorted()
}

if (import.meta.url === pathToFileURL(process.argv[1]).href)
  for (const proof of await listProofs(resolve(process.argv[2] ?? ROOT))) console.log(proof)
