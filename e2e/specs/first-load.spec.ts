import { basename } from 'node:path'
import { EVERY_PAGE, loadBuild } from '@tahanan/web/build/load-build.mts'
import { RESIDENT } from '../fixtures/accounts.ts'
import { expect, test } from '../fixtures/test.ts'
import { watchLoading } from '../pages/watch-loading.ts'

const { listScripts } = loadBuild()

const listNames = (modules: readonly string[]): string[] =>
  listScripts(modules)
    .map((script) => basename(script))
    .toSorted()

const TICKETS = [
  ...EVERY_PAGE,
  'areas/resident/start.tsx',
  'features/tickets/resident/add-panel.tsx',
  'features/tickets/resident/ticket-panel.tsx',
]

test.describe.configure({ mode: 'parallel' })

// This spec tests three pages in a browser; web/build/first-load.test.ts limits the download size of every
// page.
for (const { name, on, as, to, modules } of [
  { name: 'the login at a phone', on: 'phone', to: '/', modules: ['index.html', 'features/login/login.ts'] },
  {
    name: 'the form of a reservation at a phone',
    on: 'phone',
    as: RESIDENT,
    to: '/reservations?modal=true',
    modules: TICKETS,
  },
  { name: 'the list of gate passes at a desk', on: 'desk', as: RESIDENT, to: '/tickets', modules: TICKETS },
] as const)
  test(`${name} loads the scripts that the build says, makes each first call, and nothing on it moves`, async ({
    visit,
  }) => {
    const page = await visit({ on, as, to: '/healthz' })
    const loading = await watchLoading(page)
    await page.goto(to)
    const { scripts, shifted } = await loading.wait(listNames(modules))
    expect(scripts.toSorted()).toEqual(listNames(modules))
    expect(shifted).toEqual([])
  })
