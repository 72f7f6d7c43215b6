import { afterEach, beforeEach, expect, test } from 'vitest'
import { auditLog } from '#testing/audit-log.ts'
import type { LoggedIn } from '#testing/callers.ts'
import { createTestPortal, type TestPortal } from '#testing/portal.ts'
import { makeRoles, type RoleEntry } from '@tahanan/contract/permissions.ts'

let portal: TestPortal
let superAdmin: LoggedIn
beforeEach(async () => {
  portal = await createTestPortal({ rateLimitPerMinute: 0 })
  superAdmin = await portal.as('super-admin')
})
afterEach(() => portal.close())

/** As an account stands that was made before there was a page of feedbacks. */
async function before(name: string, roles: readonly RoleEntry[]): Promise<LoggedIn> {
  const admin = await portal.as('admin', { name })
  const older = roles.filter(({ title }) => title !== 'feedbacks')
  await portal.db
    .updateTable('admins')
    .set({ roles: JSON.stringify(older) })
    .where('id', '=', admin.id)
    .execute()
  return admin
}

test('a page that an upgrade brought is told, and given with one press to those who hold all else', async () => {
  const head = await before('Head', makeRoles('all'))
  const guard = await before('Guard', makeRoles({ gatepass: ['view'] }))
  await portal.as('admin', { name: 'Nobody', roles: {} })
  expect((await head.get('/feedbacks')).status).toBe(403)

  const told = await superAdmin.get('/new-pages')
  expect(told.body).toEqual({ pages: ['feedbacks'], admins: [{ id: head.id, name: 'Head' }] })
  const given = await superAdmin.put('/new-pages', { pages: ['feedbacks'] })
  expect([given.status, given.body]).toEqual([200, { pages: [], admins: [] }])
  expect((await head.get('/feedbacks')).status).toBe(200)
  expect((await guard.get('/feedbacks')).status).toBe(403)
  expect((await superAdmin.get('/new-pages')).body).toEqual({ pages: [], admins: [] })

  const log = await auditLog(portal.db, {
    subject: 'admins',
    subject_id: String(head.id),
    actor_area: 'super-admin',
  })
  expect(log.map((row) => row.subject_name)).toEqual(['Head'])
})

test('where nobody holds all else the page is told as long as nobody was asked about it', async () => {
  const guard = await before('Guard', makeRoles({ gatepass: ['view'] }))
  expect((await superAdmin.get('/new-pages')).body).toEqual({ pages: ['feedbacks'], admins: [] })
  await superAdmin.put('/new-pages', { pages: ['feedbacks'] })
  expect((await guard.get('/feedbacks')).status).toBe(403)
  // Manage Access asks about every page.
  await superAdmin.put(`/user-admin/${guard.id}`, {
    roles: makeRoles({ gatepass: ['view'], feedbacks: ['view'] }),
  })
  expect((await superAdmin.get('/new-pages')).body).toEqual({ pages: [], admins: [] })
})

test('nothing is given that is not new, and nothing is new in an office where everybody was asked', async () => {
  const head = await portal.as('admin', { roles: { gatepass: ['view'] } })
  expect((await superAdmin.get('/new-pages')).body).toEqual({ pages: [], admins: [] })
  await superAdmin.put('/new-pages', { pages: ['feedbacks', 'no such page'] })
  expect((await head.get('/feedbacks')).status).toBe(403)
})
