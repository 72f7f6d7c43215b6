import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { checkLayers } from './layers.mjs'

const LAYERS_CONFIG = {
  layers: {
    contract: { imports: [], withoutPackages: ['node:'] },
    'server/platform': { imports: ['contract'] },
    'server/features': { imports: ['contract', 'server/platform'] },
    server: { imports: ['contract', 'server/platform', 'server/features'] },
    web: { imports: ['contract'], withoutPackages: ['typebox'] },
    proof: { imports: ['contract', 'server/platform', 'server/features', 'server'] },
  },
  offers: { 'server/features': { tickets: { 'changes.ts': 'payments create and cancel reservations' } } },
}

let root
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'tahanan-layers-'))
  writeSourceFile('server/features/billing/pay.ts', "import { cancelTicket } from '../tickets/changes.ts'")
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

function writeSourceFile(path, source = '') {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), source)
}

const checkTestLayers = () => checkLayers(root, LAYERS_CONFIG)

test('imports downwards, of offered files and within a feature are allowed', () => {
  writeSourceFile('contract/money.ts', "import { error } from './errors.ts'")
  writeSourceFile(
    'server/platform/db/client.ts',
    "import { money } from '@tahanan/contract/money.ts'\nimport 'node:fs'",
  )
  writeSourceFile('server/features/tickets/changes.ts', "import { read } from './reading/read.ts'")
  writeSourceFile('server/features/tickets/reading/read.ts', "import { db } from '#platform/db/client.ts'")
  writeSourceFile('server/app.ts', "import { read } from './features/tickets/reading/read.ts'")
  writeSourceFile('proof/a.ts', "import { login } from '../server/testing/callers.ts'")
  expect(checkTestLayers()).toEqual([])
})

test.each([
  ['contract/a.ts', "import { b } from '../server/platform/b.ts'", /contract\/ may import only contract\./],
  ['contract/a.ts', "import { join } from 'node:path'", /does without it/],
  [
    'server/platform/a.ts',
    "import type { B } from '../features/b/b.ts'",
    /server\/platform\/ may import only/,
  ],
  ['server/platform/a.ts', "await import('../features/b/b.ts')", /server\/platform\/ may import only/],
  ['server/platform/a.ts', "new URL('../app.ts', import.meta.url)", /server\/platform\/ may import only/],
  ['server/features/b/a.ts', "export { c } from '../../config.ts'", /server\/features\/ may import only/],
  [
    'server/features/b/a.ts',
    "import { c } from '@tahanan/server/app.ts'",
    /server\/features\/ may import only/,
  ],
  ['server/app.ts', "import { p } from '../proof/p.ts'", /server\/ may import only/],
  ['server/app.ts', "import { p } from './testing/portal.ts'", /for tests only/],
  ['server/features/a.test.ts', "import { p } from '../../proof/p.ts'", /server\/features\/ may import/],
  ['server/features/b/a.ts', "import {\n  c,\n} from '../tickets/rows.ts'", /tickets does not offer/],
  ['server/features/b/a.ts', "import { c } from '#features/tickets/rows.ts'", /tickets does not offer/],
  ['server/features/b/c/a.ts', "import { d } from '../../../platform/d.ts'", /from the package's root/],
])('in %s, %s is refused', (file, source, message) => {
  writeSourceFile(file, source)
  expect(checkTestLayers()).toEqual([expect.stringMatching(message)])
  expect(checkTestLayers()[0]).toContain(`${file} imports `)
})

test('a test may use everything on its own side', () => {
  const source =
    "import { startPortal } from '../../testing/portal.ts'\nimport { b } from '../features/tickets/b.ts'"
  writeSourceFile('server/platform/a.test.ts', source)
  expect(checkTestLayers()).toEqual([])
})

test('the web may import only types from contract files that load a package', () => {
  writeSourceFile('contract/answers.ts', "import { Type } from 'typebox'")
  writeSourceFile('contract/posts/answers.ts', "import { Time } from '../answers.ts'")
  writeSourceFile('web/post.ts', "import type {\n  Post,\n} from '@tahanan/contract/posts/answers.ts'")
  writeSourceFile('web/post.test.ts', "import { Post } from '@tahanan/contract/posts/answers.ts'")
  expect(checkTestLayers()).toEqual([])
  writeSourceFile('web/post.ts', "import { type Post, Comment } from '@tahanan/contract/posts/answers.ts'")
  expect(checkTestLayers()).toEqual([
    expect.stringMatching(/^web\/post\.ts imports .* which brings typebox along/),
  ])
})

test('a folder with more than 20 files is refused; tests do not count', () => {
  for (let i = 0; i < 20; i += 1) writeSourceFile(`server/platform/db/${i}.ts`)
  writeSourceFile('server/platform/db/1.test.ts')
  expect(checkTestLayers()).toEqual([])
  writeSourceFile('server/platform/db/20.ts')
  expect(checkTestLayers()).toEqual([expect.stringMatching(/^server\/platform\/db\/ holds 21 files/)])
})

test('two folders that import each other are refused, on every level, types too; tests may', () => {
  writeSourceFile('server/platform/db/rows/read.ts', "import type { Row } from '../types/row.ts'")
  writeSourceFile('server/platform/db/types/row.test.ts', "import { read } from '../rows/read.ts'")
  expect(checkTestLayers()).toEqual([])
  writeSourceFile('server/platform/db/types/row.ts', "import { read } from '../rows/read.ts'")
  expect(checkTestLayers()).toEqual([expect.stringMatching(/db\/(rows|types) and .* import each other: /)])
})

test('an offer that no other feature uses is refused', () => {
  writeSourceFile('server/features/billing/pay.ts')
  expect(checkTestLayers()).toEqual([
    expect.stringMatching(/^server\/features\/tickets\/changes\.ts is used by no other feature/),
  ])
})
