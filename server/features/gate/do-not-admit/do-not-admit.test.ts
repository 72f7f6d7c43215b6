import { expect, test } from 'vitest'
import { openTestPortal } from '#testing/portal.ts'
import type { BarredPerson } from '@tahanan/contract/gate/answers.ts'
import { formatDay } from '@tahanan/contract/time.ts'
import { loadBarredCheck } from './repository.ts'

const portal = await openTestPortal()
const officeAdmin = await portal.as('admin', { roles: { gate: ['devices'] } })
const timeZone = portal.services.config.communityTimeZone
const reason = 'Took a bicycle'
const addBarredPerson = async (fields: Record<string, unknown>) =>
  (await officeAdmin.post<BarredPerson>('/do-not-admit', { reason, ...fields })).body
const isBarred = async (name: string, plate = '') =>
  (await loadBarredCheck(portal.db, timeZone))([name], plate)
const getDay = (days: number) => formatDay(new Date(Date.now() + days * 86_400_000), timeZone)

test('names are compared by their words, plates by letters and digits', async () => {
  const entry = await addBarredPerson({ name: 'Dela Cruz, Juán', plate: 'NBC-1234' })
  expect(await isBarred('juan DELA cruz')).toBe(true)
  expect(await isBarred('Juan Dela Cruz Jr.')).toBe(true)
  expect(await isBarred('Juan Cruz')).toBe(false)
  for (const plate of ['nbc 1234', 'NBC1234', 'N.B.C 12-34']) expect(await isBarred('Ana', plate)).toBe(true)
  expect(await isBarred('Ana', 'NBC 1235')).toBe(false)
  expect(await isBarred('')).toBe(false)
  await officeAdmin.put(`/do-not-admit/${entry.id}`, { name: '' })
  expect(await isBarred('Juan Dela Cruz')).toBe(false)
  expect((await officeAdmin.delete(`/do-not-admit/${entry.id}`)).status).toBe(200)
  expect(await isBarred('Ana', 'NBC 1234')).toBe(false)
  expect((await officeAdmin.delete(`/do-not-admit/${entry.id}`)).status).toBe(404)
})

test('an entry counts until the end of its last day', async () => {
  await addBarredPerson({ name: 'Ended Yesterday', endsOn: getDay(-1) })
  const today = await addBarredPerson({ name: 'Ends Today', endsOn: getDay(0) })
  expect(today.endsOn).toBe(getDay(0))
  expect([await isBarred('Ended Yesterday'), await isBarred('Ends Today')]).toEqual([false, true])
})

test('it needs a name or a plate, and a reason', async () => {
  const getErrors = async (fields: Record<string, unknown>) =>
    (await officeAdmin.post('/do-not-admit', fields)).body.errors
  const missingErrors = ['Please input a name or a plate!']
  expect(await getErrors({ reason })).toEqual({ name: missingErrors })
  expect(await getErrors({ reason, name: '---' })).toEqual({ name: missingErrors })
  expect(await getErrors({ reason, name: 'Ana', plate: '- -' })).toEqual({ plate: missingErrors })
  expect(await getErrors({ name: 'Ana' })).toEqual({ reason: ['Please input a reason!'] })
  const entry = await addBarredPerson({ plate: 'XYZ 987' })
  expect((await officeAdmin.put(`/do-not-admit/${entry.id}`, { plate: '' })).body.errors).toEqual({
    name: missingErrors,
  })
})

test('an entry that is sent twice is added once, and answered as it is', async () => {
  await addBarredPerson({ name: 'Before' })
  const sendEntry = async () => {
    const { statusCode, body } = await portal.app.inject({
      method: 'POST',
      url: '/api/do-not-admit',
      payload: { name: 'Sent Twice', reason },
      headers: { authorization: `Bearer ${officeAdmin.token}`, 'idempotency-key': 'entry-1' },
    })
    return [statusCode, (JSON.parse(body) as BarredPerson).name]
  }
  expect([await sendEntry(), await sendEntry()]).toEqual([
    [201, 'Sent Twice'],
    [201, 'Sent Twice'],
  ])
  const { data } = (await officeAdmin.get<{ data: BarredPerson[] }>('/do-not-admit')).body
  expect(data.filter(({ name }) => name === 'Sent Twice')).toHaveLength(1)
})

test('the gates are told of a change, without the reason', async () => {
  const guard = await portal.as('admin', { roles: { gate: ['view', 'scan'] } })
  await portal.drainEvents()
  const { id } = await addBarredPerson({ name: 'Told' })
  const listChanges = [
    () => officeAdmin.put(`/do-not-admit/${id}`, { name: 'Told again' }),
    () => officeAdmin.delete(`/do-not-admit/${id}`),
    () => addBarredPerson({ name: 'Another' }),
  ]
  for (const changeList of listChanges) {
    const sentEvents = await portal.drainEvents()
    for (const room of [`admin.${guard.id}`, `at-gate.${guard.id}`])
      expect(sentEvents).toContainEqual({ room, event: 'gate', data: {} })
    await changeList()
  }
})
