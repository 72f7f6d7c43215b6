import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { checkLayers } from './layers.mjs'

const DECLARED = {
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
  write('server/features/billing/pay.ts', "import { cancelTicket } from '../tickets/changes.ts'")
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

function write(path, source = '') {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), source)
}

const check = () => checkLayers(root, DECLARED)

test('imports downwards, of offered files and within a feature are allowed', () => {
  write('contract/money.ts', "import { error } from './errors.ts'")
  write(
    'server/platform/db/client.ts',
    "import { money } from '@tahanan/contract/money.ts'\nimport 'node:fs'",
  )
  write('server/features/tickets/changes.ts', "import { read } from './reading/read.ts'")
  write('server/features/tickets/reading/read.ts', "import { db } from '#platform/db/client.ts'")
  write('server/app.ts', "import { read } from './features/tickets/reading/read.ts'")
  write('proof/a.ts', "import { login } from '../server/testing/callers.ts'")
  expect(check()).toEqual([])
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
  write(file, source)
  expect(check()).toEqual([expect.stringMatching(message)])
  expect(check()[0]).toContain(`${file} imports `)
})

test('a test may use everything on its own side', () => {
  const source =
    "import { startPortal } from '../../testing/portal.ts'\nimport { b } from '../features/tickets/b.ts'"
  write('server/platform/a.test.ts', source)
  expect(check()).toEqual([])
})

test('the web may import only types from contract files that load a package', () => {
  write('contract/answers.ts', "import { Type } from 'typebox'")
  write('contract/posts/answers.ts', "import { Time } from '../answers.ts'")
  write('web/post.ts', "import type {\n  Post,\n} from '@tahanan/contract/posts/answers.ts'")
  write('web/post.test.ts', "import { Post } from '@tahanan/contract/posts/answers.ts'")
  expect(check()).toEqual([])
  write('web/post.ts', "import { type Post, Comment } from '@tahanan/contract/posts/answers.ts'")
  expect(check()).toEqual([expect.stringMatching(/^web\/post\.ts imports .* which brings typebox along/)])
})

test('a folder with more than 20 files is refused; tests do not count', () => {
  for (let i = 0; i < 20; i += 1) write(`server/platform/db/${i}.ts`)
  write('server/platform/db/1.test.ts')
  expect(check()).toEqual([])
  write('server/platform/db/20.ts')
  expect(check()).toEqual([expect.stringMatching(/^server\/platform\/db\/ holds 21 files/)])
})

test('two folders that import each other are refused, on every level, types too; tests may', () => {
  write('server/platform/db/rows/read.ts', "import type { Row } from '../types/row.ts'")
  write('server/platform/db/types/row.test.ts', "import { read } from '../rows/read.ts'")
  expect(check()).toEqual([])
  write('server/platform/db/types/row.ts', "import { read } from '../rows/read.ts'")
  expect(check()).toEqual([expect.stringMatching(/db\/(rows|types) and .* import each other: /)])
})

test('an offer that no other feature uses is refused', () => {
  write('server/features/billing/pay.ts')
  expect(check()).toEqual([
    expect.stringMatching(/^server\/features\/tickets\/changes\.ts is used by no other feature/),
  ])
})
