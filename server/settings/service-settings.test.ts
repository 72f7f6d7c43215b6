import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestPortal } from '../testing/portal.ts'
import type { TestPortal } from '../testing/portal.ts'
import type { ServiceSetting } from './service-settings.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await createTestPortal()
})
afterAll(() => portal.close())

test('residents and administrators read the gates of all eight services', async () => {
  for (const caller of [await portal.as('client'), await portal.as('admin', { roles: {} })]) {
    const { status, body } = await caller.get<ServiceSetting[]>('/system-parameter-settings')
    expect(status).toBe(200)
    expect(body).toHaveLength(8)
    expect(body).toContainEqual({ type: 'workPermit', status: 1, amount: 20_000 })
  }
  expect((await portal.nobody.get('/system-parameter-settings')).status).toBe(401)
})

test('utilities.edit changes gates to the centavo, and residents hear of it', async () => {
  const admin = await portal.as('admin', { roles: { utilities: ['edit'] } })
  const services = [
    { type: 'workPermit', status: 0, amount: 1500.755 },
    { type: 'gatePass', status: 1, amount: 0 },
  ]
  const { status, body } = await admin.post('/system-parameter-setting', { services })
  expect(status).toBe(200)
  expect(body.message).toBe('You have successfully updated the services')
  const after = (await admin.get<ServiceSetting[]>('/system-parameter-settings')).body
  expect(after).toContainEqual({ type: 'workPermit', status: 0, amount: 1500.76 })
  expect(after).toContainEqual({ type: 'gatePass', status: 1, amount: 0 })
  expect(after).toContainEqual({ type: 'reservation', status: 1, amount: 20_000 })
  await portal.services.relay.drain()
  expect(portal.delivered).toContainEqual(expect.objectContaining({ room: 'area.client', event: 'account' }))
})

test('a closed service refuses the resident whose balance reached its amount', async () => {
  const admin = await portal.as('admin', { roles: { utilities: ['edit'] } })
  await admin.post('/system-parameter-setting', {
    services: [{ type: 'commendation', status: 1, amount: 500 }],
  })
  const owing = await portal.as('client', { soaAmount: 500 })
  const { status, body } = await owing.post('/commendation', {})
  expect(status).toBe(403)
  expect(body.code).toBe('serviceBlocked')
})

test('without utilities.edit, and for residents, the gates stay as they are', async () => {
  const body = { services: [{ type: 'reservation', status: 0, amount: 0 }] }
  const admin = await portal.as('admin', { roles: { utilities: ['view', 'systemParameterSettings'] } })
  expect((await admin.post('/system-parameter-setting', body)).body.message).toBe(
    'You do not have the permission utilities.edit.',
  )
  expect((await (await portal.as('client')).post('/system-parameter-setting', body)).status).toBe(403)
})

test.each([
  [{ services: [{ type: 'parking', status: 1, amount: 1 }] }, 'services.0.type'],
  [{ services: [{ type: 'gatePass', status: 2, amount: 1 }] }, 'services.0.status'],
  [{ services: [{ type: 'gatePass', status: 1, amount: -1 }] }, 'services.0.amount'],
  [{ services: [{ type: 'gatePass', status: 1, amount: 1e12 }] }, 'services.0.amount'],
  [{ services: [{ type: 'gatePass', status: 1, amount: '1' }] }, 'services.0.amount'],
  [{ services: [] }, 'services'],
  [{ services: Array.from({ length: 9 }, () => ({})) }, 'services'],
  [{}, 'services'],
])('%j is refused at the field', async (body, field) => {
  const admin = await portal.as('admin', { roles: { utilities: ['edit'] } })
  const answer = await admin.post('/system-parameter-setting', body)
  expect(answer.status).toBe(400)
  expect(Object.keys(answer.body.errors)).toContain(field)
})
