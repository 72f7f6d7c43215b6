import { afterAll, beforeEach, expect, test, vi } from 'vitest'

const kept = new Map<string, string>()

async function visit() {
  vi.resetModules()
  return import('./menu-folds.ts')
}

beforeEach(() => {
  kept.clear()
  vi.stubGlobal('location', { pathname: '/admin/desk' })
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  })
})

// Resets imported modules. Otherwise later tests of the same worker would share their state.
afterAll(() => void vi.resetModules())

test('a folded group stays folded in later visits, and only in its area', async () => {
  const first = await visit()
  expect(first.isUnfolded(first.menuFolds.get(), 'Money', { inside: false })).toBe(true)
  first.rememberFold('Money', true)
  first.rememberFold('Publish', false)

  const later = await visit()
  const folds = later.menuFolds.get()
  expect(later.isUnfolded(folds, 'Money', { inside: false })).toBe(false)
  expect(later.isUnfolded(folds, 'Publish', { inside: false, closed: true })).toBe(true)
  vi.stubGlobal('location', { pathname: '/' })
  expect(later.isUnfolded(folds, 'Money', { inside: false })).toBe(true)
})

test('the group of the open page is unfolded until it is folded there', async () => {
  const { isUnfolded, menuFolds, rememberFold } = await visit()
  rememberFold('Money', true)
  const folds = menuFolds.get()
  expect(isUnfolded(folds, 'Money', { inside: true, closed: true })).toBe(true)
  const folded = { inside: true, open: false }
  expect(isUnfolded(folds, 'Money', { inside: true, pressed: folded })).toBe(false)
  // The reader opened a page outside the group, then a page of the group again.
  expect(isUnfolded(folds, 'Money', { inside: false, pressed: folded })).toBe(false)
  expect(isUnfolded(folds, 'Money', { inside: true, pressed: undefined })).toBe(true)
})

test('groups start folded on low screens, and nothing kept that cannot be read counts', async () => {
  kept.set('MENU_FOLDS', '{broken')
  const { isUnfolded, menuFolds } = await visit()
  expect(isUnfolded(menuFolds.get(), 'Money', { inside: false, closed: true })).toBe(false)
  expect(isUnfolded(menuFolds.get(), 'Money', { inside: false })).toBe(true)
})
