import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { hashToken } from '#features/sessions/sessions.ts'
import { createCaller, type LoggedInCaller } from '#testing/callers.ts'
import { openTestPortal } from '#testing/portal.ts'
import type { ListOf } from '@tahanan/contract/answers.ts'
import type { EntryResults, GateFigures, GateLogEntry, GatePass } from '@tahanan/contract/gate/answers.ts'
import {
  createApprovedPass,
  enrolTestDevice,
  createEntryBody,
  GUARD_ROLES,
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
const listNotificationTitles = async ({ area, id, get }: LoggedInCaller) =>
  (await get<ListOf<{ title: string }>>(`/${area}-notif/${id}`)).body.data.map(({ title }) => title)
const countPeople = async () => {
  const { days } = (await officeAdmin.get<GateFigures>('/gate-figures?from=2020-01-01&to=2100-01-01')).body
  return days.reduce((sum, { people }) => sum + people, 0)
}
const logInWithRegister = async () => {
  const { account } = await portal.as('admin', {
    name: 'Nena Cruz',
    roles: { gate: ['view', 'scan', 'register'] },
  })
  const session = await portal.logIn('admin', account)
  return { ...session, ...(await enrolTestDevice(db, session)) }
}
const listLogRows = async ({ gateId }: { gateId: number }) =>
  (await officeAdmin.get<ListOf<GateLogEntry>>(`/gate-log?gateId=${gateId}`)).body.data.map(
    ({ kind, name, plate, passKind, unitNumber, mark }) => [kind, name, plate, passKind, unitNumber, mark],
  )

describe('one person whom two gates let in, one without a connection', () => {
  test.each([
    ['of one', {}, 1, 1, 1],
    ['of several', { people: 3 }, 2, 3, 3],
  ])(
    'on a pass %s is one: inside, in the figures, and on the way out',
    async (_, passColumns, online, peopleOffline, peopleInside) => {
      const pass = await createApprovedPass(portal, { module: 'workPermit' })
      await db
        .updateTable('gate_passes')
        .set({ people: 1, ...passColumns })
        .where('id', '=', pass.id)
        .execute()
      const [northGate, southGate] = [await logInAtGate(), await logInAtGate()]
      const peopleBefore = await countPeople()
      await sendGateEntries(northGate, createEntryBody(pass.code, 'in', { people: online }))
      const secondArrival = createEntryBody(pass.code, 'in', {
        ...createOfflineTimes(2),
        people: peopleOffline,
      })
      const [markedResult] = await sendGateEntries(southGate, secondArrival)
      expect(markedResult).toMatchObject({ outcome: 'marked', pass: { entered: peopleInside, left: 0 } })
      expect(await countPeople()).toBe(peopleBefore + peopleInside)
      const row = (await guard.get<ListOf<GatePass>>(`/gate-passes?list=inside&search=${pass.number}`)).body
        .data[0]
      expect(row).toMatchObject({ entered: peopleInside, mark: markedResult?.mark })
      const undo = createEntryBody(pass.code, 'undo', { ...createOfflineTimes(2), undoes: secondArrival.key })
      await sendGateEntries(southGate, undo)
      expect(await findPassRow(db, pass.id)).toMatchObject({ entered: online, left: 0, mark: '' })
      expect(await countPeople()).toBe(peopleBefore + online)
      await sendGateEntries(northGate, createEntryBody(pass.code, 'out', { people: online }))
      expect(await findPassRow(db, pass.id)).toMatchObject({ entered: online, left: online })
    },
  )
})

describe('a walk-in whom a device let in without a connection', () => {
  const walkIn = { name: 'Berto Lim', purpose: 'Repair', plate: 'ABC 1234', unit: 'unit w 77' }
  const createWalkInEntry = (code: string, walkInFields: object = {}) =>
    createEntryBody(code, 'in', {
      ...createOfflineTimes(20),
      people: 2,
      walkIn: { ...walkIn, ...walkInFields },
    })

  test('is inside with a name and a plate, is told to the unit, and leaves', async () => {
    const resident = await portal.as('client', { unitNumber: 'W-77' })
    const gateSession = await logInWithRegister()
    const walkInEntry = createWalkInEntry('WWWW2222')
    const [result, repeatedResult] = await sendGateEntries(gateSession, walkInEntry, walkInEntry)
    expect(result).toMatchObject({
      outcome: 'written',
      mark: '',
      pass: { name: 'Berto Lim', entered: 2, unitNumber: 'W-77' },
    })
    expect(repeatedResult?.outcome).toBe('repeated')
    expect(await listNotificationTitles(resident)).toEqual(['Berto Lim has arrived'])
    const passesInside = await guard.get<ListOf<GatePass>>('/gate-passes?list=inside&search=berto')
    expect(passesInside.body.data).toMatchObject([{ code: 'WWWW2222', people: 2, kind: 'Walk-in' }])
    const [exitResult] = await sendGateEntries(guard, createEntryBody('WWWW2222', 'out', { people: 2 }))
    expect(exitResult).toMatchObject({ outcome: 'written', pass: { left: 2 } })
    expect(await listLogRows(gateSession)).toEqual([['in', 'Berto Lim', 'ABC 1234', 'Walk-in', 'W-77', '']])
  })

  test('for a unit that nobody has keeps it as it was written, and is undone', async () => {
    const gateSession = await logInWithRegister()
    const walkInEntry = createWalkInEntry('WWWW3333', { unit: 'the blue house', name: '' })
    const undo = createEntryBody('WWWW3333', 'undo', { ...createOfflineTimes(20), undoes: walkInEntry.key })
    expect((await sendGateEntries(gateSession, walkInEntry))[0]).toMatchObject({
      pass: { unitNumber: 'the blue house', entered: 2 },
    })
    expect((await guard.get<ListOf<GatePass>>('/gate-passes?search=blue')).body.total).toBe(1)
    expect((await sendGateEntries(gateSession, undo))[0]).toMatchObject({
      outcome: 'written',
      pass: { entered: 0 },
    })
    expect((await listLogRows(gateSession)).map(([kind, name, , , unit]) => [kind, name, unit])).toEqual([
      ['undo', 'Walk-in', 'the blue house'],
      ['in', 'Walk-in', 'the blue house'],
    ])
    for (const unitNumber of ['TWIN-8', 'Twin 8']) await portal.as('client', { unitNumber })
    expect(
      (await sendGateEntries(gateSession, createWalkInEntry('WWWW7777', { unit: 'twin 8' })))[0]?.pass
        ?.unitNumber,
    ).toBe('twin 8')
    // An empty unit number matches no tenant, not even a tenant without a unit.
    await portal.as('client', { unitNumber: '' })
    expect(
      (await sendGateEntries(gateSession, createWalkInEntry('WWWW8888', { unit: '' })))[0]?.pass?.clientName,
    ).toBe('')
  })

  test('needs the permission to register, an offline entry and an enrolled device; the log has the name', async () => {
    const scanner = await logInAtGate()
    const onlineEntry = { ...createWalkInEntry('WWWW4444'), offline: false }
    const entryResults = [
      ...(await sendGateEntries(scanner, createWalkInEntry('WWWW4444'))),
      ...(await sendGateEntries(officeAdmin, onlineEntry)),
    ]
    expect(entryResults.map(({ outcome, mark, pass }) => [outcome, mark, pass])).toEqual([
      ['marked', 'unknown', null],
      ['refused', 'unknown', null],
    ])
    expect((await listLogRows(scanner))[0]?.slice(0, 3)).toEqual(['in', 'Berto Lim', 'ABC 1234'])
  })

  test('is made a walk-in by the permission of the guard who admitted them, not of the sender (rules 24.49)', async () => {
    const scanner = await logInAtGate()
    const registrar = await logInWithRegister()
    const entryResults = [
      ...(await sendGateEntries(scanner, { ...createWalkInEntry('WWWW6666'), by: registrar.id })),
      ...(await sendGateEntries(registrar, { ...createWalkInEntry('WWWW9999'), by: guard.id })),
    ]
    expect(entryResults.map(({ outcome, mark, pass }) => [outcome, mark, pass?.entered])).toEqual([
      ['written', '', 2],
      ['marked', 'unknown', undefined],
    ])
  })

  test('who is on the do-not-admit list is marked, and a code of another pass makes none', async () => {
    await db.insertInto('do_not_admit').values({ name: 'Barred Berto Lim', reason: 'Theft' }).execute()
    const gateSession = await logInWithRegister()
    const pass = await createApprovedPass(portal)
    const [barredResult, otherResult] = await sendGateEntries(
      gateSession,
      createWalkInEntry('WWWW5555', { name: 'Lim, Berto Barred' }),
      createWalkInEntry(pass.code),
    )
    expect(barredResult).toMatchObject({ outcome: 'marked', mark: 'barred', pass: { entered: 2 } })
    expect(otherResult?.pass?.name).toBe(pass.name)
  })
})

describe('entries that wait on a device that the office ended', () => {
  test('are sent with its secret by the next guard, as its own, and marked if they are later than the end', async () => {
    const gateSession = await logInAtGate()
    const secret = randomUUID()
    await db
      .updateTable('gate_devices')
      .set({ secret_hash: hashToken(secret) })
      .where('id', '=', gateSession.deviceId)
      .execute()
    expect((await officeAdmin.delete(`/gate-device/${gateSession.deviceId}`)).status).toBe(200)
    await db
      .updateTable('gate_devices')
      .set({ ended_at: new Date(Date.now() - 10 * 60_000) })
      .where('id', '=', gateSession.deviceId)
      .execute()
    const [earlyPass, tolerancePass, latePass] = [
      await createApprovedPass(portal),
      await createApprovedPass(portal),
      await createApprovedPass(portal),
    ]
    const events = [
      createEntryBody(earlyPass.code, 'in', { ...createOfflineTimes(20), by: officeAdmin.id }),
      // The clocks of device and server may differ by two minutes, so a time within this tolerance is
      // accepted.
      createEntryBody(tolerancePass.code, 'in', createOfflineTimes(9)),
      createEntryBody(latePass.code, 'in', createOfflineTimes(7)),
    ]
    const sendEntriesWithHeaders = (caller: LoggedInCaller, headers: Record<string, string>) =>
      createCaller(portal.app, caller.token, { headers }).post<EntryResults>('/gate-events', { events })
    const { body } = await sendEntriesWithHeaders(guard, { 'x-gate-device': secret })
    expect(body.data.map(({ outcome, mark }) => [outcome, mark])).toEqual([
      ['written', ''],
      ['written', ''],
      ['marked', 'device'],
    ])
    const loggedEvents = await db
      .selectFrom('gate_events')
      .selectAll()
      .where('pass_id', '=', earlyPass.id)
      .execute()
    expect(loggedEvents).toMatchObject([
      {
        device_id: gateSession.deviceId,
        gate_id: gateSession.gateId,
        offline: true,
        note: 'Recorded by Liza Villanueva.',
      },
    ])
    const secondResponse = await sendEntriesWithHeaders(guard, { 'x-gate-device': randomUUID() })
    expect(secondResponse.body.data.map(({ outcome }) => outcome)).toEqual([
      'repeated',
      'repeated',
      'repeated',
    ])
  })
})
