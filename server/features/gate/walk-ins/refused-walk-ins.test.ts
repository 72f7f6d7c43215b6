import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { createEntryBody, sendGateEntries } from '#features/gate/testing.ts'
import { openTestPortal } from '#testing/portal.ts'
import type { ListOf } from '@tahanan/contract/answers.ts'
import type { GateLogEntry, ScanResult } from '@tahanan/contract/gate/answers.ts'
import { shiftWalkInTimes, answerWalkIn, listWalkIns, registerWalkIn, findShownWalkIn } from './testing.ts'

const portal = await openTestPortal()
const { db } = portal
const guard = await portal.as('admin', { name: 'Ramon Cruz', roles: { gate: ['view', 'scan', 'register'] } })
const createResident = (overrides = {}) => portal.as('client', { unitNumber: '12-A', ...overrides })

test('a barred name or plate is refused in the words of the gate, and logged', async () => {
  const resident = await createResident()
  const barredPerson = { name: 'Jun Reyes', reason: 'Theft in block 4' }
  await db.insertInto('do_not_admit').values(barredPerson).execute()
  const key = randomUUID()
  for (const _ of [1, 2]) {
    const refusedAnswer = await registerWalkIn(guard, resident.id, { key, name: 'REYES, Jun' })
    expect(refusedAnswer).toMatchObject({ status: 409, body: { message: 'Ask the office.' } })
    expect(JSON.stringify(refusedAnswer.body)).not.toContain('Theft')
  }
  const log = db.selectFrom('gate_events').select(['kind', 'mark', 'name']).where('key', '=', key)
  expect(await log.execute()).toEqual([{ kind: 'refused', mark: 'barred', name: 'REYES, Jun' }])
  expect(await listWalkIns(resident)).toEqual([])
})

test('every barred attempt is logged with its verdict and plate, until the office says yes', async () => {
  const resident = await createResident()
  const barredPerson = { name: 'Ramon Tulfo Sy', reason: 'Debts' }
  await db.insertInto('do_not_admit').values(barredPerson).execute()
  const key = randomUUID()
  const attempts = [
    { name: 'SY, Ramon Tulfo', plate: 'ABC 1234' },
    { name: 'SY, Ramon Tulfo', plate: 'XYZ 9876' },
    { name: 'Ramon Tulfo Sy', people: 2 },
  ]
  for (const attempt of attempts)
    expect((await registerWalkIn(guard, resident.id, { key, officeYes: ' ', ...attempt })).status).toBe(409)
  const officeAdmin = await portal.as('admin')
  const listLogEntries = async () =>
    (await officeAdmin.get<ListOf<GateLogEntry>>(`/gate-log?tenantId=${resident.id}`)).body.data
  expect(
    (await listLogEntries()).map(({ name, plate, people, verdict, mark }) => [
      name,
      plate,
      people,
      verdict,
      mark,
    ]),
  ).toEqual([
    ['Ramon Tulfo Sy', '', 2, 'askOffice', 'barred'],
    ['SY, Ramon Tulfo', 'XYZ 9876', 1, 'askOffice', 'barred'],
    ['SY, Ramon Tulfo', 'ABC 1234', 1, 'askOffice', 'barred'],
  ])
  const registeredWalkIn = await registerWalkIn(guard, resident.id, {
    key,
    ...attempts[1],
    officeYes: 'Liza Villanueva',
  })
  expect(registeredWalkIn).toMatchObject({ status: 201, body: { state: 'asked' } })
  await answerWalkIn(resident, registeredWalkIn.body, 'allow')
  const code = (await findShownWalkIn(guard, registeredWalkIn.body))?.code
  const scanResult = (await guard.post<ScanResult>('/gate-scan', { code })).body
  expect(scanResult).toMatchObject({ verdict: 'mayEnter', may: ['in'] })
  await sendGateEntries(guard, createEntryBody(code ?? '', 'in'))
  expect((await listLogEntries())[0]).toMatchObject({
    kind: 'in',
    plate: 'XYZ 9876',
    note: 'Approved by Liza Villanueva of the office.',
  })
})

test('a walk-in that was denied stands in the log with its plate, and who decided', async () => {
  const resident = await createResident()
  const deniedByResident = await registerWalkIn(guard, resident.id, { plate: 'NBC 4321', people: 3 })
  await answerWalkIn(resident, deniedByResident.body, 'deny')
  const deniedByGuard = await registerWalkIn(guard, resident.id, { name: 'Ana Lim' })
  await shiftWalkInTimes(db, deniedByGuard.body, 61)
  const otherGuard = await portal.as('admin', { name: 'Nilo Reyes', roles: { gate: ['view', 'register'] } })
  await answerWalkIn(otherGuard, deniedByGuard.body, 'deny')
  const officeAdmin = await portal.as('admin')
  const { data } = (await officeAdmin.get<ListOf<GateLogEntry>>(`/gate-log?tenantId=${resident.id}`)).body
  expect(
    data.map(({ kind, name, people, plate, verdict, guard: guardName, note, passKind }) => [
      kind,
      name,
      people,
      plate,
      verdict,
      guardName,
      note,
      passKind,
    ]),
  ).toEqual([
    ['refused', 'Ana Lim', 1, '', 'denied', 'Nilo Reyes', 'Delivery. Not let in by the guard.', 'Walk-in'],
    [
      'refused',
      'Maria Santos',
      3,
      'NBC 4321',
      'denied',
      'Ramon Cruz',
      'Delivery. Not let in by the resident.',
      'Walk-in',
    ],
  ])
})
