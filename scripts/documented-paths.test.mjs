import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from './prepare/places.mjs'

const DOCUMENTS = globSync(['*.md', 'docs/**/*.{md,yaml}'], { cwd: ROOT })
const FOLDERS = ['bench', 'contract', 'deploy', 'docs', 'e2e', 'proof', 'scripts', 'server', 'web']
/** File extensions that a document may leave out. Paths with `…` or `<name>` are not checked. */
const OMITTED_EXTENSIONS = [
  '',
  '.ts',
  '.tsx',
  '.mjs',
  '.test.ts',
  '.test.tsx',
  '.test.mjs',
  '.deep.test.ts',
  '.spec.ts',
]

function listPaths(text) {
  const pathPattern = new RegExp(`^(${FOLDERS.join('|')})/[\\w./@{},*-]*$`)
  return [...text.matchAll(/`([^`\n]+)`/g)].map(([, code]) => code).filter((code) => pathPattern.test(code))
}

const pathExists = (path) =>
  OMITTED_EXTENSIONS.some((extension) =>
    path.includes('*')
      ? globSync(path + extension, { cwd: ROOT }).length > 0
      : existsSync(join(ROOT, path + extension)),
  )

test.each(DOCUMENTS)('%s names only paths and links that exist', (document) => {
  const text = readFileSync(join(ROOT, document), 'utf8')
  expect(listPaths(text).filter((path) => !pathExists(path))).toEqual([])
  const links = [...text.matchAll(/\]\(([^)#:\s]+)(?:#[^)]*)?\)/g)].map(([, link]) => link)
  expect(links.filter((link) => !existsSync(join(ROOT, dirname(document), link)))).toEqual([])
})

test('a missing path is found', () => {
  expect(
    listPaths('see `server/nowhere.ts`, `server/main.ts` and `npm test`').filter((path) => !pathExists(path)),
  ).toEqual(['server/nowhere.ts'])
})
