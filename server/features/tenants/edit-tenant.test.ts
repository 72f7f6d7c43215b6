import { expect, test } from 'vitest'
import { createSamplePicture } from '#platform/files/content/testing-samples.ts'
import { TEST_PASSWORD } from '#testing/accounts.ts'
import { callDuring } from '#testing/call-during.ts'
import { openTestPortal } from '#testing/portal.ts'
import { findFileOwner, uploadFile } from '#testing/uploads.ts'
import type { Tenant } from '@tahanan/contract/tenants/answers.ts'
import { addTenant, logInAs } from './testing.ts'

const portal = await openTestPortal()
const admin = await portal.as('admin', { roles: { tenants: ['view', 'add', 'edit', 'delete'] } })

const createTenant = (overrides?: Record<string, unknown>) => addTenant(admin, overrides)
const login = (clientCode: string, password: string) => logInAs(portal, clientCode, password)

test('a change sets only the fields in the body, and password and code may be empty', async () => {
  const tenantBefore = await createTenant({ password: TEST_PASSWORD, email: 'old@example.test' })
  const { status, body: tenantAfter } = await admin.put<Tenant>(`/tenant/${tenantBefore.id}`, {
    uoccname: 'Maria Clara',
    clientCode: '',
    password: '',
    soaAmount: 5,
  })
  expect(status).toBe(200)
  expect(tenantAfter).toEqual({
    ...tenantBefore,
    uoccname: 'Maria Clara',
    name: 'Maria Clara',
    updated_at: tenantAfter.updated_at,
  })
  expect(tenantAfter.updated_at > tenantBefore.updated_at).toBe(true)
  expect((await login(tenantBefore.clientCode, TEST_PASSWORD)).status).toBe(200)
})

test('required fields stay required in a change', async () => {
  const { id } = await createTenant()
  const { status, body: refusal } = await admin.put(`/tenant/${id}`, { ubaddln3: '', uoccname: null })
  expect(status).toBe(400)
  expect(refusal.errors).toEqual({
    uoccname: ['Please input your Uocc name!'],
    ubaddln3: ['Please input your Ubaddln3!'],
  })
})

test('a new client code is used to log in; one in use is refused and changes nothing', async () => {
  const [a, b] = [await createTenant({ password: TEST_PASSWORD }), await createTenant()]
  const clientCode = `${a.clientCode}-new`
  expect((await admin.put<Tenant>(`/tenant/${a.id}`, { clientCode })).body.clientCode).toBe(clientCode)
  expect((await login(clientCode, TEST_PASSWORD)).status).toBe(200)
  expect((await login(a.clientCode, TEST_PASSWORD)).status).toBe(401)
  const refusedAnswer = await admin.put(`/tenant/${b.id}`, {
    clientCode: clientCode.toUpperCase(),
    uoccname: 'No',
  })
  expect([refusedAnswer.status, refusedAnswer.body.errors]).toEqual([
    400,
    { clientCode: ['This client code is taken already.'] },
  ])
  expect((await admin.get<Tenant>(`/tenant/${b.id}`)).body).toEqual(b)
  expect((await admin.put<Tenant>(`/tenant/${a.id}`, { clientCode: clientCode.toUpperCase() })).status).toBe(
    200,
  )
})

test('other changes end no session', async () => {
  const resident = await portal.as('client')
  await admin.put(`/tenant/${resident.id}`, { uoccname: 'Renamed', email: 'else@example.test' })
  expect((await resident.get<{ uoccname: string }>('/me')).body.uoccname).toBe('Renamed')
})

test('a change of an outdated version is refused', async () => {
  const { id, updated_at } = await createTenant()
  expect((await admin.put(`/tenant/${id}`, { uoccname: 'One', updated_at })).status).toBe(200)
  expect((await admin.put(`/tenant/${id}`, { uoccname: 'Two', updated_at })).status).toBe(409)
  expect((await admin.put(`/tenant/${id}`, { uoccname: 'Late', updated_at: 'yesterday' })).status).toBe(400)
})

test('a change waits for one in progress, and is refused as outdated', async () => {
  const { id, updated_at } = await createTenant()
  const [lateResponse] = await callDuring(
    portal.db,
    (tx) =>
      tx
        .updateTable('tenants')
        .set({ uoccname: 'First', updated_at: new Date() })
        .where('id', '=', id)
        .execute(),
    [() => admin.put(`/tenant/${id}`, { uoccname: 'Second', updated_at })],
  )
  expect(lateResponse?.status).toBe(409)
})

test('the image is replaced and removed; the old one then has no owner', async () => {
  const [firstImage, secondImage] = [
    await uploadFile(portal, admin, 'images', await createSamplePicture('png')),
    await uploadFile(portal, admin, 'images', await createSamplePicture('png')),
  ]
  const { id } = await createTenant({ image: firstImage })
  expect(
    (await admin.put<Tenant>(`/tenant/${id}`, { image: [{ name: 'x', url: secondImage }] })).body.image,
  ).toBe(secondImage)
  const listFileOwners = () =>
    Promise.all([firstImage, secondImage].map((key) => findFileOwner(portal.db, key)))
  expect(await listFileOwners()).toEqual([null, `tenant ${id}`])
  expect((await admin.put<Tenant>(`/tenant/${id}`, { image: [] })).body.image).toBeNull()
  expect(await listFileOwners()).toEqual([null, null])
})

test('the image of a deleted tenant cannot be opened (rules 6.14)', async () => {
  const image = await uploadFile(portal, admin, 'images', await createSamplePicture('png'))
  const { id } = await createTenant({ image })
  const loadStatus = async () => (await admin.get(`/file?name=${image}`)).status
  expect(await loadStatus()).toBe(200)
  expect((await admin.delete(`/tenant/${id}`)).status).toBe(200)
  expect(await loadStatus()).toBe(404)
})

test('a change is sent to open lists and the resident; one without effect sends and writes nothing', async () => {
  const tenant = await createTenant()
  const viewer = await portal.as('admin', { roles: { tenants: ['view'] } })
  const visitorsAdmin = await portal.as('admin', { roles: { visitors: ['view', 'edit'] } })
  await portal.drainEvents()
  await admin.put(`/tenant/${tenant.id}`, { uoccname: 'Told' })
  const sentEvents = await portal.drainEvents()
  expect(sentEvents).toContainEqual({
    room: `admin.${viewer.id}`,
    event: 'tenants',
    data: { id: tenant.id },
  })
  expect(sentEvents).toContainEqual({ room: `client.${tenant.id}`, event: 'account', data: {} })
  expect(
    sentEvents.some((delivery) => 'room' in delivery && delivery.room === `admin.${visitorsAdmin.id}`),
  ).toBe(false)
  const { updated_at } = (await admin.get<Tenant>(`/tenant/${tenant.id}`)).body
  await admin.put(`/tenant/${tenant.id}`, { uoccname: 'Told', password: '' })
  expect(await portal.drainEvents()).toEqual([])
  expect((await admin.get<Tenant>(`/tenant/${tenant.id}`)).body.updated_at).toBe(updated_at)
})
