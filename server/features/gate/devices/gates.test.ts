import { expect, test } from 'vitest'
import { openTestPortal } from '#testing/portal.ts'
import type { Gate, GateDevice, NewGateDevice } from '@tahanan/contract/gate/answers.ts'
import { openGates } from './testing.ts'

const portal = await openTestPortal()
const { office, makeGate, makeDevice, enrolGuard } = await openGates(portal)

test('a gate has a name of its own and a direction', async () => {
  const gate = (await office.post<Gate>('/gate', { name: ' North Gate ', direction: 'in' })).body
  expect(gate).toMatchObject({ name: 'North Gate', direction: 'in' })
  const missing = await office.post('/gate', { name: ' ' })
  expect([missing.status, missing.body.errors]).toEqual([
    400,
    { name: ['Please input a name!'], direction: ['Please choose a direction!'] },
  ])
  const taken = { name: ['There is a gate of this name already.'] }
  expect((await office.post('/gate', { name: 'north gate', direction: 'out' })).body.errors).toEqual(taken)
  const other = await makeGate()
  expect((await office.put(`/gate/${other.id}`, { name: 'NORTH GATE' })).body.errors).toEqual(taken)
  expect((await office.put(`/gate/${gate.id}`, { direction: 'out' })).body).toEqual({
    ...gate,
    direction: 'out',
    updated_at: expect.any(String) as string,
  })
  const stale = { name: 'South Gate', updated_at: gate.updated_at }
  expect((await office.put(`/gate/${gate.id}`, stale)).status).toBe(409)
  expect((await office.delete(`/gate/${gate.id}`)).status).toBe(200)
  expect((await office.put(`/gate/${gate.id}`, { name: 'Gone' })).status).toBe(404)
  expect((await office.post('/gate', { name: 'North Gate', direction: 'both' })).status).toBe(201)
})

test('the office sees which devices wait, are enrolled and ended', async () => {
  const gate = await makeGate()
  const waiting = await makeDevice(gate.id)
  const enrolled = await enrolGuard()
  const ended = await makeDevice(gate.id)
  await office.delete(`/gate-device/${ended.id}`)
  const { data } = (await office.get<{ data: GateDevice[] }>('/gate-devices')).body
  const find = (id: number) => data.find((device) => device.id === id)
  expect(find(waiting.id)).toMatchObject({ gateId: gate.id, enrolledAt: null, codeEndsAt: waiting.endsAt })
  expect(find(enrolled.device.id)).toMatchObject({
    enrolledAt: expect.any(String) as string,
    seenAt: expect.any(String) as string,
    codeEndsAt: null,
  })
  expect(data.at(-1)).toMatchObject({ id: ended.id, endedAt: expect.any(String) as string })
  expect(JSON.stringify(data)).not.toContain(waiting.code)
})

test('a device needs a name and a gate that stands', async () => {
  const gone = await makeGate()
  await office.delete(`/gate/${gone.id}`)
  const refused = await office.post('/gate-device', { gateId: gone.id, name: 'Tablet' })
  expect([refused.status, refused.body.errors]).toEqual([400, { gateId: ['Please choose a gate!'] }])
  expect((await office.post('/gate-device', {})).body.errors).toEqual({
    gateId: ['Please choose a gate!'],
    name: ['Please input a name!'],
  })
  const { endsAt } = (
    await office.post<NewGateDevice>('/gate-device', { gateId: (await makeGate()).id, name: 'Tablet' })
  ).body
  const minutes = (Date.parse(endsAt) - Date.now()) / 60_000
  expect(minutes).toBeGreaterThan(14)
  expect(minutes).toBeLessThanOrEqual(15.1)
})

test('the use of a device shows when it was last seen', async () => {
  const { guard, device } = await enrolGuard()
  const old = new Date(Date.now() - 600_000)
  await portal.db.updateTable('sessions').set({ active_at: old }).where('id', '=', guard.sessionId).execute()
  await portal.db.updateTable('gate_devices').set({ seen_at: old }).where('id', '=', device.id).execute()
  await guard.get('/me')
  const seen = async () =>
    (
      await portal.db
        .selectFrom('gate_devices')
        .select('seen_at')
        .where('id', '=', device.id)
        .executeTakeFirstOrThrow()
    ).seen_at
  await expect.poll(async () => ((await seen())?.getTime() ?? 0) - old.getTime()).toBeGreaterThan(60_000)
})

test('gates are listed by name, and ended devices by their end, the last first', async () => {
  for (const name of ['Áb Gate', 'Ac Gate', 'Aa Gate'])
    await office.post('/gate', { name, direction: 'both' })
  const { data: gates } = (await office.get<{ data: Gate[] }>('/gates')).body
  const names = gates.map(({ name }) => name).filter((name) => /^[AÁ][abc] Gate$/.test(name))
  expect(names).toEqual(['Aa Gate', 'Áb Gate', 'Ac Gate'])
  const { id: gateId } = await makeGate()
  const [first, second, waiting] = [
    await makeDevice(gateId),
    await makeDevice(gateId),
    await makeDevice(gateId),
  ]
  for (const { id } of [second, first]) await office.delete(`/gate-device/${id}`)
  const { data } = (await office.get<{ data: GateDevice[] }>('/gate-devices')).body
  const ids = data.map(({ id }) => id).filter((id) => [first.id, second.id, waiting.id].includes(id))
  expect(ids).toEqual([waiting.id, first.id, second.id])
})
