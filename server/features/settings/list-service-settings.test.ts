import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { openTestGateway } from '#platform/realtime/testing.ts'
import { setLeftToPay } from '#testing/accounts.ts'
import type { LoggedInCaller } from '#testing/callers.ts'
import { openTestPortal } from '#testing/portal.ts'
import type { ServiceSetting } from '@tahanan/contract/settings/answers.ts'
import { SERVICE_TYPES, type TicketModule } from '@tahanan/contract/tickets/define-module.ts'
import { MODULES, getModule } from '@tahanan/contract/tickets/index.ts'
import { insertDefaultSettings } from './insert-default-settings.ts'

const OFFICE_OPTIONS = { roles: { utilities: ['edit', 'systemParameterSettings'] } } as const

const portal = await openTestPortal()
beforeEach(async () => {
  await portal.db.deleteFrom('service_settings').execute()
  await insertDefaultSettings(portal.db)
})

test('residents and administrators read the gates of all services', async () => {
  for (const caller of [await portal.as('client'), await portal.as('admin', { roles: {} })]) {
    const { status, body } = await caller.get<ServiceSetting[]>('/system-parameter-settings')
    expect(status).toBe(200)
    expect(body.map(({ type }) => type)).toEqual(SERVICE_TYPES)
    expect(body).toContainEqual(expect.objectContaining({ type: 'workPermit', status: 1, amount: 20_000 }))
  }
  expect((await portal.nobody.get('/system-parameter-settings')).status).toBe(401)
})

test('the office changes gates to the centavo, and residents receive the change', async () => {
  const admin = await portal.as('admin', OFFICE_OPTIONS)
  const services = [
    { type: 'workPermit', status: 0, amount: 1500.76 },
    { type: 'gatePass', status: 1, amount: 0 },
  ]
  const { status, body } = await admin.post('/system-parameter-setting', { services })
  expect(status).toBe(200)
  expect(body.message).toBe('You have successfully updated the services')
  const settingsAfter = (await admin.get<ServiceSetting[]>('/system-parameter-settings')).body
  expect(settingsAfter).toContainEqual({ type: 'workPermit', status: 0, amount: 1500.76 })
  expect(settingsAfter).toContainEqual({ type: 'gatePass', status: 1, amount: 0 })
  expect(settingsAfter).toContainEqual({ type: 'reservation', status: 1, amount: 20_000 })
  expect(await portal.drainEvents()).toContainEqual(
    expect.objectContaining({ room: 'area.client', event: 'account' }),
  )
})

test.each([
  [{ services: [{ type: 'parking', status: 1, amount: 1 }] }, 'services.0.type'],
  [{ services: [{ type: 'gatePass', status: 2, amount: 1 }] }, 'services.0.status'],
  [{ services: [{ type: 'gatePass', status: 1, amount: -1 }] }, 'services.0.amount'],
  [{ services: [{ type: 'gatePass', status: 1, amount: 1e12 }] }, 'services.0.amount'],
  [{ services: [{ type: 'gatePass', status: 1, amount: '1' }] }, 'services.0.amount'],
  [{ services: [{ type: 'gatePass', status: 1, amount: 1500.755 }] }, 'services.0.amount'],
  [{ services: [] }, 'services'],
  [{ services: Array.from({ length: SERVICE_TYPES.length + 1 }, () => ({})) }, 'services'],
  [{}, 'services'],
])('%j is refused at the field', async (body, field) => {
  const admin = await portal.as('admin', OFFICE_OPTIONS)
  const settingResponse = await admin.post('/system-parameter-setting', body)
  expect(settingResponse.status).toBe(400)
  expect(Object.keys(settingResponse.body.errors)).toContain(field)
})

const setService = async (type: string, status: number, amount: number) => {
  const officeAdmin = await portal.as('admin', OFFICE_OPTIONS)
  const services = [{ type, status, amount }]
  expect((await officeAdmin.post('/system-parameter-setting', { services })).status).toBe(200)
}
test('of two who change different things of one service neither undoes the other’s change', async () => {
  await setService('commendation', 1, 1000)
  const officeAdmin = await portal.as('admin', OFFICE_OPTIONS)
  for (const change of [{ status: 0 }, { amount: 2000 }]) {
    const services = [{ type: 'commendation', ...change }]
    expect((await officeAdmin.post('/system-parameter-setting', { services })).status).toBe(200)
  }
  const { body } = await officeAdmin.get<ServiceSetting[]>('/system-parameter-settings')
  expect(body).toContainEqual({ type: 'commendation', status: 0, amount: 2000 })
})

/**
 * Sends an empty form and returns the error code: `invalidInput` if the service is open, otherwise the code
 * of a closed service.
 */
