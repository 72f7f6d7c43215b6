import { beforeAll, describe, expect, test } from 'vitest'
import { openTestPortal } from '#testing/portal.ts'
import type { ListOf } from '@tahanan/contract/answers.ts'
import type { GateFigures, GateLogEntry } from '@tahanan/contract/gate/answers.ts'
import { formatDay } from '@tahanan/contract/time.ts'
import {
  createApprovedPass,
  enrolTestDevice,
  createEntryBody,
  sendGateEntries,
  type TestPass,
} from './testing.ts'

const portal = await openTestPortal()
const { db } = portal
const guard = await portal.as('admin', { name: 'Rodel Manlangit', roles: { gate: ['view', 'scan'] } })
const logViewer = await portal.as('admin', { roles: { gate: ['view', 'log'] } })
const resident = await portal.as('client', { unitNumber: 'B-12' })
const MINUTE_MS = 60_000
const createOfflineTimes = (minutes: number) => {
  const entryTime = new Date(Date.now() - minutes * MINUTE_MS).toISOString()
  return { at: entryTime, deviceAt: entryTime, offline: true }
}
const getDayAgo = (days: number) =>
  formatDay(new Date(Date.now() - days * 1440 * MINUTE_MS), portal.services.config.communityTimeZone)
let visit: TestPass
let enrolledGate: { gateId: number }

beforeAll(async () => {
  visit = await createApprovedPass(portal, { resident, visitorsName: 'Wilhelmina Abrenica' })
  await db.updateTable('gate_passes').set({ entries: 'one' }).where('id', '=', visit.id).execute()
  const session = await portal.logIn('admin', guard.account)
  enrolledGate = await enrolTestDevice(db, session, 'North gate')
  const entryToUndo = createEntryBody(visit.code, 'in', createOfflineTimes(50))
  await sendGateEntries(
    session,
    createEntryBody(visit.code, 'in', createOfflineTimes(40)),
    createEntryBody(visit.code, 'out', createOfflineTimes(20)),
  )
  await sendGateEntries(
    session,
    entryToUndo,
    createEntryBody(visit.code, 'undo', { ...createOfflineTimes(50), undoes: entryToUndo.key }),
  )
  await sendGateEntries(session, createEntryBody('AAAA2222', 'in', createOfflineTimes(5)))
  await sendGateEntries(
    guard,
    createEntryBody('AAAA2222', 'refused', { note: 'A torn paper', verdict: 'unknown' }),
  )
})

const listLog = async (query = '', caller = logViewer) =>
  (await caller.get<ListOf<GateLogEntry>>(`/gate-log?${query}`)).body.data

const countLog = async (query: string) => (await listLog(query)).length
const listCsvRows = async (query: string) =>
  (await logViewer.get<{ data: GateLogEntry[] }>(`/gateLogIds?${query}`)).body.data
const listDays = async (query: string) =>
  (await logViewer.get<GateFigures>(`/gate-figures?${query}`)).body.days.map(({ day }) => day)

