import { expect, test } from 'vitest'
import { PAGES as ADMIN_PAGES } from '#areas/admin/pages.tsx'
import { ACCESS_PRESETS } from '@tahanan/contract/access-presets.ts'
import { allows, isVisible, makeRoles, PAGE_NAMES } from '@tahanan/contract/permissions.ts'
import { flagLabel, PAGE_GROUPS, pageLabel, switchWords } from './names.ts'
import { pickDifferent, turned, withPreset, wholeRoles } from './switches.ts'

const NOTHING = wholeRoles([])
const EVERYTHING = makeRoles('all')

test('the first permission of a page brings its menu entry along', () => {
  const roles = turned(NOTHING, { page: 'gatepass', flag: 'view' }, true)
  expect(isVisible(roles, 'gatepass')).toBe(true)
  expect(isVisible(roles, 'visitors')).toBe(false)
})

test('a menu entry that was taken away stays away when a further permission is given', () => {
  let roles = turned(NOTHING, { page: 'gatepass', flag: 'view' }, true)
  roles = turned(roles, { page: 'gatepass', flag: 'visible' }, false)
  roles = turned(roles, { page: 'gatepass', flag: 'approve' }, true)
  expect(isVisible(roles, 'gatepass')).toBe(false)
  expect(allows(roles, 'gatepass', 'approve')).toBe(true)
})

test('the super-administrator gives a whole preset, and takes what it lacks', () => {
  for (const { roles: wanted } of ACCESS_PRESETS) {
    const { roles, kept } = withPreset(null, EVERYTHING, wanted)
    expect(pickDifferent(roles, wanted)).toBe(0)
    expect(kept).toEqual([])
  }
})

test('a preset neither gives nor takes what one does not have oneself, and says so', () => {
  const own = makeRoles({
    gatepass: ['view', 'approve'],
    utilities: ['userAccessDefinition', 'manageAccess'],
  })
  const before = makeRoles({ visitors: ['view', 'approve'] })
  const { roles, kept } = withPreset(own, before, ACCESS_PRESETS[0]?.roles ?? [])
  expect(allows(roles, 'gatepass', 'approve')).toBe(true)
  expect(allows(roles, 'gatepass', 'reject')).toBe(false)
  expect(allows(roles, 'visitors', 'approve')).toBe(true)
  expect(kept).toContainEqual({ page: 'gatepass', flag: 'reject' })
  const emptied = withPreset(own, before, NOTHING)
  expect(pickDifferent(emptied.roles, before)).toBe(0)
  expect(emptied.kept).toContainEqual({ page: 'visitors', flag: 'approve' })
})

test('every page of the permissions is a page of the administrators’ menu', () => {
  const inMenu = ADMIN_PAGES.map(({ permission }) => permission)
  expect(PAGE_NAMES.filter((page) => !inMenu.includes(page))).toEqual([])
})

test('every page stands once under a heading, with a name', () => {
  const pages = PAGE_GROUPS.flatMap(([, names]) => names)
  expect([...pages].toSorted()).toEqual([...PAGE_NAMES].toSorted())
  for (const page of pages) expect(pageLabel(page)).toMatch(/^[A-Z]/)
})

test('flags and switches are told in words', () => {
  expect(flagLabel('manageAccess')).toBe('Manage access')
  expect(flagLabel('view')).toBe('View')
  expect(
    switchWords([
      { page: 'visitors', flag: 'visible' },
      { page: 'gatepass', flag: 'approve' },
      { page: 'visitors', flag: 'view' },
    ]),
  ).toBe('Gate Pass: approve; Visitors: in the menu, view')
})
