import { afterAll, beforeEach, expect, test, vi } from 'vitest'

const storedItems = new Map<string, string>()

async function importMenuGroupsAgain() {
  vi.resetModules()
  return import('./collapsed-menu-groups.ts')
}

beforeEach(() => {
  storedItems.clear()
  vi.stubGlobal('location', { pathname: '/admin/desk' })
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => storedItems.get(key) ?? null,
    setItem: (key: string, value: string) => storedItems.set(key, value),
  })
})

// Forgets the imported modules. Otherwise later tests in the same process would share their state.
afterAll(() => void vi.resetModules())

test('a folded group stays folded in later visits, and only in its area', async () => {
  const firstMenuGroups = await importMenuGroupsAgain()
  expect(
    firstMenuGroups.isMenuGroupExpanded(firstMenuGroups.collapsedMenuGroups.get(), 'Money', {
      containsOpenPage: false,
    }),
  ).toBe(true)
  firstMenuGroups.storeMenuGroupState('Money', true)
  firstMenuGroups.storeMenuGroupState('Publish', false)

  const reloadedMenuGroups = await importMenuGroupsAgain()
  const collapsedGroups = reloadedMenuGroups.collapsedMenuGroups.get()
  expect(reloadedMenuGroups.isMenuGroupExpanded(collapsedGroups, 'Money', { containsOpenPage: false })).toBe(
    false,
  )
  expect(
    reloadedMenuGroups.isMenuGroupExpanded(collapsedGroups, 'Publish', {
      containsOpenPage: false,
      startsCollapsed: true,
    }),
  ).toBe(true)
  vi.stubGlobal('location', { pathname: '/' })
  expect(reloadedMenuGroups.isMenuGroupExpanded(collapsedGroups, 'Money', { containsOpenPage: false })).toBe(
    true,
  )
})

test('the group of the open page is unfolded until it is folded there', async () => {
  const { isMenuGroupExpanded, collapsedMenuGroups, storeMenuGroupState } = await importMenuGroupsAgain()
  storeMenuGroupState('Money', true)
  const collapsedGroups = collapsedMenuGroups.get()
  expect(
    isMenuGroupExpanded(collapsedGroups, 'Money', { containsOpenPage: true, startsCollapsed: true }),
  ).toBe(true)
  const collapseClick = { containsOpenPage: true, isExpanded: false }
  expect(
    isMenuGroupExpanded(collapsedGroups, 'Money', { containsOpenPage: true, lastClick: collapseClick }),
  ).toBe(false)
  // The user opened a page outside the group, then a page of the group again.
  expect(
    isMenuGroupExpanded(collapsedGroups, 'Money', { containsOpenPage: false, lastClick: collapseClick }),
  ).toBe(false)
  expect(
    isMenuGroupExpanded(collapsedGroups, 'Money', { containsOpenPage: true, lastClick: undefined }),
  ).toBe(true)
})

test('groups start folded on low screens, and nothing kept that cannot be read counts', async () => {
  storedItems.set('MENU_FOLDS', '{broken')
  const { isMenuGroupExpanded, collapsedMenuGroups } = await importMenuGroupsAgain()
  expect(
    isMenuGroupExpanded(collapsedMenuGroups.get(), 'Money', {
      containsOpenPage: false,
      startsCollapsed: true,
    }),
  ).toBe(false)
  expect(isMenuGroupExpanded(collapsedMenuGroups.get(), 'Money', { containsOpenPage: false })).toBe(true)
})