const getErrorCode = async (resident: LoggedInCaller, module: TicketModule) =>
  (await resident.post(`/${module.path.one}`, {})).body.code

describe('a change applies to the next call of logged-in residents', () => {
  test.each(
    MODULES.filter(({ path }) => path.one !== 'service').map((module) => [module.setting, module] as const),
  )('%s', async (type, module) => {
    const resident = await portal.as('client', { soaAmount: 1500.5 })
    const otherResident = await portal.as('client', { soaAmount: 0 })
    await setService(type, 1, 1500.51)
    expect(await getErrorCode(resident, module)).toBe('invalidInput')
    await setService(type, 1, 1500.5)
    expect(await getErrorCode(resident, module)).toBe('serviceBlocked')
    expect(await getErrorCode(otherResident, module)).toBe('invalidInput')
    await setService(type, 1, 0)
    expect(await getErrorCode(otherResident, module)).toBe('serviceBlocked')
    await setService(type, 0, 9_999_999)
    for (const tenant of [resident, otherResident])
      expect(await getErrorCode(tenant, module)).toBe('serviceDisabled')
    await setService(type, 1, 9_999_999)
    for (const tenant of [resident, otherResident])
      expect(await getErrorCode(tenant, module)).toBe('invalidInput')
  })

  test('the answer shows a resident which services are open, blocked by the balance, or off', async () => {
    const resident = await portal.as('client', { soaAmount: 999.99 })
    await setService('commendation', 1, 1000)
    await setService('reservation', 1, 999.99)
    await setService('jobOrderRequest', 0, 1)
    const getAccess = async () => {
      const { body } = await resident.get<ServiceSetting[]>('/system-parameter-settings')
      const findAccess = (serviceType: string) => body.find(({ type }) => type === serviceType)?.gate
      return ['commendation', 'reservation', 'jobOrderRequest'].map(findAccess)
    }
    expect(await getAccess()).toEqual(['open', 'blocked', 'disabled'])
    await setLeftToPay(portal.db, resident.id, 1000)
    expect(await getAccess()).toEqual(['blocked', 'blocked', 'disabled'])
    await setLeftToPay(portal.db, resident.id, 0)
    expect(await getAccess()).toEqual(['open', 'open', 'disabled'])
    const officeAdmin = await portal.as('admin', OFFICE_OPTIONS)
    const [first] = (await officeAdmin.get<ServiceSetting[]>('/system-parameter-settings')).body
    expect(first).not.toHaveProperty('gate')
  })

  test('a balance below the amount opens a service, one that reaches it closes it', async () => {
    const resident = await portal.as('client', { soaAmount: 999.99 })
    const commendation = getModule('commendation')
    await setService('commendation', 1, 1000)
    expect(await getErrorCode(resident, commendation)).toBe('invalidInput')
    await setLeftToPay(portal.db, resident.id, 1000)
    expect(await getErrorCode(resident, commendation)).toBe('serviceBlocked')
    await setLeftToPay(portal.db, resident.id, 0)
    expect(await getErrorCode(resident, commendation)).toBe('invalidInput')
  })

  test('residents can still read, change and delete tickets filed before', async () => {
    const resident = await portal.as('client', { soaAmount: 10 })
    await setService('commendation', 1, 1000)
    const body = { title: 'Thanks', comment: 'To the guards', type: 1 }
    const { id } = (await resident.post<{ id: number }>('/commendation', body)).body
    await setService('commendation', 1, 10)
    expect((await resident.get(`/commendation/${id}`)).status).toBe(200)
    expect((await resident.put(`/commendation/${id}`, { title: 'Many thanks' })).status).toBe(200)
    expect((await resident.post('/commendation', body)).body.code).toBe('serviceBlocked')
    expect((await resident.delete(`/commendation/${id}`)).status).toBe(200)
  })

  test('connected residents receive the change, the office does not', async () => {
    const { db, pool } = portal.services
    const testGateway = await openTestGateway({ db, pool } as Parameters<typeof openTestGateway>[0])
    onTestFinished(testGateway.close)
    const resident = await portal.as('client')
    const officeAdmin = await portal.as('admin')
    const [phone, laptop, officeDevice] = [
      await testGateway.connect(resident.token),
      await testGateway.connect(resident.token),
      await testGateway.connect(officeAdmin.token),
    ]
    await setService('workPermit', 0, 5)
    for (const { received } of [phone, laptop])
      await expect.poll(() => received.map(({ event }) => event)).toContain('account')
    await testGateway.settle()
    expect(officeDevice.received.map(({ event }) => event)).not.toContain('account')
    const serviceSettings = await resident.get<ServiceSetting[]>('/system-parameter-settings')
    expect(serviceSettings.body).toContainEqual({
      type: 'workPermit',
      status: 0,
      amount: 5,
      gate: 'disabled',
    })
  })
})
