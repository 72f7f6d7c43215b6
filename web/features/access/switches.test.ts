import { expect, test } from 'vitest'
import { PAGES as ADMIN_PAGES } from '#areas/admin/pages.tsx'
import { ACCESS_PRESETS, INITIAL_ROLES } from '@tahanan/contract/access-presets.ts'
import { rolesAllow, canSeePage, createRoles, PAGE_NAMES } from '@tahanan/contract/permissions.ts'
import { getFlagLabel, PAGE_GROUPS, getPageLabel, describeSwitches } from './access-labels.ts'
import { countDifferences, getInitialRoles, setSwitch, applyPreset, completeRoles } from './switches.ts'

const NO_ROLES = completeRoles([])
const ALL_ROLES = createRoles('all')

test('the first permission of a page turns its menu entry on', () => {
  const roles = setSwitch(NO_ROLES, { page: 'gatepass', flag: 'view' }, true)
  expect(canSeePage(roles, 'gatepass')).toBe(true)
  expect(canSeePage(roles, 'visitors')).toBe(false)
})

test('a menu entry that was turned off stays off when another permission is given', () => {
  let roles = setSwitch(NO_ROLES, { page: 'gatepass', flag: 'view' }, true)
  roles = setSwitch(roles, { page: 'gatepass', flag: 'visible' }, false)
  roles = setSwitch(roles, { page: 'gatepass', flag: 'approve' }, true)
  expect(canSeePage(roles, 'gatepass')).toBe(false)
  expect(rolesAllow(roles, 'gatepass', 'approve')).toBe(true)
})

test('the super-administrator applies a whole preset, and turns the other switches off', () => {
  for (const { roles: presetRoles } of ACCESS_PRESETS) {
    const { roles, keptSwitches } = applyPreset(null, ALL_ROLES, presetRoles)
    expect(countDifferences(roles, presetRoles)).toBe(0)
    expect(keptSwitches).toEqual([])
  }
})

test('Manage Access opens with the saved switches, and at first with the defaults that the manager has', () => {
  const savedRoles = createRoles({ gatepass: ['view'] })
  const oldVersionRoles = savedRoles.filter(({ title }) => title === 'gatepass')
  for (const ownRoles of [null, ALL_ROLES, createRoles({ utilities: ['manageAccess'] })])
    expect(countDifferences(oldVersionRoles, getInitialRoles(oldVersionRoles, ownRoles))).toBe(0)
  expect(countDifferences(getInitialRoles([], null), INITIAL_ROLES)).toBe(0)
  expect(
    countDifferences(
      getInitialRoles([], createRoles({ feedbacks: ['view'] })),
      createRoles({ feedbacks: ['view'] }),
    ),
  ).toBe(0)
})

test('a preset does not change switches that the manager lacks, and returns them as kept', () => {
  const ownRoles = createRoles({
    gatepass: ['view', 'approve'],
    utilities: ['userAccessDefinition', 'manageAccess'],
  })
  const storedRoles = createRoles({ visitors: ['view', 'approve'] })
  const { roles, keptSwitches } = applyPreset(ownRoles, storedRoles, ACCESS_PRESETS[0]?.roles ?? [])
  expect(rolesAllow(roles, 'gatepass', 'approve')).toBe(true)
  expect(rolesAllow(roles, 'gatepass', 'reject')).toBe(false)
  expect(rolesAllow(roles, 'visitors', 'approve')).toBe(true)
  expect(keptSwitches).toContainEqual({ page: 'gatepass', flag: 'reject' })
  const emptyPresetResult = applyPreset(ownRoles, storedRoles, NO_ROLES)
  expect(countDifferences(emptyPresetResult.roles, storedRoles)).toBe(0)
  expect(emptyPresetResult.keptSwitches).toContainEqual({ page: 'visitors', flag: 'approve' })
})

test('every page of the permissions is in the administrators’ menu', () => {
  const menuPermissions = ADMIN_PAGES.map(({ permission }) => permission)
  expect(PAGE_NAMES.filter((page) => !menuPermissions.includes(page))).toEqual([])
})

test('every page is in exactly one group, with a label', () => {
  const pages = PAGE_GROUPS.flatMap(([, names]) => names)
  expect([...pages].toSorted()).toEqual([...PAGE_NAMES].toSorted())
  for (const page of pages) expect(getPageLabel(page)).toMatch(/^[A-Z]/)
})

test('flags and switches have readable labels', () => {
  expect(getFlagLabel('manageAccess')).toBe('Manage access')
  expect(getFlagLabel('view')).toBe('View')
  expect(
    describeSwitches([
      { page: 'visitors', flag: 'visible' },
      { page: 'gatepass', flag: 'approve' },
      { page: 'visitors', flag: 'view' },
    ]),
  ).toBe('Gate Pass: approve; Visitors: in the menu, view')
})
