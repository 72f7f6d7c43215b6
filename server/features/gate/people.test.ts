import { expect, test } from 'vitest'
import { openTestPortal } from '#testing/portal.ts'
import type { ListOf } from '@tahanan/contract/answers.ts'
import type { GateLogEntry, ScanResult, TicketEntry } from '@tahanan/contract/gate/answers.ts'
import {
  createApprovedPass,
  enrolTestDevice,
  createEntryBody,
  GUARD_ROLES,
  MINUTE_MS,
  createOfflineTimes,
  findPassRow,
  sendGateEntries,
} from './testing.ts'

const portal = await openTestPortal()
const { db } = portal
const guard = await portal.as('admin', { name: 'Rodel Manlangit', roles: GUARD_ROLES })
const officeAdmin = await portal.as('admin', { name: 'Liza Villanueva' })
const logInAtGate = async () => {
  const session = await portal.logIn('admin', guard.account)
  return { ...session, ...(await enrolTestDevice(db, session)) }
}
const sendScan = async (scanBody: object, caller = guard) =>
  (await caller.post<ScanResult>('/gate-scan', scanBody)).body
const findTicket = async ({ ticketId }: { ticketId: number }) =>
  db.selectFrom('tickets').selectAll().where('id', '=', ticketId).executeTakeFirstOrThrow()

test('an entry of a permit counts workers, and leaves the permit ongoing', async () => {
  const pass = await createApprovedPass(portal, { module: 'workPermit' })
  await db.updateTable('gate_passes').set({ people: 3 }).where('id', '=', pass.id).execute()
  const entryResults = await sendGateEntries(
    guard,
    createEntryBody(pass.code, 'in', { people: 2 }),
    createEntryBody(pass.code, 'in'),
    createEntryBody(pass.code, 'in'),
    createEntryBody(pass.code, 'out', { people: 3 }),
    createEntryBody(pass.code, 'in', { people: 3 }),
  )
  expect(entryResults.map(({ outcome, mark }) => [outcome, mark])).toEqual([
    ['written', ''],
    ['written', ''],
    ['refused', 'inside'],
    ['written', ''],
    ['written', ''],
  ])
  expect(await findTicket(pass)).toMatchObject({ status: 3 })
  expect(await findPassRow(db, pass.id)).toMatchObject({ entered: 6, left: 3, ended_at: null })
  const laterValidity = { valid_from: new Date(Date.now() + MINUTE_MS) }
  await db.updateTable('gate_passes').set(laterValidity).where('id', '=', pass.id).execute()
  expect((await sendGateEntries(guard, createEntryBody(pass.code, 'out')))[0]).toMatchObject({
    outcome: 'marked',
    mark: 'hours',
  })
})

test('an entry of a permit names the workers: who is inside comes in once, and who is not goes nowhere', async () => {
  const resident = await portal.as('client')
  const contractors = ['Ana Cruz', 'Ben Lim', 'Cy Reyes'].map((name) => ({ name, information: 'Painter' }))
  const pass = await createApprovedPass(portal, { module: 'workPermit', resident, contractors })
  const gateSession = await logInAtGate()
  const createWorkerEntry = (kind: 'in' | 'out', workers: string[], overrides: object = {}) =>
    createEntryBody(pass.code, kind, { workers, ...overrides })
  const entryResults = await sendGateEntries(
    gateSession,
    createWorkerEntry('in', ['Ana Cruz', 'Ben Lim', 'A stranger']),
    createWorkerEntry('in', ['Ben Lim']),
    createWorkerEntry('in', ['Ben Lim', 'Cy Reyes'], createOfflineTimes(1)),
    createWorkerEntry('out', ['Ana Cruz']),
    createWorkerEntry('out', ['Ana Cruz']),
  )
  expect(
    entryResults.map(({ outcome, mark, pass: passAfter }) => [outcome, mark, passAfter?.workersInside]),
  ).toEqual([
    ['written', '', ['Ana Cruz', 'Ben Lim']],
    ['refused', 'inside', ['Ana Cruz', 'Ben Lim']],
    ['marked', 'inside', expect.arrayContaining(['Ana Cruz', 'Ben Lim', 'Cy Reyes'])],
    ['written', '', expect.not.arrayContaining(['Ana Cruz'])],
    ['refused', 'notInside', expect.not.arrayContaining(['Ana Cruz'])],
  ])
  expect(await findPassRow(db, pass.id)).toMatchObject({ entered: 3, left: 1, came: 3 })
  const { data } = (
    await officeAdmin.get<ListOf<GateLogEntry>>(`/gate-log?searchTerm=${pass.number}&kind=in`)
  ).body
  expect(data.map(({ people, workers }) => [people, workers])).toContainEqual([2, ['Ana Cruz', 'Ben Lim']])
  const shownTicket = (await resident.get<{ entries: TicketEntry[] }>(`/permit/${pass.ticketId}`)).body
  expect(shownTicket.entries[0]).toMatchObject({ kind: 'out', workers: ['Ana Cruz'], came: 3, expected: 3 })
})

test('an entry of a permit tells two workers of one name apart', async () => {
  const contractors = [1, 2].map((n) => ({ name: 'Boy Santos', information: `Painter ${n}` }))
  const pass = await createApprovedPass(portal, { module: 'workPermit', contractors })
  const { workers } = (await sendScan({ code: pass.code })).pass ?? {}
  expect(workers).toEqual(['Boy Santos', 'Boy Santos (2)'])
  const entryResults = await sendGateEntries(
    guard,
    ...(workers ?? []).map((name) => createEntryBody(pass.code, 'in', { workers: [name] })),
  )
  expect(entryResults.map(({ outcome, pass: passAfter }) => [outcome, passAfter?.entered])).toEqual([
    ['written', 1],
    ['written', 2],
  ])
})

