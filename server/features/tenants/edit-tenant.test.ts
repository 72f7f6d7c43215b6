import { expect, test } from 'vitest'
import { picture } from '#platform/files/content/testing-samples.ts'
import { TEST_PASSWORD } from '#testing/accounts.ts'
import { callDuring } from '#testing/call-during.ts'
import { openTestPortal } from '#testing/portal.ts'
import { findFileOwner, uploadFile } from '#testing/uploads.ts'
import type { Tenant } from '@tahanan/contract/tenants/answers.ts'
import { addTenant, logInAs } from './testing.ts'

const portal = await openTestPortal()
const office = await portal.as('admin', { roles: { tenants: ['view', 'add', 'edit', 'delete'] } })

const add = (more?: Record<string, unknown>) => addTenant(office, more)
const login = (clientCode: string, password: string) => logInAs(portal, clientCode, password)

test('a change sets only the fields in the body, and password and code may be empty', async () => {
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

test('required fields stay required in a change', async () => {
  const { id } = await add()
  const { status, body: refusal } = await office.put(`/tenant/${id}`, { ubaddln3: '', uoccname: null })
  expect(status).toBe(400)
  expect(refusal.errors).toEqual({
    uoccname: ['Please input your Uocc name!'],
    ubaddln3: ['Please input your Ubaddln3!'],
  })
})

test('a new client code is used to log in; one in use is refused and changes nothing', async () => {
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
  expect((await office.put<Tenant>(`/tenant/${a.id}`, { clientCode: clientCode.toUpperCase() })).status).toBe(
    200,
  )
})

test('other changes end no session', async () => {
  const resident = await portal.as('client')
  await office.put(`/tenant/${resident.id}`, { uoccname: 'Renamed', email: 'else@example.test' })
  expect((await resident.get<{ uoccname: string }>('/me')).body.uoccname).toBe('Renamed')
})

test('a change of an outdated version is refused', async () => {
  const { id, updated_at } = await add()
  expect((await office.put(`/tenant/${id}`, { uoccname: 'One', updated_at })).status).toBe(200)
  expect((await office.put(`/tenant/${id}`, { uoccname: 'Two', updated_at })).status).toBe(409)
  expect((await office.put(`/tenant/${id}`, { uoccname: 'Late', updated_at: 'yesterday' })).status).toBe(400)
})

test('a change waits for one in progress, and is refused as outdated', async () => {
  const { id, updated_at } = await add()
  const [late] = await callDuring(
    portal.db,
    (tx) =>
      tx
        .updateTable('tenants')
        .set({ uoccname: 'First', updated_at: new Date() })
        .where('id', '=', id)
        .execute(),
    [() => office.put(`/tenant/${id}`, { uoccname: 'Second', updated_at })],
  )
  expect(late?.status).toBe(409)
})

test('the image is replaced and removed; the old one then has no owner', async () => {
  const [one, two] = [
    await uploadFile(portal, office, 'images', await picture('png')),
    await uploadFile(portal, office, 'images', await picture('png')),
  ]
  const { id } = await add({ image: one })
  expect((await office.put<Tenant>(`/tenant/${id}`, { image: [{ name: 'x', url: two }] })).body.image).toBe(
    two,
  )
  const owners = () => Promise.all([one, two].map((key) => findFileOwner(portal.db, key)))
  expect(await owners()).toEqual([null, `tenant ${id}`])
  expect((await office.put<Tenant>(`/tenant/${id}`, { image: [] })).body.image).toBeNull()
  expect(await owners()).toEqual([null, null])
})

test('a change is sent to open lists and the resident; one without effect sends and writes nothing', async () => {
  const tenant = await add()
  const viewer = await portal.as('admin', { roles: { tenants: ['view'] } })
  const other = await portal.as('admin', { roles: { visitors: ['view', 'edit'] } })
  await portal.takeDeliveries()
  await office.put(`/tenant/${tenant.id}`, { uoccname: 'Told' })
  const heard = await portal.takeDeliveries()
  expect(heard).toContainEqual({
    room: `admin.${viewer.id}`,
    event: 'tenants',
    data: { id: tenant.id },
  })
  expect(heard).toContainEqual({ room: `client.${tenant.id}`, event: 'account', data: {} })
  expect(heard.some((delivery) => 'room' in delivery && delivery.room === `admin.${other.id}`)).toBe(false)
  const { updated_at } = (await office.get<Tenant>(`/tenant/${tenant.id}`)).body
  await office.put(`/tenant/${tenant.id}`, { uoccname: 'Told', password: '' })
  expect(await portal.takeDeliveries()).toEqual([])
  expect((await office.get<Tenant>(`/tenant/${tenant.id}`)).body.updated_at).toBe(updated_at)
})
