import { afterAll, beforeEach, expect, test, vi } from 'vitest'

const kept = new Map<string, string>()

async function visit() {
  vi.resetModules()
  return import('./list-choices.ts')
}

beforeEach(() => {
  kept.clear()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  })
})

// The imported modules keep state, so they are reset before later tests of the same worker.
afterAll(() => void vi.resetModules())

test('the rows of the address win, then those last chosen, then 25', async () => {
  const first = await visit()
  expect(first.getRowsPerPage(null)).toBe(25)
  first.saveRows(100)
  const later = await visit()
  expect(['10', '30', 'abc', '-1', null].map(later.getRowsPerPage)).toEqual([10, 100, 100, 100, 100])
})

test('the last tab is kept for each page, and none for all', async () => {
  const first = await visit()
  first.saveTab('/admin/tickets', 1)
  first.saveTab('/admin/permits', 2)
  first.saveTab('/admin/permits', undefined)
  first.saveCompact(true)
  const later = await visit()
  expect([later.getLastTab('/admin/tickets'), later.getLastTab('/admin/permits')]).toEqual([1, undefined])
  expect(later.isCompact()).toBe(true)
})

test('what was kept and cannot be read counts as nothing', async () => {
  for (const text of ['{broken', 'null', '{"rows":7,"compact":"yes","tab /admin/tickets":9}']) {
    kept.set('LISTS', text)
    const { getRowsPerPage: rowsPerPage, getLastTab: lastTab, isCompact } = await visit()
    expect([rowsPerPage(null), lastTab('/admin/tickets'), isCompact()]).toEqual([25, undefined, false])
  }
})