describe('the log', () => {
  test('has each entry with its pass, gate and guard, the latest moment first', async () => {
    const logEntries = await listLog()
    expect(logEntries.map(({ kind, mark, undone }) => [kind, mark, undone])).toEqual([
      ['refused', '', false],
      ['in', 'unknown', false],
      ['out', '', false],
      ['in', '', false],
      ['undo', '', false],
      ['in', 'ended', true],
    ])
    expect(logEntries[2]).toMatchObject({
      name: 'Wilhelmina Abrenica',
      passKind: 'Visitor pass',
      number: visit.number,
      unitNumber: 'B-12',
      gate: 'North gate',
      device: 'Tablet',
      guard: 'Rodel Manlangit',
      offline: true,
    })
  })

  test('has the verdict of a refusal, also without one of the device', async () => {
    const pass = await createApprovedPass(portal)
    const pastValidity = { valid_to: new Date(Date.now() - MINUTE_MS) }
    await db.updateTable('gate_passes').set(pastValidity).where('id', '=', pass.id).execute()
    await sendGateEntries(
      guard,
      createEntryBody(pass.code, 'refused'),
      createEntryBody(pass.code, 'refused', { verdict: 'askOffice' }),
    )
    const refusedRows = (await listCsvRows('all=1&kind=refused')).map(({ verdict, number }) => [
      verdict,
      number,
    ])
    expect(refusedRows).toEqual([
      ['askOffice', pass.number],
      ['tooLate', pass.number],
      ['unknown', ''],
    ])
  })

  test('is filtered and searched', async () => {
    expect(await countLog('kind=out')).toBe(1)
    expect(await countLog('state=marked')).toBe(2)
    expect(await countLog('state=undone')).toBe(1)
    expect(await countLog('state=offline')).toBe(5)
    expect(await countLog(`tenantId=${resident.id}`)).toBe(4)
    expect(await countLog(`gateId=${enrolledGate.gateId}&kind=in`)).toBe(3)
    expect(await countLog('to=2020-01-01')).toBe(0)
    for (const searchTerm of ['abrenica', visit.number, 'ABR wilh'])
      expect(await countLog(`searchTerm=${encodeURIComponent(searchTerm)}`), searchTerm).toBe(4)
    for (const invalidQuery of ['kind=none', 'from=yesterday', 'other=1', 'from=2026-13-40'])
      expect((await logViewer.get(`/gate-log?${invalidQuery}`)).status, invalidQuery).toBe(400)
  })

  test('is downloaded: chosen entries, and all of a filter', async () => {
    const [first, second] = await listLog()
    expect(await listCsvRows(`selectedIds=${second?.id},${first?.id}`)).toEqual([first, second])
    expect(await listCsvRows('all=1&state=marked')).toHaveLength(2)
    expect(await listCsvRows('all=1')).toEqual(await listLog())
  })

  test('has figures without what was undone', async () => {
    const { body } = await logViewer.get<GateFigures>(`/gate-figures?from=2020-01-01&to=2100-01-01`)
    expect(body.days.reduce((sum, { people }) => sum + people, 0)).toBe(2)
    expect([body.medianStayMinutes, body.overstays]).toEqual([20, 0])
    const emptyFigures = (await logViewer.get<GateFigures>('/gate-figures?from=2024-02-28&to=2024-03-01'))
      .body
    const daysWithoutPeople = ['2024-02-28', '2024-02-29', '2024-03-01'].map((day) => ({ day, people: 0 }))
    expect(emptyFigures).toEqual({ days: daysWithoutPeople, medianStayMinutes: null, overstays: 0 })
    expect((await logViewer.get('/gate-figures')).status).toBe(400)
  })

  test('has figures of each day until today, with and without entries', async () => {
    expect(await listDays(`from=${getDayAgo(3)}&to=`)).toEqual([3, 2, 1, 0].map(getDayAgo))
    expect(await listDays(`from=${getDayAgo(1)}&to=2100-01-01`)).toEqual([1, 0].map(getDayAgo))
    expect((await listDays(`from=&to=${getDayAgo(0)}`)).at(-1)).toBe(getDayAgo(0))
    expect((await listDays('from=1900-01-01&to=2020-01-01')).length).toBeLessThan(3700)
  })
})

test('no row of the log is rewritten', async () => {
  const rewriteQuery = db.updateTable('gate_events').set({ people: 9 }).where('people', '=', 1)
  await expect(rewriteQuery.execute()).rejects.toThrow('never rewritten')
})

test('an entry that another guard sends names who recorded it', async () => {
  const pass = await createApprovedPass(portal)
  const [otherGuard, deskAdmin] = [
    await portal.as('admin', { roles: { gate: ['scan'] } }),
    await portal.as('admin'),
  ]
  const senderSession = await portal.logIn('admin', otherGuard.account)
  await enrolTestDevice(db, senderSession)
  const recorderId = guard.id
  await sendGateEntries(
    senderSession,
    createEntryBody(pass.code, 'in', { ...createOfflineTimes(9), by: recorderId, note: 'Two bags' }),
    createEntryBody(pass.code, 'out', { ...createOfflineTimes(8), by: otherGuard.id }),
  )
  await sendGateEntries(deskAdmin, createEntryBody(pass.code, 'in', { by: recorderId }))
  const noteQuery = db.selectFrom('gate_events').select('note').where('pass_id', '=', pass.id).orderBy('id')
  expect((await noteQuery.execute()).map(({ note }) => note)).toEqual([
    'Recorded by Rodel Manlangit. Two bags',
    '',
    '',
  ])
})

test('a deleted ticket is no longer found by its number', async () => {
  const pass = await createApprovedPass(portal)
  await sendGateEntries(guard, createEntryBody(pass.code, 'in'))
  expect(await countLog(`searchTerm=${pass.number}`)).toBe(1)
  await db.updateTable('tickets').set({ status: 0 }).where('id', '=', pass.ticketId).execute()
  expect(await countLog(`searchTerm=${pass.number}`)).toBe(0)
  expect(await countLog(`searchTerm=${encodeURIComponent(pass.name)}`)).toBeGreaterThan(0)
})
