import { expect, test } from 'vitest'
import { createTestAdmin } from '#testing/accounts.ts'
import type { ApiResponse, LoggedInCaller, UntypedBody } from '#testing/callers.ts'
import { openTestPortal } from '#testing/portal.ts'
import { PAGE_PERMISSIONS, createRoles } from '@tahanan/contract/permissions.ts'
import { createAdminBody } from './testing.ts'

const portal = await openTestPortal({ rateLimitPerMinute: 0 })
// Adds a second administrator who can manage access, because the last one could not lose this permission.
await portal.as('admin')

/**
 * Permission of each button, by tab of the page Utilities (rules 2.7). Written by hand, so that the test does
 * not depend on the tested code.
 */
const UTILITY_TABS = {
  importDataFromPromis: { import: 'add' },
  userAccessDefinition: {
    add: 'add',
    name: 'edit',
    password: 'edit',
    roles: 'manageAccess',
    delete: 'delete',
  },
  systemParameterSettings: { services: 'edit' },
} as const
type Tab = keyof typeof UTILITY_TABS
const TAB_NAMES = Object.keys(UTILITY_TABS) as Tab[]
const FLAGS_OUTSIDE_TABS = PAGE_PERMISSIONS.utilities.filter((flag) => !TAB_NAMES.some((tab) => tab === flag))

let count = 0
type WriteRequest = (
  caller: LoggedInCaller,
  otherAdminId: number,
  flag: string,
) => Promise<ApiResponse<UntypedBody>>
const WRITE_REQUESTS: Record<string, WriteRequest> = {
  import: (caller) => caller.post('/statement-imports', {}),
  add: (caller) => caller.post('/user-admin', createAdminBody()),
  name: (caller, otherAdminId) => caller.put(`/user-admin/${otherAdminId}`, { name: `New ${++count}` }),
  password: (caller, otherAdminId) =>
    caller.put(`/user-admin/${otherAdminId}`, {
      password: 'taken-over-1',
      password_confirmation: 'taken-over-1',
    }),
  roles: (caller, otherAdminId, flag) =>
    caller.put(`/user-admin/${otherAdminId}`, { roles: createRoles({ utilities: [flag] }) }),
  services: (caller) =>
    caller.post('/system-parameter-setting', {
      services: [{ type: 'gatePass', status: 1, amount: ++count }],
    }),
  delete: (caller, otherAdminId) => caller.delete(`/user-admin/${otherAdminId}`),
}

test.each([
  ...TAB_NAMES.map((tab) => [tab, 'all of them'] as const),
  ...FLAGS_OUTSIDE_TABS.map((flag) => ['userAccessDefinition', flag] as const),
])('the tab %s with %s writes what that tab shows and nothing of the other tabs', async (tab, flag) => {
  const flags = flag === 'all of them' ? FLAGS_OUTSIDE_TABS : [flag]
  const tabAdmin = await portal.as('admin', { roles: { utilities: [tab, ...flags] } })
  const successfulWrites: string[] = []
  for (const [requestName, write] of Object.entries(WRITE_REQUESTS)) {
    const otherAdmin = await createTestAdmin(portal.db, { roles: {} })
    const { status, body } = await write(tabAdmin, otherAdmin.id, flags[0] ?? '')
    // Any status except 403 proves that the permissions were sufficient. The import answers 400, because its
    // body has no file.
    if (status !== 403) successfulWrites.push(requestName)
    else expect(body.message).toMatch(/^You do not have the permission utilities\.\w+\.$/)
  }
  const buttons: Record<string, string> = UTILITY_TABS[tab]
  const enabledButtons = Object.keys(buttons).filter((buttonName) =>
    flags.some((grantedFlag) => grantedFlag === buttons[buttonName]),
  )
  expect(successfulWrites.toSorted()).toEqual(enabledButtons.toSorted())
})

test('the tab alone does not allow changes, and the refusal names the flag', async () => {
  const definitionAdmin = await portal.as('admin', { roles: { utilities: ['userAccessDefinition'] } })
  const getRefusal = async (body: object) =>
    (await definitionAdmin.put('/user-admin/999999999', body)).body.message
  for (const [flag, ...bodies] of [
    ['manageAccess', { roles: [] }, { roles: [], updated_at: new Date().toISOString() }],
    ['edit', { name: 'New', roles: [] }, { name: 'New' }, {}],
  ] as const)
    for (const changeBody of bodies)
      expect(await getRefusal(changeBody)).toBe(`You do not have the permission utilities.${flag}.`)
})
