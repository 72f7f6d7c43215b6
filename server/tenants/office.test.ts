import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { picture } from '../files/samples.ts'
import { TEST_PASSWORD, makeTenant } from '../testing/accounts.ts'
import type { LoggedIn } from '../testing/callers.ts'
import { createTestPortal } from '../testing/portal.ts'
import type { TestPortal } from '../testing/portal.ts'
import { uploadFile } from '../testing/uploads.ts'

let portal: TestPortal
let office: LoggedIn
beforeAll(async () => {
  portal = await createTestPortal()
  office = await portal.as('admin', { roles: { tenants: ['view', 'add', 'edit', 'delete'] } })
})
afterAll(() => portal.close())

interface Tenant extends Record<string, unknown> {
  id: number
  clientCode: string
  updated_at: string
}

let counted = 0
/** Everything that the specification requires, and a client code that is free. */
const body = (more: Record<string, unknown> = {}) => ({
  clientCode: `OF-${++counted}`,
  uoccname: 'Ana Reyes',
  uoccpers: 'Ana Reyes',
  uocctel1: '0917 555 1000',
  uocctel2: '02 8555 1000',
  ubtname: 'Ana Reyes',
  ubaddln1: 'Unit 1, Tower A',
  ubaddln2: '88 Sampaguita Street',
  ubaddln3: 'Pasig City',
  ubaddln4: 'Metro Manila 1605',
  ...more,
})
const add = async (more: Record<string, unknown> = {}) => {
  const { status, body: added } = await office.post<Tenant>('/tenant', body(more))
  expect(status).toBe(201)
  return added
}
const login = (clientCode: string, password: string) =>
  portal.nobody.post<{ token: string }>('/login', { clientCode, password })

