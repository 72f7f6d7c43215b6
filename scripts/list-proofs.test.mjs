import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { listProofs } from './list-proofs.mjs'
import { ROOT } from './prepare/places.mjs'

function createCheckout(files) {
  const root = mkdtempSync(join(tmpdir(), 'tahanan-proofs-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return root
}

test('lists cited rules, routes, and the tests of attacks that exist', async () => {
  const root = createCheckout({
    'server/a.test.ts': '// rules 4.2 and 4.3',
    'server/a.ts': '// rules 9.9: no test',
    'e2e/deep/b.spec.ts': '/** Once (rules\n * 4.2). */',
    'proof/access/entries.ts': "export const ENTRIES = { 'GET /api/me': {} }",
    'docs/attacks.yaml':
      '- id: 1\n  tests:\n    - server/gone.test.ts\n    - server/a.test.ts:\n        - first\n',
  })
  expect(await listProofs(root)).toEqual([
    'attack 1 by server/a.test.ts',
    'attack 1 by server/a.test.ts: first',
    'route GET /api/me',
    'rule 4.2',
    'rule 4.3',
  ])
})

test('this checkout has proofs of each kind', async () => {
  const proofs = await listProofs(ROOT)
  for (const proofStart of ['attack 41 by', 'route GET /api/me', 'rule 2.3'])
    expect(
      proofs.some((proof) => proof.startsWith(proofStart)),
      proofStart,
    ).toBe(true)
})
