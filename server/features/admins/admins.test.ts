import { expect, test } from 'vitest'
import { TEST_PASSWORD } from '#testing/accounts.ts'
import { openTestPortal } from '#testing/portal.ts'
import { ACCESS_PRESETS } from '@tahanan/contract/access-presets.ts'
import { createAdminBody } from './testing.ts'

const portal = await openTestPortal({ rateLimitPerMinute: 0 })
const superAdmin = await portal.as('super-admin')

test('the super-administrator adds an administrator, who can log in and has no permissions yet', async () => {
  const adminBody = createAdminBody()
  const { status, body } = await superAdmin.post('/user-admin', adminBody)
  expect(status).toBe(201)
  expect(body).toEqual({
    id: expect.any(Number) as number,
    name: adminBody.name,
    firstName: 'Ramon',
    lastName: 'Dela Peña',
    email: adminBody.email,
    status: 1,
    roles: [],
    lastSeen: null,
    created_at: expect.any(String) as string,
    updated_at: expect.any(String) as string,
    secondFactor: false,
    mailRefusedAt: null,
    can: ['view', 'edit', 'delete', 'manageAccess'],
  })
  const loginResponse = await portal.nobody.post('/login/admin', {
    email: adminBody.email,
    password: adminBody.password,
  })
  expect(loginResponse.status).toBe(200)
  const admin = await portal.logIn('admin', { id: body.id as number })
  expect((await admin.get('/tickets')).status).toBe(403)
})

test('a new administrator without the required fields is refused at each of them', async () => {
  const requiredErrors = {
    name: ['Please input your name!'],
    firstName: ['Please input your first name!'],
    lastName: ['Please input your last name!'],
    email: ['Please input your email!'],
    password: ['Please input your password!'],
    password_confirmation: ['Please confirm your password!'],
  }
  for (const value of [undefined, '', '  ', '\u200b\u2060']) {
    const empty = Object.fromEntries(Object.keys(requiredErrors).map((field) => [field, value]))
    const { status, body } = await superAdmin.post('/user-admin', createAdminBody(empty))
    expect([status, body.errors]).toEqual([400, requiredErrors])
  }
})

test('the e-mail of an active administrator is refused, one of a deleted administrator can be used', async () => {
  const adminBody = createAdminBody()
  const { body: first } = await superAdmin.post('/user-admin', adminBody)
  const repeatedEmailResponse = await superAdmin.post(
    '/user-admin',
    createAdminBody({ email: adminBody.email.toUpperCase() }),
  )
  expect([repeatedEmailResponse.status, repeatedEmailResponse.body.message]).toEqual([
    400,
    'Email Already Taken',
  ])
  expect(repeatedEmailResponse.body.errors).toEqual({ email: ['Email Already Taken'] })
  expect((await superAdmin.delete(`/user-admin/${first.id}`)).body).toEqual({ success: true })
  expect((await superAdmin.post('/user-admin', adminBody)).status).toBe(201)
})

test('deleting an administrator ends the sessions and the listing; records keep the name', async () => {
  const admin = await portal.as('admin', { name: 'Gone Tomorrow' })
  await admin.post('/system-parameter-setting', { services: [{ type: 'gatePass', status: 1, amount: 5 }] })
  await superAdmin.delete(`/user-admin/${admin.id}`)
  expect((await admin.get('/me')).status).toBe(401)
  const loginBody = { email: admin.account.email, password: TEST_PASSWORD }
  expect((await portal.nobody.post('/login/admin', loginBody)).status).toBe(401)
  expect((await superAdmin.get(`/user-admin/${admin.id}`)).status).toBe(404)
  expect((await superAdmin.delete(`/user-admin/${admin.id}`)).status).toBe(404)
  expect((await superAdmin.get('/user-admins?searchTerm=Gone')).body.total).toBe(0)
  const { body: log } = await superAdmin.get(`/audit-log?actor=admin:${admin.id}`)
  expect(JSON.stringify(log)).toContain('Gone Tomorrow')
  expect(await portal.drainEvents()).toContainEqual({ disconnect: `session.${admin.sessionId}` })
})

test('the list is searched literally by names and e-mail, and paged, the newest first', async () => {
  const ids: number[] = []
  for (const name of ['Zoë 100%', 'Zoë 100_', 'ZOË three'])
    ids.push((await superAdmin.post('/user-admin', createAdminBody({ name }))).body.id as number)
  const searchAdmins = async (term: string, extraQuery = '') =>
    (
      await superAdmin.get<{ data: { id: number }[]; total: number; from: number }>(
        `/user-admins?searchTerm=${encodeURIComponent(term)}${extraQuery}`,
      )
    ).body
  expect((await searchAdmins('zoë')).data.map(({ id }) => id)).toEqual(ids.toReversed())
  expect((await searchAdmins('100%')).data.map(({ id }) => id)).toEqual([ids[0]])
  expect(await searchAdmins('zoë', '&page=2&limit=2')).toMatchObject({
    total: 3,
    from: 3,
    data: [{ id: ids[0] }],
  })
  expect(
    (await superAdmin.get<{ data: unknown[] }>('/user-admins?limit=0')).body.data.length,
  ).toBeGreaterThanOrEqual(3)
})

test('the list is sorted across all pages by length, then alphabetically', async () => {
  const lastNames = ['Uy', 'Go', 'Bautista', 'Sy', 'abad', 'Reyes']
  for (const lastName of lastNames)
    await superAdmin.post('/user-admin', createAdminBody({ lastName, name: 'Sorted' }))
  const listAllLastNames = async (sort: string): Promise<unknown[]> => {
    const adminListPages = await Promise.all(
      [1, 2].map((page) =>
        superAdmin.get<{ data: { lastName: string }[] }>(
          `/user-admins?searchTerm=sorted&limit=3&page=${page}&sort=${sort}`,
        ),
      ),
    )
    return adminListPages.flatMap(({ body }) => body.data.map(({ lastName }) => lastName))
  }
  const namesByLength = ['Go', 'Sy', 'Uy', 'abad', 'Reyes', 'Bautista']
  expect(await listAllLastNames('lastName')).toEqual(namesByLength)
  expect(await listAllLastNames('-lastName')).toEqual(namesByLength.toReversed())
  expect(await listAllLastNames('created_at')).toEqual(lastNames)
  expect((await superAdmin.get('/user-admins?sort=lastSeen')).status).toBe(400)
})

test('a change made meanwhile is not overwritten', async () => {
  const { body } = await superAdmin.post('/user-admin', createAdminBody())
  const path = `/user-admin/${body.id}`
  const seenVersion = { updated_at: body.updated_at as string }
  expect((await superAdmin.put(path, { ...seenVersion, name: 'First' })).status).toBe(200)
  expect((await superAdmin.put(path, { ...seenVersion, name: 'Second' })).status).toBe(409)
  expect((await superAdmin.put(path, { updated_at: 'yesterday' })).body.errors).toEqual({
    updated_at: ['This is not a date.'],
  })
})

test('sending a form back unchanged changes nothing', async () => {
  const { body } = await superAdmin.post('/user-admin', createAdminBody())
  const unchangedResponse = await superAdmin.put(`/user-admin/${body.id}`, body)
  expect(unchangedResponse.body.updated_at).toBe(body.updated_at)
})

test('presets are readable by those who may grant access', async () => {
  const manager = await portal.as('admin', { roles: { utilities: ['manageAccess'] } })
  expect((await manager.get('/access-presets')).body).toEqual(ACCESS_PRESETS)
})
