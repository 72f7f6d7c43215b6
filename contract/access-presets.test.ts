import { expect, test } from 'vitest'
import {
  ACCESS_PRESETS,
  INITIAL_ROLES,
  getAccessDifference,
  getHeldPermissions,
  canChangeAccess,
} from './access-presets.ts'
import { PAGE_NAMES, rolesAllow, isGuard, canSeePage, createRoles } from './permissions.ts'
import { MODULES } from './tickets/index.ts'

const getPresetRoles = (name: string) => ACCESS_PRESETS.find((preset) => preset.name === name)?.roles ?? []

test('every preset holds every page', () => {
  for (const { roles } of ACCESS_PRESETS) expect(roles.map(({ title }) => title)).toEqual(PAGE_NAMES)
})

test('view only shows the pages that can be viewed and holds nothing but view', () => {
  const heldPermissions = getHeldPermissions(getPresetRoles('viewOnly'))
  expect(new Set(heldPermissions.map(({ flag }) => flag))).toEqual(new Set(['view']))
  expect(PAGE_NAMES.every((page) => canSeePage(getPresetRoles('viewOnly'), page))).toBe(true)
})

test('who scans at the gate and has no page of the office is a guard', () => {
  expect(isGuard(getPresetRoles('guard'))).toBe(true)
  expect(isGuard(createRoles({ gate: ['view', 'scan'] }))).toBe(true)
  expect(isGuard(createRoles({ gate: ['view', 'scan'], tenants: ['view'] }))).toBe(false)
  expect(isGuard(createRoles({ gate: ['view', 'log'] }))).toBe(false)
  expect(isGuard(createRoles('all'))).toBe(false)
})

test('a guard scans passes, registers walk-ins and views gate passes and visitors, and nothing else', () => {
  expect(getHeldPermissions(getPresetRoles('guard'))).toEqual([
    { page: 'gatepass', flag: 'view' },
    { page: 'visitors', flag: 'view' },
    { page: 'gate', flag: 'view' },
    { page: 'gate', flag: 'scan' },
    { page: 'gate', flag: 'register' },
  ])
})

test('a cashier takes money at the counter and reads tenants, billings and payments (rules 2.21)', () => {
  expect(getHeldPermissions(getPresetRoles('cashier'))).toEqual([
    { page: 'tenants', flag: 'view' },
    { page: 'billings', flag: 'view' },
    { page: 'payments', flag: 'view' },
    { page: 'payments', flag: 'counter' },
  ])
})

test('the front desk files and corrects tickets of every module, and decides and deletes none', () => {
  const heldPermissions = getHeldPermissions(getPresetRoles('frontDesk'))
  expect(new Set(heldPermissions.map(({ flag }) => flag))).toEqual(new Set(['view', 'add', 'edit', 'log']))
  for (const { permission } of MODULES.filter(({ name }) => name !== 'workService'))
    expect(rolesAllow(getPresetRoles('frontDesk'), permission, 'add'), permission).toBe(true)
  for (const page of ['payments', 'billings', 'utilities'] as const)
    expect(canSeePage(getPresetRoles('frontDesk'), page), page).toBe(false)
  expect(isGuard(getPresetRoles('frontDesk'))).toBe(false)
})

test('feedback and the monitor are on by default', () => {
  expect(getHeldPermissions(INITIAL_ROLES).map(({ page }) => page)).toEqual(['loggedInLogs', 'feedbacks'])
})

test('a difference lists the switches turned on and those turned off', () => {
  const storedRoles = createRoles({ gatepass: ['view', 'edit'] })
  const rolesOfPreset = createRoles({ gatepass: ['view', 'approve'], visitors: ['view'] })
  expect(getAccessDifference(storedRoles, rolesOfPreset)).toEqual({
    addedAccess: [
      { page: 'gatepass', flag: 'approve' },
      { page: 'visitors', flag: 'visible' },
      { page: 'visitors', flag: 'view' },
    ],
    removedAccess: [{ page: 'gatepass', flag: 'edit' }],
  })
  expect(getAccessDifference(rolesOfPreset, rolesOfPreset)).toEqual({ addedAccess: [], removedAccess: [] })
})

test('an administrator may not turn a switch that they do not hold', () => {
  const ownRoles = createRoles({ gatepass: ['view'] })
  expect(canChangeAccess(ownRoles, { page: 'gatepass', flag: 'view' })).toBe(true)
  expect(canChangeAccess(ownRoles, { page: 'gatepass', flag: 'visible' })).toBe(true)
  expect(canChangeAccess(ownRoles, { page: 'gatepass', flag: 'edit' })).toBe(false)
  expect(canChangeAccess(ownRoles, { page: 'visitors', flag: 'visible' })).toBe(false)
  expect(rolesAllow(ownRoles, 'gatepass', '__proto__')).toBe(false)
})
