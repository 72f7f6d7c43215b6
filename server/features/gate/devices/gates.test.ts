import { expect, test } from 'vitest'
import { openTestPortal } from '#testing/portal.ts'
import type { Gate, GateDevice, GateDeviceCode } from '@tahanan/contract/gate/answers.ts'
import { openGates } from './testing.ts'

const portal = await openTestPortal()
const { office, makeGate, makeDevice, enrolGuard } = await openGates(portal)

test('a gate has a name of its own and a direction', async () => {
  const gate = (await office.post<Gate>('/gate', { name: ' North Gate ', direction: 'in' })).body
  expect(gate).toMatchObject({ name: 'North Gate', direction: 'in' })
  const missingNameAnswer = await office.post('/gate', { name: ' ' })
  expect([missingNameAnswer.status, missingNameAnswer.body.errors]).toEqual([
    400,
    { name: ['Please input a name!'], direction: ['Please choose a direction!'] },
  ])
  const nameTakenErrors = { name: ['There is a gate of this name already.'] }
  expect((await office.post('/gate', { name: 'north gate', direction: 'out' })).body.errors).toEqual(
    nameTakenErrors,
  )
  const otherGate = await makeGate()
  expect((await office.put(`/gate/${otherGate.id}`, { name: 'NORTH GATE' })).body.errors).toEqual(
    nameTakenErrors,
  )
  expect((await office.put(`/gate/${gate.id}`, { direction: 'out' })).body).toEqual({
    ...gate,
    direction: 'out',
    updated_at: expect.any(String) as string,
  })
  const staleBody = { name: 'South Gate', updated_at: gate.updated_at }
  expect((await office.put(`/gate/${gate.id}`, staleBody)).status).toBe(409)
  expect((await office.delete(`/gate/${gate.id}`)).status).toBe(200)
  expect((await office.put(`/gate/${gate.id}`, { name: 'Gone' })).status).toBe(404)
  expect((await office.post('/gate', { name: 'North Gate', direction: 'both' })).status).toBe(201)
})

test('the office sees which devices wait, are enrolled and ended', async () => {
  const gate = await makeGate()
  const waitingDevice = await makeDevice(gate.id)
  const enrolledGuard = await enrolGuard()
  const endedDevice = await makeDevice(gate.id)
  await office.delete(`/gate-device/${endedDevice.id}`)
  const { data } = (await office.get<{ data: GateDevice[] }>('/gate-devices')).body
  const find = (id: number) => data.find((device) => device.id === id)
  expect(find(waitingDevice.id)).toMatchObject({
    gateId: gate.id,
    enrolledAt: null,
    codeEndsAt: waitingDevice.endsAt,
  })
  expect(find(enrolledGuard.device.id)).toMatchObject({
    enrolledAt: expect.any(String) as string,
    seenAt: expect.any(String) as string,
    codeEndsAt: null,
  })
  expect(data.at(-1)).toMatchObject({ id: endedDevice.id, endedAt: expect.any(String) as string })
  expect(JSON.stringify(data)).not.toContain(waitingDevice.code)
})

test('a device needs a name and a gate that stands', async () => {
  const deletedGate = await makeGate()
  await office.delete(`/gate/${deletedGate.id}`)
  const refusedAnswer = await office.post('/gate-device', { gateId: deletedGate.id, name: 'Tablet' })
  expect([refusedAnswer.status, refusedAnswer.body.errors]).toEqual([
    400,
    { gateId: ['Please choose a gate!'] },
  ])
  expect((await office.post('/gate-device', {})).body.errors).toEqual({
    gateId: ['Please choose a gate!'],
    name: ['Please input a name!'],
  })
  const { endsAt } = (
    await office.post<GateDeviceCode>('/gate-device', { gateId: (await makeGate()).id, name: 'Tablet' })
  ).body
  const minutesLeft = (Date.parse(endsAt) - Date.now()) / 60_000
  expect(minutesLeft).toBeGreaterThan(14)
  expect(minutesLeft).toBeLessThanOrEqual(15.1)
})

test('the use of a device shows when it was last seen', async () => {
  const { guard, device } = await enrolGuard()
  const oldTime = new Date(Date.now() - 600_000)
  await portal.db
    .updateTable('sessions')
    .set({ active_at: oldTime })
    .where('id', '=', guard.sessionId)
    .execute()
  await portal.db.updateTable('gate_devices').set({ seen_at: oldTime }).where('id', '=', device.id).execute()
  await guard.get('/me')
  const findDeviceSeenAt = async () =>
    (
      await portal.db
        .selectFrom('gate_devices')
        .select('seen_at')
        .where('id', '=', device.id)
        .executeTakeFirstOrThrow()
    ).seen_at
  await expect
    .poll(async () => ((await findDeviceSeenAt())?.getTime() ?? 0) - oldTime.getTime())
    .toBeGreaterThan(60_000)
})

test('gates are listed by name, and ended devices by their end, the last first', async () => {
  for (const name of ['Áb Gate', 'Ac Gate', 'Aa Gate'])
    await office.post('/gate', { name, direction: 'both' })
  const { data: gates } = (await office.get<{ data: Gate[] }>('/gates')).body
  const names = gates.map(({ name }) => name).filter((name) => /^[AÁ][abc] Gate$/.test(name))
  expect(names).toEqual(['Aa Gate', 'Áb Gate', 'Ac Gate'])
  const { id: gateId } = await makeGate()
  const [first, second, waitingDevice] = [
    await makeDevice(gateId),
    await makeDevice(gateId),
    await makeDevice(gateId),
  ]
  for (const { id } of [second, first]) await office.delete(`/gate-device/${id}`)
  const { data } = (await office.get<{ data: GateDevice[] }>('/gate-devices')).body
  const ids = data.map(({ id }) => id).filter((id) => [first.id, second.id, waitingDevice.id].includes(id))
  expect(ids).toEqual([waitingDevice.id, first.id, second.id])
})
