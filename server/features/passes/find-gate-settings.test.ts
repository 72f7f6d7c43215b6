import { expect, test } from 'vitest'
import { createTestTicket } from '#features/tickets/testing.ts'
import { openTestPortal } from '#testing/portal.ts'
import type { GateSettings, Pass, SavedGateSettings } from '@tahanan/contract/gate/answers.ts'

const portal = await openTestPortal()
const admin = await portal.as('admin')
const resident = await portal.as('client')
const guard = await portal.as('admin', { roles: { gate: ['view', 'scan'] } })

async function approvePermit(): Promise<number> {
  const { id } = await createTestTicket(resident, 'workPermit', {})
  expect((await admin.put(`/permit/${id}`, { status: 2 })).status).toBe(200)
  return id
}
const getPass = async (id: number) => (await resident.get<Pass>(`/pass/${id}`)).body

const settings: GateSettings = {
  visitHoursBefore: 1,
  workFrom: '07:00',
  workTo: '16:30',
  howToGetIn: 'Use gate 2.',
  walkInSeconds: 45,
  visitorsReturn: 0,
  officePhone: '(02) 8555 0100',
}
const getRefusedFields = async (overrides: object) =>
  Object.keys((await admin.put('/gate-settings', { ...settings, ...overrides })).body.errors)

test('settings of the gate change the hours of later passes, and the way in at once', async () => {
  const earlierPermitId = await approvePermit()
  expect((await admin.put('/gate-settings', settings)).status).toBe(200)
  expect((await guard.get('/gate-settings')).body).toMatchObject(settings)
  const laterPermitId = await approvePermit()
  expect(await getPass(earlierPermitId)).toMatchObject({ dayFrom: '08:00', howToGetIn: 'Use gate 2.' })
  expect(await getPass(laterPermitId)).toMatchObject({ dayFrom: '07:00', dayTo: '16:30' })
})

test('settings of the gate are refused from a page that is older than a colleague’s change, also the first time', async () => {
  const olderSettings = (await admin.get<SavedGateSettings>('/gate-settings')).body
  const colleague = await portal.as('admin', { name: 'Liza Villanueva', roles: { gate: ['devices'] } })
  const savedSettings = (
    await colleague.put<SavedGateSettings>('/gate-settings', { ...olderSettings, walkInSeconds: 90 })
  ).body
  const conflictAnswer = await admin.put('/gate-settings', { ...olderSettings, howToGetIn: 'Use gate 3.' })
  expect([conflictAnswer.status, conflictAnswer.body]).toMatchObject([
    409,
    { code: 'conflict', change: 'Liza Villanueva changed it.' },
  ])
  const mergedSettings = { ...savedSettings, howToGetIn: 'Use gate 3.' }
  expect((await admin.put('/gate-settings', mergedSettings)).body).toMatchObject({ walkInSeconds: 90 })
})

test('settings of the gate refuse impossible values', async () => {
  expect(await getRefusedFields({ workFrom: '7:00' })).toEqual(['workFrom'])
  expect(await getRefusedFields({ workFrom: '17:00' })).toEqual(['workTo'])
  expect(await getRefusedFields({ walkInSeconds: 5 })).toEqual(['walkInSeconds'])
  expect(await getRefusedFields({ visitHoursBefore: 25 })).toEqual(['visitHoursBefore'])
  expect(await getRefusedFields({ howToGetIn: 'x'.repeat(501) })).toEqual(['howToGetIn'])
})
