import { beforeEach, expect, test } from 'vitest'
import { createTestAdmin, setRoles, type Grants } from '#testing/accounts.ts'
import { callDuring } from '#testing/call-during.ts'
import { openTestPortal } from '#testing/portal.ts'
import { createRoles, type RoleEntry } from '@tahanan/contract/permissions.ts'
import { lockAdmins } from './repository.ts'
import { createAdminBody } from './testing.ts'

/**
 * Tests which permissions an administrator may give to others (rules 2.14). Also tests that the last
 * administrator who can manage access cannot lose this permission (rules 2.16).
 */
const portal = await openTestPortal({ rateLimitPerMinute: 0 })
const superAdmin = await portal.as('super-admin')
beforeEach(async () => {
  await portal.db.updateTable('admins').set({ status: 0 }).execute()
})

const UTILITIES_FLAGS = ['view', 'add', 'edit', 'delete', 'userAccessDefinition', 'manageAccess']
const MANAGER_GRANTS: Grants = { utilities: UTILITIES_FLAGS, gatepass: ['view', 'edit'] }

const findRoles = async (id: number) =>
  (await portal.db.selectFrom('admins').select('roles').where('id', '=', id).executeTakeFirst())
    ?.roles as unknown
const setPermission = (roles: readonly RoleEntry[], page: string, flag: string, on: boolean) =>
  roles.map((entry) =>
    entry.title !== page
      ? entry
      : flag === 'visible'
        ? { ...entry, visible: on }
        : { ...entry, roles: { ...entry.roles, [flag]: on } },
  )

const createRoleEntry = (title: string, roles: object) => ({ title, visible: false, roles })
test('a manager grants and revokes permissions that they have, and no others', async () => {
  const manager = await portal.as('admin', { roles: MANAGER_GRANTS })
  const targetAdmin = await createTestAdmin(portal.db, { roles: {} })
  const fullAccessAdmin = await createTestAdmin(portal.db, { roles: 'all' })
  const grantPermission = (page: string, flag: string) =>
    manager.put(`/user-admin/${targetAdmin.id}`, { roles: setPermission(createRoles({}), page, flag, true) })
  const revokePermission = (page: string, flag: string) =>
    manager.put(`/user-admin/${fullAccessAdmin.id}`, {
      roles: setPermission(createRoles('all'), page, flag, false),
    })
  for (const changePermission of [grantPermission, revokePermission]) {
    const refusedReply = await changePermission('gatepass', 'approve')
    expect([refusedReply.status, refusedReply.body.message]).toEqual([
      403,
      'You do not have the permission gatepass.approve.',
    ])
    expect((await changePermission('gatepass', 'edit')).status).toBe(200)
  }
  expect(await findRoles(targetAdmin.id)).toEqual(
    createRoles({ gatepass: ['edit'] }).map((roleEntry) => ({ ...roleEntry, visible: false })),
  )
})

test('a menu entry can be shown and hidden by administrators with a permission of the page', async () => {
  const manager = await portal.as('admin', { roles: MANAGER_GRANTS })
  const targetAdmin = await createTestAdmin(portal.db, { roles: {} })
  const makePageVisible = (page: string) =>
    manager.put(`/user-admin/${targetAdmin.id}`, {
      roles: setPermission(createRoles({}), page, 'visible', true),
    })
  expect((await makePageVisible('gatepass')).status).toBe(200)
  const { status, body } = await makePageVisible('payments')
  expect([status, body.message]).toEqual([403, 'You do not have the permission payments.visible.'])
})

test('administrators cannot extend their own access, alone or together with permissions they have', async () => {
  const manager = await portal.as('admin', { roles: MANAGER_GRANTS })
  for (const roles of [
    createRoles('all'),
    setPermission(createRoles(MANAGER_GRANTS), 'gatepass', 'approve', true),
    setPermission(
      setPermission(createRoles(MANAGER_GRANTS), 'gatepass', 'edit', false),
      'orders',
      'view',
      true,
    ),
  ])
    expect((await manager.put(`/user-admin/${manager.id}`, { roles })).status).toBe(403)
  expect(await findRoles(manager.id)).toEqual(createRoles(MANAGER_GRANTS))
})

test('administrators can reduce their own access, at once and in the same session, but not take it back', async () => {
  const manager = await portal.as('admin', { roles: MANAGER_GRANTS })
  const roles = setPermission(createRoles(MANAGER_GRANTS), 'gatepass', 'edit', false)
  const updateOwnRoles = (next: object[]) => manager.put(`/user-admin/${manager.id}`, { roles: next })
  expect((await updateOwnRoles(roles)).status).toBe(200)
  expect((await manager.get('/me')).body['roles']).toEqual(roles)
  const { status, body } = await updateOwnRoles(createRoles(MANAGER_GRANTS))
  expect([status, body.message]).toEqual([403, 'You do not have the permission gatepass.edit.'])
})