test('an entry of a visit for several says how many of how many came, also once the office changed the number', async () => {
  const resident = await portal.as('client')
  for (const invalidPeople of [0, 21, 1.5])
    expect((await resident.post('/visitor', { people: invalidPeople })).body.errors).toHaveProperty('people')
  const pass = await createApprovedPass(portal, { resident, people: 4 })
  await sendGateEntries(guard, createEntryBody(pass.code, 'in', { people: 3 }))
  const [exitResult] = await sendGateEntries(guard, createEntryBody(pass.code, 'out'))
  expect(exitResult?.pass).toMatchObject({ people: 4, came: 3, entered: 3, left: 1 })
  expect((await officeAdmin.put(`/visitor/${pass.ticketId}`, { people: 5 })).status).toBe(200)
  expect((await sendScan({ code: pass.code })).pass).toMatchObject({ people: 5, came: 3 })
  expect((await resident.get(`/pass/${pass.ticketId}`)).body).toMatchObject({ people: 5, came: 3 })
  const shownTicket = (await resident.get<{ entries: TicketEntry[] }>(`/visitor/${pass.ticketId}`)).body
  expect(shownTicket.entries[0]).toMatchObject({ kind: 'out', came: 3, expected: 5 })
})

test('an entry of a guest who stepped out is one more within the hours, unless the office or the resident says no', async () => {
  const resident = await portal.as('client')
  const pass = await createApprovedPass(portal, { resident })
  const gateSession = await logInAtGate()
  await sendGateEntries(gateSession, createEntryBody(pass.code, 'in'), createEntryBody(pass.code, 'out'))
  expect(await findTicket(pass)).toMatchObject({ status: 4 })
  expect((await resident.get(`/pass/${pass.ticketId}`)).body).toMatchObject({
    endedAt: null,
    endReason: null,
  })
  const returnEntry = createEntryBody(pass.code, 'in')
  expect((await sendGateEntries(gateSession, returnEntry))[0]).toMatchObject({
    outcome: 'written',
    mark: '',
    pass: { came: 1 },
  })
  expect(await findTicket(pass)).toMatchObject({ status: 3, completed_at: null })
  await sendGateEntries(gateSession, createEntryBody(pass.code, 'undo', { undoes: returnEntry.key }))
  expect(await findTicket(pass)).toMatchObject({ status: 4, completed_at: expect.any(Date) })
  await sendGateEntries(gateSession, createEntryBody(pass.code, 'in'), createEntryBody(pass.code, 'out'))
  expect(await findTicket(pass)).toMatchObject({ status: 4 })
  expect((await resident.delete(`/pass/${pass.ticketId}`)).status).toBe(200)
  expect((await sendScan({ code: pass.code })).verdict).toBe('ended')
  expect(await findPassRow(db, pass.id)).toMatchObject({ end_reason: 'resident' })

  const cancelledPass = await createApprovedPass(portal)
  await sendGateEntries(
    gateSession,
    createEntryBody(cancelledPass.code, 'in'),
    createEntryBody(cancelledPass.code, 'out'),
  )
  expect((await officeAdmin.put(`/visitor/${cancelledPass.ticketId}`, { remarks: 'Thanks' })).status).toBe(
    200,
  )
  expect((await sendScan({ code: cancelledPass.code })).verdict).toBe('mayEnter')
  const cancellation = { status: 5, remarks: 'Not wanted any more' }
  expect((await officeAdmin.put(`/visitor/${cancelledPass.ticketId}`, cancellation)).status).toBe(200)
  expect((await sendScan({ code: cancelledPass.code })).verdict).toBe('ended')
  expect(await findPassRow(db, cancelledPass.id)).toMatchObject({ end_reason: 'status' })

  const expiredPass = await createApprovedPass(portal)
  await sendGateEntries(
    gateSession,
    createEntryBody(expiredPass.code, 'in'),
    createEntryBody(expiredPass.code, 'out'),
  )
  await db
    .updateTable('gate_passes')
    .set({ valid_to: new Date(Date.now() - 1000) })
    .where('id', '=', expiredPass.id)
    .execute()
  expect((await sendScan({ code: expiredPass.code })).verdict).toBe('tooLate')

  const { body: settings } = await officeAdmin.get<object>('/gate-settings')
  await officeAdmin.put('/gate-settings', { ...settings, visitorsReturn: 0 })
  const singleVisitPass = await createApprovedPass(portal)
  const { body: changedSettings } = await officeAdmin.get<object>('/gate-settings')
  await officeAdmin.put('/gate-settings', { ...changedSettings, visitorsReturn: 1 })
  await sendGateEntries(
    gateSession,
    createEntryBody(singleVisitPass.code, 'in'),
    createEntryBody(singleVisitPass.code, 'out'),
  )
  expect((await sendScan({ code: singleVisitPass.code })).verdict).toBe('ended')
  const parcel = await createApprovedPass(portal, { module: 'gatePass' })
  await sendGateEntries(gateSession, createEntryBody(parcel.code, 'in'), createEntryBody(parcel.code, 'out'))
  expect((await sendScan({ code: parcel.code })).verdict).toBe('ended')
})
