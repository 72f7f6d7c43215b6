import { afterAll, beforeEach, expect, test, vi } from 'vitest'

const storedItems = new Map<string, string>()

async function importListChoicesAgain() {
  vi.resetModules()
  return import('./list-choices.ts')
}

beforeEach(() => {
  storedItems.clear()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => storedItems.get(key) ?? null,
    setItem: (key: string, value: string) => storedItems.set(key, value),
  })
})

// Resets the state of the imported modules for later tests of the same worker.
afterAll(() => void vi.resetModules())

test('the rows of the address win, then those last chosen, then 25', async () => {
  const listChoicesModule = await importListChoicesAgain()
  expect(listChoicesModule.getRowsPerPage(null)).toBe(25)
  listChoicesModule.saveRowsPerPage(100)
  const reloadedModule = await importListChoicesAgain()
  expect(['10', '30', 'abc', '-1', null].map(reloadedModule.getRowsPerPage)).toEqual([10, 100, 100, 100, 100])
})

test('the last tab is kept for each page, and none for all', async () => {
  const listChoicesModule = await importListChoicesAgain()
  listChoicesModule.saveTab('/admin/tickets', 1)
  listChoicesModule.saveTab('/admin/permits', 2)
  listChoicesModule.saveTab('/admin/permits', undefined)
  listChoicesModule.saveCompactDensity(true)
  const reloadedModule = await importListChoicesAgain()
  expect([reloadedModule.getLastTab('/admin/tickets'), reloadedModule.getLastTab('/admin/permits')]).toEqual([
    1,
    undefined,
  ])
  expect(reloadedModule.isCompactDensity()).toBe(true)
})

test('what was kept and cannot be read counts as nothing', async () => {
  for (const text of ['{broken', 'null', '{"rows":7,"compact":"yes","tab /admin/tickets":9}']) {
    storedItems.set('LISTS', text)
    const {
      getRowsPerPage: rowsPerPage,
      getLastTab: lastTab,
      isCompactDensity,
    } = await importListChoicesAgain()
    expect([rowsPerPage(null), lastTab('/admin/tickets'), isCompactDensity()]).toEqual([25, undefined, false])
  }
})