test('duplicate pages and odd names grant nothing', async () => {
  const manager = await portal.as('admin', { roles: MANAGER_GRANTS })
  const targetAdmin = await createTestAdmin(portal.db, { roles: {} })
  const invalidRoleLists = [
    [createRoleEntry('gatepass', { view: true }), createRoleEntry('gatepass', { approve: true })],
    [createRoleEntry('__proto__', { view: true })],
    [createRoleEntry('constructor', { view: true })],
    [createRoleEntry('gatepass', { constructor: true })],
    [createRoleEntry('gatepass', { approve: 'true' })],
    [createRoleEntry('GATEPASS', { view: true })],
  ]
  for (const roles of invalidRoleLists)
    expect((await manager.put(`/user-admin/${targetAdmin.id}`, { roles })).status).toBe(400)
  // Does not check the status: the JSON parser may drop `__proto__` or refuse the body, and both are safe.
  await portal.app.inject({
    method: 'PUT',
    url: `/api/user-admin/${targetAdmin.id}`,
    headers: { authorization: `Bearer ${manager.token}`, 'content-type': 'application/json' },
    payload: '{"roles":[{"title":"payments","visible":false,"roles":{"__proto__":{"view":true}}}]}',
  })
  expect(JSON.stringify(await findRoles(targetAdmin.id))).not.toContain('true')
})

test('a new administrator gets at most the permissions of the creator', async () => {
  const manager = await portal.as('admin', { roles: MANAGER_GRANTS })
  const { status, body } = await manager.post(
    '/user-admin',
    createAdminBody({ roles: createRoles({ payments: ['view'] }) }),
  )
  expect([status, body.message]).toEqual([403, 'You do not have the permission payments.visible.'])
  expect(
    (await manager.post('/user-admin', createAdminBody({ roles: createRoles({ gatepass: ['view'] }) })))
      .status,
  ).toBe(201)
})

test('an account with more permissions cannot be taken over or deleted', async () => {
  const manager = await portal.as('admin', { roles: MANAGER_GRANTS })
  const chief = await createTestAdmin(portal.db, { name: 'The Chief', roles: 'all' })
  const guard = await createTestAdmin(portal.db, { roles: { gatepass: ['view'] } })
  const password = { password: 'taken-over-1', password_confirmation: 'taken-over-1' }
  for (const changeBody of [
    password,
    { email: 'mine@example.test' },
    { name: 'x', email: 'mine@example.test' },
  ]) {
    const { status, body } = await manager.put(`/user-admin/${chief.id}`, changeBody)
    expect(status).toBe(403)
    expect(body.message).toBe(
      'You cannot do this, because The Chief has the permission dashboard.view and you do not.',
    )
  }
  expect((await manager.delete(`/user-admin/${chief.id}`)).status).toBe(403)
  expect((await manager.put(`/user-admin/${chief.id}`, { name: 'Only a name' })).status).toBe(200)
  expect((await manager.put(`/user-admin/${guard.id}`, password)).status).toBe(200)
  expect((await manager.delete(`/user-admin/${guard.id}`)).status).toBe(200)
})

test('administrators cannot delete themselves', async () => {
  const [manager] = [await portal.as('admin'), await portal.as('admin')]
  const { status, body } = await manager.delete(`/user-admin/${manager.id}`)
  expect([status, body.code]).toEqual([403, 'ownAccount'])
  expect((await manager.get('/me')).status).toBe(200)
})

test('the last administrator who manages access keeps it, unless the super-administrator revokes it', async () => {
  const lastManager = await portal.as('admin', { name: 'Last One' })
  for (const flag of ['manageAccess', 'userAccessDefinition']) {
    const { status, body } = await lastManager.put(`/user-admin/${lastManager.id}`, {
      roles: setPermission(createRoles('all'), 'utilities', flag, false),
    })
    expect([status, body.code]).toEqual([409, 'lastAccessManager'])
    expect(body.message).toContain('Last One')
  }
  // An administrator with `manageAccess` who cannot open the list of administrators does not count, because
  // they could not use this permission.
  const deputy = await portal.as('admin', { roles: 'all' })
  await superAdmin.put(`/user-admin/${deputy.id}`, {
    roles: setPermission(createRoles('all'), 'utilities', 'manageAccess', false),
  })
  expect((await deputy.delete(`/user-admin/${lastManager.id}`)).status).toBe(403)
  expect((await superAdmin.put(`/user-admin/${lastManager.id}`, { roles: createRoles({}) })).status).toBe(200)
  expect((await superAdmin.delete(`/user-admin/${lastManager.id}`)).status).toBe(200)
})

test('of two simultaneous mutual revocations one succeeds', async () => {
  const reducedAccessBody = { roles: setPermission(createRoles('all'), 'utilities', 'manageAccess', false) }
  for (const method of ['put', 'delete'] as const) {
    const [a, b] = [await portal.as('admin'), await portal.as('admin')]
    const changeResponses = await callDuring(portal.db, lockAdmins, [
      () => a[method](`/user-admin/${b.id}`, reducedAccessBody),
      () => b[method](`/user-admin/${a.id}`, reducedAccessBody),
    ])
    const [first = 0, second = 0] = changeResponses.map(({ status }) => status).toSorted()
    expect(first).toBe(200)
    expect([401, 403]).toContain(second)
  }
})

test('access revoked while a call waits is not used', async () => {
  const [manager, target] = [await portal.as('admin'), await createTestAdmin(portal.db, { roles: {} })]
  const [changeResponse] = await callDuring(
    portal.db,
    lockAdmins,
    [() => manager.put(`/user-admin/${target.id}`, { roles: createRoles('all') })],
    (tx) => setRoles(tx, manager.id, { gatepass: ['view'] }),
  )
  expect([changeResponse?.status, changeResponse?.body.code]).toEqual([403, 'missingPermission'])
  expect(await findRoles(target.id)).toEqual(createRoles({}))
})
