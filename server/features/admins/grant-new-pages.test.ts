import { beforeEach, expect, test } from 'vitest'
import type { LoggedInCaller } from '#testing/callers.ts'
import { listAuditLog } from '#testing/list-audit-log.ts'
import { openTestPortal } from '#testing/portal.ts'
import { createRoles, type RoleEntry } from '@tahanan/contract/permissions.ts'

const portal = await openTestPortal({ rateLimitPerMinute: 0 })
const superAdmin = await portal.as('super-admin')
beforeEach(async () => {
  await portal.db.updateTable('admins').set({ status: 0 }).execute()
})

async function createOlderAdmin(name: string, roles: readonly RoleEntry[]): Promise<LoggedInCaller> {
  const admin = await portal.as('admin', { name })
  const rolesWithoutFeedbacks = roles.filter(({ title }) => title !== 'feedbacks')
  await portal.db
    .updateTable('admins')
    .set({ roles: JSON.stringify(rolesWithoutFeedbacks) })
    .where('id', '=', admin.id)
    .execute()
  return admin
}

test('a page added by an upgrade is reported, and granted by one call to holders of all other permissions', async () => {
  const headAdmin = await createOlderAdmin('Head', createRoles('all'))
  const guard = await createOlderAdmin('Guard', createRoles({ gatepass: ['view'] }))
  await portal.as('admin', { name: 'Nobody', roles: {} })
  expect((await headAdmin.get('/feedbacks')).status).toBe(403)

  const newPagesReply = await superAdmin.get('/new-pages')
  expect(newPagesReply.body).toEqual({ pages: ['feedbacks'], admins: [{ id: headAdmin.id, name: 'Head' }] })
  const grantReply = await superAdmin.put('/new-pages', { pages: ['feedbacks'] })
  expect([grantReply.status, grantReply.body]).toEqual([200, { pages: [], admins: [] }])
  expect((await headAdmin.get('/feedbacks')).status).toBe(200)
  expect((await guard.get('/feedbacks')).status).toBe(403)
  expect((await superAdmin.get('/new-pages')).body).toEqual({ pages: [], admins: [] })

  const log = await listAuditLog(portal.db, {
    subject: 'admins',
    subject_id: String(headAdmin.id),
    actor_area: 'super-admin',
  })
  expect(log.map((row) => row.subject_name)).toEqual(['Head'])
})

test('without such holders the page is reported until some access includes it', async () => {
  const guard = await createOlderAdmin('Guard', createRoles({ gatepass: ['view'] }))
  expect((await superAdmin.get('/new-pages')).body).toEqual({ pages: ['feedbacks'], admins: [] })
  await superAdmin.put('/new-pages', { pages: ['feedbacks'] })
  expect((await guard.get('/feedbacks')).status).toBe(403)
  // Saves roles for all pages, even for pages without any permission, because the Manage Access dialog always
  // saves all of them.
  await superAdmin.put(`/user-admin/${guard.id}`, {
    roles: createRoles({ gatepass: ['view'], feedbacks: ['view'] }),
  })
  expect((await superAdmin.get('/new-pages')).body).toEqual({ pages: [], admins: [] })
})

test('only new pages are granted, and none is new if all access includes it', async () => {
  const headAdmin = await portal.as('admin', { roles: { gatepass: ['view'] } })
  expect((await superAdmin.get('/new-pages')).body).toEqual({ pages: [], admins: [] })
  await superAdmin.put('/new-pages', { pages: ['feedbacks', 'no such page'] })
  expect((await headAdmin.get('/feedbacks')).status).toBe(403)
})
