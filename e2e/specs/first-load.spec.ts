import { basename } from 'node:path'
import { COMMON_MODULES, loadBuild } from '@tahanan/web/build/load-build.mts'
import { RESIDENT } from '../fixtures/accounts.ts'
import { expect, test } from '../fixtures/test.ts'
import { recordPageLoad } from '../pages/record-page-load.ts'

const { listScripts } = loadBuild()

const listScriptNames = (modules: readonly string[]): string[] =>
  listScripts(modules)
    .map((script) => basename(script))
    .toSorted()

const TICKETS_PAGE_MODULES = [
  ...COMMON_MODULES,
  'areas/resident/start.tsx',
  'features/tickets/resident/add-panel.tsx',
  'features/tickets/resident/ticket-panel.tsx',
]

test.describe.configure({ mode: 'parallel' })

for (const { name, on, as, to, modules } of [
  { name: 'the login at a phone', on: 'phone', to: '/', modules: ['index.html', 'features/login/login.ts'] },
  {
    name: 'the form of a reservation at a phone',
    on: 'phone',
    as: RESIDENT,
    to: '/reservations?modal=true',
    modules: TICKETS_PAGE_MODULES,
  },
  {
    name: 'the list of gate passes at a desk',
    on: 'desk',
    as: RESIDENT,
    to: '/tickets',
    modules: TICKETS_PAGE_MODULES,
  },
] as const)
  test(`${name} loads the scripts that the build says, makes each first call, and nothing on it moves`, async ({
    visit,
  }) => {
    const page = await visit({ on, as, to: '/healthz' })
    const loadRecorder = await recordPageLoad(page)
    await page.goto(to)
    const { scripts, layoutShifts } = await loadRecorder.wait(listScriptNames(modules))
    expect(scripts.toSorted()).toEqual(listScriptNames(modules))
    expect(layoutShifts).toEqual([])
  })