describe('adding', () => {
  test('keeps every field, as type 3 and status 1, by whom it was, and never tells the password', async () => {
    const fields = body({
      firstName: 'Ana',
      middleName: 'Cruz',
      lastName: 'Reyes',
      email: 'ana@example.test',
      phoneNumber: '09175551000',
      unitNumber: 'A-101',
      address: 'Unit A-101, 88 Sampaguita Street',
    })
    const answer = await office.post<Tenant>('/tenant', { ...fields, password: ' with blanks around ' })
    expect(answer.status).toBe(201)
    expect(answer.body).toMatchObject({
      ...fields,
      name: 'Ana Reyes',
      type: 3,
      status: 1,
      postById: office.id,
      hasPassword: true,
      soaAmount: 0,
      image: null,
      lastSeen: null,
    })
    expect(JSON.stringify(answer.body)).not.toMatch(/argon2|with blanks|password_hash/)
    expect((await login(fields.clientCode, ' with blanks around ')).status).toBe(200)
    expect((await login(fields.clientCode, 'with blanks around')).status).toBe(401)
  })

  test('asks for what the specification requires, in its words', async () => {
    const { status, body: refusal } = await office.post('/tenant', { uoccname: '  ' })
    expect(status).toBe(400)
    expect(refusal.errors).toEqual({
      uoccname: ['Please input your Uocc name!'],
      uoccpers: ['Please input your Uocc pers!'],
      uocctel1: ['Please input your Uocc tel1!'],
      uocctel2: ['Please input your Uocc tel2!'],
      ubtname: ['Please input your Ubt name!'],
      ubaddln1: ['Please input your Ubaddln1!'],
      ubaddln2: ['Please input your Ubaddln2!'],
      ubaddln3: ['Please input your Ubaddln3!'],
      ubaddln4: ['Please input your Ubaddln4!'],
    })
  })

  test('makes a client code where none is given, never one that is taken', async () => {
    const first = await add({ clientCode: '' })
    expect(first.clientCode).toMatch(/^T-\d{6}$/)
    const next = `T-${String(Number(first.clientCode.slice(2)) + 1).padStart(6, '0')}`
    await add({ clientCode: next.toLowerCase() })
    const { clientCode } = await add({ clientCode: undefined })
    expect(Number(clientCode.slice(2))).toBe(Number(first.clientCode.slice(2)) + 2)
  })

  test('twenty at once without a code get twenty codes', async () => {
    const added = await Promise.all(Array.from({ length: 20 }, () => add({ clientCode: null })))
    expect(new Set(added.map(({ clientCode }) => clientCode)).size).toBe(20)
  })

  test('refuses a taken client code whatever its letters’ case, of two at once one', async () => {
    const code = `Twin-${Date.now()}`
    const answers = await Promise.all(
      [code, code.toUpperCase(), ` ${code.toLowerCase()} `].map((clientCode) =>
        office.post('/tenant', body({ clientCode })),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 400, 400])
    const refused = answers.find(({ status }) => status === 400)
    expect(refused?.body.errors).toEqual({ clientCode: ['This client code is taken already.'] })
    expect(refused?.body.message).toBe('This client code is taken already.')
  })

  test('without a password nobody can log in yet', async () => {
    const { clientCode, hasPassword } = await add({ password: '   ' })
    expect(hasPassword).toBe(false)
    for (const password of [TEST_PASSWORD, '', '   ', 'null'])
      expect([400, 401]).toContain((await login(clientCode, password)).status)
  })

  test('takes an image that this administrator uploaded, as a list of one or as its key, and no other', async () => {
    const key = await uploadFile(portal, office, 'images', await picture('png'))
    const tenant = await add({ image: [{ name: 'me.png', url: key }] })
    expect(tenant).toMatchObject({ image: key, src: expect.stringContaining(key) as string })
    const second = await uploadFile(portal, office, 'images', await picture('png'))
    expect((await add({ image: second })).image).toBe(second)
    const others = await uploadFile(portal, await portal.as('client'), 'images', await picture('png'))
    for (const image of [key, others, 'soa/pdf/x.pdf', '../../etc/passwd', 7, [{ url: 'logo/x.png' }]]) {
      const refused = await office.post('/tenant', body({ image }))
      expect([refused.status, Object.keys(refused.body.errors)]).toEqual([400, ['image']])
    }
  })

  test.each([
    [{ email: 'no address' }, 'email'],
    [{ email: 'a@b.test\r\nBcc: all@b.test' }, 'email'],
    [{ email: 'a@b.test, c@d.test' }, 'email'],
    [{ email: '"x" <a@b.test>' }, 'email'],
    [{ password: 'short' }, 'password'],
    [{ password: 'x'.repeat(201) }, 'password'],
    [{ password: 12345678 }, 'password'],
    [{ password: { length: 9 } }, 'password'],
    [{ clientCode: 'x'.repeat(51) }, 'clientCode'],
    [{ clientCode: 'A\u0000B' }, 'clientCode'],
    [{ clientCode: ['A'] }, 'clientCode'],
    [{ uoccname: 'x'.repeat(256) }, 'uoccname'],
    [{ uoccname: { $gt: '' } }, 'uoccname'],
    [{ ubaddln4: '\ud800' }, 'ubaddln4'],
    [{ address: 'x'.repeat(501) }, 'address'],
  ])('refuses %j at the field', async (wrong, field) => {
    const { status, body: refusal } = await office.post('/tenant', body(wrong))
    expect([status, Object.keys(refusal.errors)]).toEqual([400, [field]])
  })

  test('drops what is not the office’s to say', async () => {
    const tenant = await add({
      id: 1,
      type: 0,
      status: 0,
      postById: 999,
      soaAmount: -5,
      soa_amount: -5,
      password_hash: 'x',
      lastSeen: '2020-01-01',
      socialMediaAccount: 'theirs',
      created_at: '2001-01-01T00:00:00Z',
    })
    expect(tenant).toMatchObject({
      type: 3,
      status: 1,
      postById: office.id,
      soaAmount: 0,
      hasPassword: false,
      socialMediaAccount: '',
      lastSeen: null,
    })
    expect(tenant.id).toBeGreaterThan(1)
    expect(String(tenant.created_at)).not.toContain('2001')
  })

  test('a body that reaches for prototypes is refused whole', async () => {
    for (const poison of ['"__proto__":{"status":0}', '"constructor":{"prototype":{"status":0}}']) {
      const answer = await portal.app.inject({
        method: 'POST',
        url: '/api/tenant',
        headers: { authorization: `Bearer ${office.token}`, 'content-type': 'application/json' },
        payload: JSON.stringify(body()).replace('{', `{${poison},`),
      })
      expect(answer.statusCode).toBe(400)
    }
  })

  test('a name in script stays text', async () => {
    const uoccname = `<script>alert(1)</script>'; drop table tenants; --`
    expect((await add({ uoccname })).uoccname).toBe(uoccname)
  })
})

