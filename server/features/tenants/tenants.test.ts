import { expect, test } from 'vitest'
import { makeTenant } from '../../testing/accounts.ts'
import { openTestPortal } from '../../testing/portal.ts'

const portal = await openTestPortal()

interface List {
  data: Record<string, unknown>[]
  total: number
  from: number
}

test('tenants.view reads whole records, a picker only what it picks by', async () => {
  const tenant = await makeTenant(portal.db, {
    uoccname: 'Liza Santos',
    email: 'liza@example.test',
    soaAmount: 99.5,
  })
  const viewer = await portal.as('admin', { roles: { tenants: ['view'] } })
  const picker = await portal.as('admin', { roles: { visitors: ['edit'] } })
  const path = `/tenants?id=${tenant.id}`
  expect((await viewer.get<List>(path)).body.data[0]).toMatchObject({
    id: tenant.id,
    clientCode: tenant.clientCode,
    email: 'liza@example.test',
    soaAmount: 99.5,
    lastSeen: null,
    created_at: expect.stringMatching(/Z$/) as string,
  })
  expect((await picker.get<List>(path)).body).toEqual({
    data: [
      {
        id: tenant.id,
        clientCode: tenant.clientCode,
        uoccname: 'Liza Santos',
        unitNumber: tenant.unitNumber,
      },
    ],
    total: 1,
    from: 1,
  })
})

test('the list is newest first, in pages, without deleted tenants and without password hashes', async () => {
  const marker = 'Paging Family'
  const made = []
  for (let n = 0; n < 5; n++) made.push(await makeTenant(portal.db, { uoccname: `${marker} ${n}` }))
  await makeTenant(portal.db, { uoccname: `${marker} gone`, status: 0 })
  const admin = await portal.as('admin', { roles: { tenants: ['view'] } })
  const { body } = await admin.get<List>(`/tenants?searchTerm=${marker}&page=2&limit=2`)
  expect(body.total).toBe(5)
  expect(body.from).toBe(3)
  expect(body.data.map(({ id }) => id)).toEqual([made[2]?.id, made[1]?.id])
  expect(JSON.stringify(body)).not.toContain('argon2')
  expect((await admin.get<List>(`/tenants?searchTerm=${marker}&limit=0`)).body.data).toHaveLength(5)
  expect((await admin.get<List>(`/tenants?searchTerm=${marker}&page=9`)).body).toEqual({
    data: [],
    total: 5,
    from: 0,
  })
})

test.each(['100%', 'under_score', String.raw`back\slash`])('a search takes %s literally', async (name) => {
  await makeTenant(portal.db, { uoccname: `Tenant ${name} here` })
  const admin = await portal.as('admin', { roles: { tenants: ['view'] } })
  const { body } = await admin.get<List>(`/tenants?searchTerm=${encodeURIComponent(name.toUpperCase())}`)
  expect(body.total).toBe(1)
})

test.each([
  'limit=-1',
  'limit=1e9',
  'limit=10001',
  'page=0',
  'page=x',
  `searchTerm=${'a'.repeat(201)}`,
  'id=1%20or%201=1',
  'searchTerm=%00',
])('%s answers 400', async (query) => {
  const admin = await portal.as('admin', { roles: { tenants: ['view'] } })
  expect((await admin.get(`/tenants?${query}`)).status).toBe(400)
})

test('who handles no tickets and may not view tenants gets 403, a resident too', async () => {
  const admin = await portal.as('admin', {
    roles: { memorandums: ['view', 'add', 'edit'], gatepass: ['view'] },
  })
  expect((await admin.get('/tenants')).body.message).toBe('You do not have the permission tenants.view.')
  expect((await (await portal.as('client')).get('/tenants')).status).toBe(403)
})

test("a resident reads their own record; another's does not exist for them", async () => {
  const [a, b] = [await portal.as('client'), await portal.as('client')]
  expect((await a.get(`/tenant/${a.id}`)).body).toMatchObject({ id: a.id, clientCode: a.account.clientCode })
  expect((await a.get(`/tenant/${b.id}`)).body).toEqual({
    code: 'notFound',
    message: 'This record does not exist.',
  })
})

test('an administrator reads any tenant with tenants.view, none without, and no deleted one', async () => {
  const tenant = await makeTenant(portal.db)
  const deleted = await makeTenant(portal.db, { status: 0 })
  const admin = await portal.as('admin', { roles: { tenants: ['view'] } })
  expect((await admin.get(`/tenant/${tenant.id}`)).status).toBe(200)
  expect((await admin.get(`/tenant/${deleted.id}`)).status).toBe(404)
  expect((await admin.get('/tenant/99999999999999999999')).status).toBe(404)
  expect((await admin.get('/tenant/x')).status).toBe(400)
  const other = await portal.as('admin', { roles: { visitors: ['edit'] } })
  expect((await other.get(`/tenant/${tenant.id}`)).status).toBe(403)
})