describe('editing', () => {
  test('changes what it names and nothing else, and may leave password and code blank', async () => {
    const before = await add({ password: TEST_PASSWORD, email: 'old@example.test' })
    const { status, body: after } = await office.put<Tenant>(`/tenant/${before.id}`, {
      uoccname: 'Maria Clara',
      clientCode: '',
      password: '',
      soaAmount: 5,
    })
    expect(status).toBe(200)
    expect(after).toEqual({
      ...before,
      uoccname: 'Maria Clara',
      name: 'Maria Clara',
      updated_at: after.updated_at,
    })
    expect(after.updated_at > before.updated_at).toBe(true)
    expect((await login(before.clientCode, TEST_PASSWORD)).status).toBe(200)
  })

  test('what is required stays required', async () => {
    const { id } = await add()
    const { status, body: refusal } = await office.put(`/tenant/${id}`, { ubaddln3: '', uoccname: null })
    expect(status).toBe(400)
    expect(refusal.errors).toEqual({
      uoccname: ['Please input your Uocc name!'],
      ubaddln3: ['Please input your Ubaddln3!'],
    })
  })

  test('a new client code is what one logs in with; a taken one is refused and changes nothing', async () => {
    const [a, b] = [await add({ password: TEST_PASSWORD }), await add()]
    const clientCode = `${a.clientCode}-new`
    expect((await office.put<Tenant>(`/tenant/${a.id}`, { clientCode })).body.clientCode).toBe(clientCode)
    expect((await login(clientCode, TEST_PASSWORD)).status).toBe(200)
    expect((await login(a.clientCode, TEST_PASSWORD)).status).toBe(401)
    const taken = await office.put(`/tenant/${b.id}`, {
      clientCode: clientCode.toUpperCase(),
      uoccname: 'No',
    })
    expect([taken.status, taken.body.errors]).toEqual([
      400,
      { clientCode: ['This client code is taken already.'] },
    ])
    expect((await office.get<Tenant>(`/tenant/${b.id}`)).body).toEqual(b)
    // Another case of one's own letters is no other's code.
    expect(
      (await office.put<Tenant>(`/tenant/${a.id}`, { clientCode: clientCode.toUpperCase() })).status,
    ).toBe(200)
  })

  test('a new password ends the sessions at once, and only those', async () => {
    const resident = await portal.as('client')
    const phone = await portal.logIn('client', resident.account)
    const neighbour = await portal.as('client')
    await portal.services.relay.drain()
    portal.delivered.length = 0
    expect((await office.put(`/tenant/${resident.id}`, { password: 'a-new-password' })).status).toBe(200)
    expect((await resident.get('/me')).status).toBe(401)
    expect((await phone.get('/me')).status).toBe(401)
    expect((await neighbour.get('/me')).status).toBe(200)
    expect((await office.get('/me')).status).toBe(200)
    expect((await login(resident.account.clientCode, TEST_PASSWORD)).status).toBe(401)
    expect((await login(resident.account.clientCode, 'a-new-password')).status).toBe(200)
    await portal.services.relay.drain()
    expect(portal.delivered).toContainEqual({ disconnect: `session.${resident.sessionId}` })
    expect(portal.delivered).toContainEqual({ disconnect: `session.${phone.sessionId}` })
  })

  test('other changes end no session', async () => {
    const resident = await portal.as('client')
    await office.put(`/tenant/${resident.id}`, { uoccname: 'Renamed', email: 'else@example.test' })
    expect((await resident.get<{ uoccname: string }>('/me')).body.uoccname).toBe('Renamed')
  })

  test('who saves over a newer version is told; of two at once with the same version one wins', async () => {
    const { id, updated_at } = await add()
    const answers = await Promise.all(
      ['One', 'Two', 'Three'].map((uoccname) => office.put(`/tenant/${id}`, { uoccname, updated_at })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    expect((await office.put(`/tenant/${id}`, { uoccname: 'Late', updated_at: 'yesterday' })).status).toBe(
      400,
    )
  })

  test('the image is replaced and taken away; the old one belongs to nobody then', async () => {
    const [one, two] = [
      await uploadFile(portal, office, 'images', await picture('png')),
      await uploadFile(portal, office, 'images', await picture('png')),
    ]
    const { id } = await add({ image: one })
    expect((await office.put<Tenant>(`/tenant/${id}`, { image: [{ name: 'x', url: two }] })).body.image).toBe(
      two,
    )
    const owners = async () =>
      (
        await sql<{ owner_id: number | null }>`
        select owner_id from files where key in (${one}, ${two}) order by key = ${two}`.execute(portal.db)
      ).rows.map((row) => row.owner_id)
    expect(await owners()).toEqual([null, id])
    expect((await office.put<Tenant>(`/tenant/${id}`, { image: [] })).body.image).toBeNull()
    expect(await owners()).toEqual([null, null])
  })

  test('open lists and the resident are told; a change of nothing tells and writes nothing', async () => {
    const tenant = await add()
    const viewer = await portal.as('admin', { roles: { tenants: ['view'] } })
    const other = await portal.as('admin', { roles: { visitors: ['view', 'edit'] } })
    await portal.services.relay.drain()
    const told = async () => {
      portal.delivered.length = 0
      await portal.services.relay.drain()
      return portal.delivered.map((delivery) => ('room' in delivery ? delivery : null))
    }
    await office.put(`/tenant/${tenant.id}`, { uoccname: 'Told' })
    const heard = await told()
    expect(heard).toContainEqual({
      room: `admin.${viewer.id}`,
      event: 'tenants',
      data: { id: tenant.id },
    })
    expect(heard).toContainEqual({ room: `client.${tenant.id}`, event: 'account', data: {} })
    expect(heard.some((delivery) => delivery?.room === `admin.${other.id}`)).toBe(false)
    const { updated_at } = (await office.get<Tenant>(`/tenant/${tenant.id}`)).body
    await office.put(`/tenant/${tenant.id}`, { uoccname: 'Told', password: '' })
    expect(await told()).toEqual([])
    expect((await office.get<Tenant>(`/tenant/${tenant.id}`)).body.updated_at).toBe(updated_at)
  })

  test('a resident’s call of the same path changes their profile and nothing that is the office’s', async () => {
    const resident = await portal.as('client', { uoccname: 'Mine' })
    const { status, body: after } = await resident.put<Tenant>(`/tenant/${resident.id}`, {
      socialMediaAccount: '@mine',
      uoccname: 'Somebody else',
      clientCode: 'TAKEN-OVER',
      password: 'a-new-password',
      soaAmount: 0,
      unitNumber: 'Penthouse',
    })
    expect(status).toBe(200)
    expect(after).toMatchObject({
      socialMediaAccount: '@mine',
      uoccname: 'Mine',
      clientCode: resident.account.clientCode,
      unitNumber: resident.account.unitNumber,
    })
    expect((await login(resident.account.clientCode, TEST_PASSWORD)).status).toBe(200)
    const neighbour = await portal.as('client')
    expect((await resident.put(`/tenant/${neighbour.id}`, { socialMediaAccount: 'x' })).status).toBe(404)
  })
})

describe('deleting', () => {
  test('ends the sessions, hides the tenant and frees the code', async () => {
    const resident = await portal.as('client')
    const { clientCode } = resident.account
    expect((await office.delete(`/tenant/${resident.id}`)).body).toEqual({ success: true })
    expect((await resident.get('/me')).status).toBe(401)
    expect((await login(clientCode, TEST_PASSWORD)).status).toBe(401)
    expect((await office.get(`/tenant/${resident.id}`)).status).toBe(404)
    expect((await office.get<{ total: number }>(`/tenants?searchTerm=${clientCode}`)).body.total).toBe(0)
    expect((await office.delete(`/tenant/${resident.id}`)).status).toBe(404)
    expect((await office.put(`/tenant/${resident.id}`, { uoccname: 'Back' })).status).toBe(404)
    const next = await add({ clientCode: clientCode.toLowerCase(), password: 'the-next-tenant' })
    expect(next.id).not.toBe(resident.id)
    expect((await login(clientCode, 'the-next-tenant')).status).toBe(200)
    const { rows } =
      await sql`select client_code, status from tenants where lower(client_code) = ${clientCode.toLowerCase()} order by id`.execute(
        portal.db,
      )
    expect(rows).toEqual([
      { client_code: clientCode, status: 0 },
      { client_code: clientCode.toLowerCase(), status: 1 },
    ])
  })

  test('leaves the tickets with name and code, and the office can still settle them', async () => {
    const resident = await portal.as('client', { uoccname: 'Gone Family' })
    const filed = await resident.post<{ id: number }>('/commendation', {
      title: 'Thank you',
      comment: 'For everything',
      type: 1,
    })
    expect(filed.status).toBe(201)
    await office.delete(`/tenant/${resident.id}`)
    const desk = await portal.as('admin')
    const tenant = {
      id: resident.id,
      clientCode: resident.account.clientCode,
      uoccname: 'Gone Family',
      unitNumber: resident.account.unitNumber,
    }
    const list = await desk.get<{ data: Record<string, unknown>[] }>('/commendations?searchTerm=gone family')
    expect(list.body.data[0]).toMatchObject({ id: filed.body.id, tenant })
    const services = await desk.get<{ data: Record<string, unknown>[] }>('/services?searchTerm=gone family')
    expect(services.body.data[0]).toMatchObject({ tenant })
    const settled = await desk.put(`/commendation/${filed.body.id}`, {
      status: 2,
      tenantId: resident.id,
      title: 'Thank you',
    })
    expect(settled.status).toBe(200)
  })

  test('tickets, uploads and passwords that were under way when it happened end refused', async () => {
    const resident = await portal.as('client')
    const [deleted, ...calls] = await Promise.all([
      office.delete(`/tenant/${resident.id}`),
      ...Array.from({ length: 6 }, () =>
        resident.put('/change-password', {
          oldPassword: TEST_PASSWORD,
          newPassword: 'another-one',
          reNewPassword: 'another-one',
        }),
      ),
    ])
    expect(deleted?.status).toBe(200)
    for (const { status } of calls) expect([200, 400, 401, 404, 409, 429]).toContain(status)
    expect((await resident.get('/me')).status).toBe(401)
    expect(
      (
        await sql`select 1 from sessions where area = 'client' and account_id = ${resident.id}`.execute(
          portal.db,
        )
      ).rows,
    ).toEqual([])
  })
})

test('the CSV call answers chosen tenants, or all of a search, newest first and without passwords', async () => {
  const name = `Csv Family ${Date.now()}`
  const [a, b] = [await add({ uoccname: name }), await add({ uoccname: name, password: TEST_PASSWORD })]
  const gone = await add({ uoccname: name })
  await office.delete(`/tenant/${gone.id}`)
  const rows = async (query: string) =>
    (await office.get<{ data: Tenant[] }>(`/tenantIds?${query}`)).body.data.map(({ id }) => id)
  expect(await rows(`selectedIds=${a.id},${b.id},${gone.id},999999999`)).toEqual([b.id, a.id])
  expect(await rows('selectedIds=')).toEqual([])
  expect(await rows(`all=1&searchTerm=${encodeURIComponent(name)}`)).toEqual([b.id, a.id])
  expect(JSON.stringify((await office.get(`/tenantIds?selectedIds=${b.id}`)).body)).not.toContain('argon2')
  for (const wrong of ['selectedIds=1;drop', 'selectedIds=1,', 'selectedIds=-1', 'all=2'])
    expect((await office.get(`/tenantIds?${wrong}`)).status).toBe(400)
})

describe('each flag alone opens its own calls', () => {
  const calls: Record<string, (caller: LoggedIn, id: number) => Promise<{ status: number }>> = {
    view: (caller, id) => caller.get(`/tenant/${id}`),
    'view of the CSV': (caller, id) => caller.get(`/tenantIds?selectedIds=${id}`),
    add: (caller) => caller.post('/tenant', body()),
    edit: (caller, id) => caller.put(`/tenant/${id}`, { uoccname: 'Changed' }),
    'edit of login details': (caller, id) => caller.post(`/tenant/${id}/login-details`),
    delete: (caller, id) => caller.delete(`/tenant/${id}`),
  }
  test.each(['view', 'add', 'edit', 'delete'] as const)('%s', async (flag) => {
    const caller = await portal.as('admin', { roles: { tenants: [flag] } })
    for (const [name, call] of Object.entries(calls)) {
      const { id } = await makeTenant(portal.db)
      const { status } = await call(caller, id)
      if (name.startsWith(flag)) expect([name, status]).toEqual([name, status < 300 ? status : 'open'])
      else expect([name, status]).toEqual([name, 403])
    }
  })

  test('none without a flag, to residents but their own, to the super-administrator or to strangers', async () => {
    const { id } = await makeTenant(portal.db)
    const every = (await portal.as('admin', { roles: { visitors: ['view', 'edit', 'add'] } })) as LoggedIn
    const resident = (await portal.as('client')) as LoggedIn
    const above = (await portal.as('super-admin')) as LoggedIn
    for (const [name, call] of Object.entries(calls)) {
      expect([name, (await call(every, id)).status]).toEqual([name, 403])
      expect([name, (await call(above, id)).status]).toEqual([name, 403])
      const own = name === 'view' || name === 'edit'
      expect([name, (await call(resident, id)).status]).toEqual([name, own ? 404 : 403])
      expect([name, (await call(portal.nobody as LoggedIn, id)).status]).toEqual([name, 401])
    }
    expect((await office.get(`/tenant/${id}`)).status).toBe(200)
  })

  test('payments.add may pick a tenant, and sees nothing else of them', async () => {
    const tenant = await makeTenant(portal.db, { email: 'hidden@example.test' })
    const cashier = await portal.as('admin', { roles: { payments: ['add'] } })
    const list = await cashier.get<{ data: object[] }>(`/tenants?id=${tenant.id}&limit=0`)
    expect(list.body.data).toEqual([
      {
        id: tenant.id,
        clientCode: tenant.clientCode,
        uoccname: tenant.uoccname,
        unitNumber: tenant.unitNumber,
      },
    ])
    const reader = await portal.as('admin', { roles: { payments: ['view', 'verify'] } })
    expect((await reader.get('/tenants')).status).toBe(403)
  })
})
