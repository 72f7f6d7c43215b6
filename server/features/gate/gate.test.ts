import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { type LoggedInCaller } from '#testing/callers.ts'
import { openTestPortal } from '#testing/portal.ts'
import type { ListOf } from '@tahanan/contract/answers.ts'
import type { GateLogEntry, ScanResult, TicketEntry } from '@tahanan/contract/gate/answers.ts'
import {
  getTimeAgo,
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
const findTicket = async ({ ticketId }: { ticketId: number }) =>
  db.selectFrom('tickets').selectAll().where('id', '=', ticketId).executeTakeFirstOrThrow()
const listTitles = async ({ area, id, get }: LoggedInCaller) =>
  (await get<ListOf<{ title: string }>>(`/${area}-notif/${id}`)).body.data.map(({ title }) => title)
const sendEntries = async (pass: { code: string }, ...entryOverrides: object[]) =>
  (
    await sendGateEntries(
      guard,
      ...entryOverrides.map((overrides) => createEntryBody(pass.code, 'in', overrides)),
    )
  ).map(({ outcome, mark }) => `${outcome} ${mark}`)
const sendScan = async (scanBody: object, caller = guard) =>
  (await caller.post<ScanResult>('/gate-scan', scanBody)).body

describe('a scan', () => {
  test('judges the code of a pass, and writes nothing', async () => {
    const pass = await createApprovedPass(portal)
    const passBeforeScan = await findPassRow(db, pass.id)
    const scanResult = await sendScan({
      code: `${pass.code.slice(0, 4).toLowerCase()}-${pass.code.slice(4)} `,
    })
    expect([scanResult.verdict, scanResult.may, scanResult.pass?.number]).toEqual([
      'mayEnter',
      ['in'],
      pass.number,
    ])
    expect(await findPassRow(db, pass.id)).toEqual(passBeforeScan)
  })

  test.each([
    ['is empty', {}],
    ['is truncated', { code: 'K7QM' }],
    ['is foreign', { code: 'https://example.com/pass#abc' }],
    ['is altered', { token: 'A'.repeat(22) }],
    ['has a look-alike', { code: 'K7QM2XP0' }],
    ['is a pattern', { code: '%' }],
  ])('of what no pass has is unknown: it %s', async (_, scanBody) => {
    expect(await sendScan(scanBody, await portal.as('admin', { roles: GUARD_ROLES }))).toMatchObject({
      verdict: 'unknown',
      may: [],
      pass: null,
    })
  })

  test.each([[{ code: 'x'.repeat(100_000) }], [{ code: 7 }], [{ token: ['a'] }], [{ code: 'A\u0000B' }]])(
    'of what is no code is refused in words',
    async (scanBody) => {
      expect((await guard.post('/gate-scan', scanBody)).status).toBe(400)
    },
  )

  test('is limited for a device that guesses, and the office hears of it', async () => {
    const [guesser, otherGuard] = [
      await portal.as('admin', { roles: GUARD_ROLES }),
      await portal.as('admin', { roles: GUARD_ROLES }),
    ]
    const pass = await createApprovedPass(portal)
    for (let n = 0; n < 60; n++) await guesser.post('/gate-scan', { code: 'AAAA2222' })
    expect((await guesser.post('/gate-scan', { code: pass.code })).status).toBe(429)
    expect((await sendScan({ code: pass.code }, otherGuard)).verdict).toBe('mayEnter')
    const officeTitles = await listTitles(officeAdmin)
    expect(officeTitles).toContain('Unknown codes at the gate')
    const guesserTitles = await listTitles(guesser)
    expect(guesserTitles).not.toContain('Unknown codes at the gate')
  })
})

describe('an entry', () => {
  test('makes the visit ongoing, and the exit completes it and uses the pass up', async () => {
    const resident = await portal.as('client')
    const pass = await createApprovedPass(portal, { resident })
    const gateSession = await logInAtGate()
    const [arrivalResult] = await sendGateEntries(gateSession, createEntryBody(pass.code, 'in'))
    expect(arrivalResult).toMatchObject({ outcome: 'written', mark: '', pass: { entered: 1, left: 0 } })
    expect(await findTicket(pass)).toMatchObject({ status: 3 })
    const [exitResult] = await sendGateEntries(gateSession, createEntryBody(pass.code, 'out'))
    expect(exitResult).toMatchObject({ outcome: 'written', pass: { entered: 1, left: 1 } })
    const { status, ongoing_at, completed_at } = await findTicket(pass)
    expect([status, ongoing_at, completed_at]).toEqual([4, expect.any(Date), expect.any(Date)])
    expect(await findPassRow(db, pass.id)).toMatchObject({ end_reason: 'used' })
    expect((await sendScan({ code: pass.code })).verdict).toBe('mayEnter')
    const residentTitles = await listTitles(resident)
    expect(residentTitles.slice(0, 2)).toEqual([`${pass.name} has left`, `${pass.name} has arrived`])
    const residentTicket = (
      await resident.get<{ entries: TicketEntry[]; history: { actor: { name: string } }[] }>(
        `/visitor/${pass.ticketId}`,
      )
    ).body
    expect(
      residentTicket.entries.map(({ kind, gate: at, guard: guardName }) => [kind, at.slice(0, 4), guardName]),
    ).toEqual([
      ['out', 'Gate', undefined],
      ['in', 'Gate', undefined],
    ])
    expect(JSON.stringify(residentTicket)).not.toContain('Manlangit')
    const officeTicket = (await officeAdmin.get<typeof residentTicket>(`/visitor/${pass.ticketId}`)).body
    expect(officeTicket.entries[0]?.guard).toBe('Rodel Manlangit')
    expect(officeTicket.history[0]?.actor.name).toMatch(/^Rodel Manlangit, Gate/)
  })

  test('that is sent again is written once, and answered as before', async () => {
    const pass = await createApprovedPass(portal)
    const [arrivalEntry, secondArrival] = [createEntryBody(pass.code, 'in'), createEntryBody(pass.code, 'in')]
    const entryResults = await sendGateEntries(
      guard,
      arrivalEntry,
      arrivalEntry,
      secondArrival,
      secondArrival,
    )
    expect(entryResults.map(({ outcome, message }) => [outcome, message])).toEqual([
      ['written', ''],
      ['repeated', ''],
      ['refused', 'Already inside.'],
      ['refused', 'Already inside.'],
    ])
    const entryRows = await db
      .selectFrom('gate_events')
      .select('kind')
      .where('pass_id', '=', pass.id)
      .orderBy('id')
      .execute()
    expect(entryRows.map(({ kind }) => kind)).toEqual(['in', 'refused'])
  })

  test('is undone within a minute by its own device, and the visit is as before', async () => {
    const pass = await createApprovedPass(portal)
    const [gate, otherGate] = [await logInAtGate(), await logInAtGate()]
    const arrivalEntry = createEntryBody(pass.code, 'in')
    await sendGateEntries(gate, arrivalEntry)
    const undo = createEntryBody(pass.code, 'undo', { undoes: arrivalEntry.key })
    expect((await sendGateEntries(otherGate, { ...undo, key: randomUUID() }))[0]?.outcome).toBe('refused')
    const lateUndo = { ...undo, key: randomUUID(), deviceAt: new Date(Date.now() + 61_000).toISOString() }
    expect((await sendGateEntries(gate, lateUndo))[0]).toMatchObject({
      outcome: 'refused',
      message: expect.stringContaining('minute'),
    })
    const countShownEntries = async () =>
      (await officeAdmin.get<{ entries: TicketEntry[] }>(`/visitor/${pass.ticketId}`)).body.entries.length
    expect(await countShownEntries()).toBe(1)
    expect((await sendGateEntries(gate, undo))[0]).toMatchObject({ outcome: 'written', pass: { entered: 0 } })
    expect(await countShownEntries()).toBe(0)
    expect((await sendGateEntries(gate, { ...undo, key: randomUUID() }))[0]?.outcome).toBe('refused')
    expect(await findTicket(pass)).toMatchObject({ status: 2, ongoing_at: null })
    const exitEntry = createEntryBody(pass.code, 'out')
    await sendGateEntries(gate, createEntryBody(pass.code, 'in'), exitEntry)
    expect(await findTicket(pass)).toMatchObject({ status: 4 })
    await sendGateEntries(gate, createEntryBody(pass.code, 'undo', { undoes: exitEntry.key }))
    expect(await findTicket(pass)).toMatchObject({ status: 3, completed_at: null })
    expect(await findPassRow(db, pass.id)).toMatchObject({ entered: 1, left: 0, ended_at: null })
    const passesQuery = await db
      .selectFrom('gate_passes')
      .select('id')
      .where('ticket_id', '=', pass.ticketId)
      .execute()
    expect(passesQuery).toHaveLength(1)
  })

  test('that is undone takes back what its resident has not read or been sent', async () => {
    const resident = await portal.as('client')
    const pass = await createApprovedPass(portal, { module: 'workPermit', resident })
    const gateSession = await logInAtGate()
    const enterAndUndo = async (runBeforeUndo?: (notice: number) => Promise<unknown>) => {
      const arrivalEntry = createEntryBody(pass.code, 'in')
      await sendGateEntries(gateSession, arrivalEntry)
      const { id } = await db
        .selectFrom('notifications')
        .select('id')
        .where('tenant_id', '=', resident.id)
        .where('kind', '=', 'gate')
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirstOrThrow()
      await runBeforeUndo?.(id)
      await sendGateEntries(gateSession, createEntryBody(pass.code, 'undo', { undoes: arrivalEntry.key }))
      return (await listTitles(resident)).filter((title) => title === 'Your workers have arrived').length
    }
    const insertDelivery = (state: 'waiting' | 'sent') => (notice: number) =>
      db
        .insertInto('deliveries')
        .values({ notification_id: notice, area: 'client', reader_id: resident.id, channel: 'push', state })
        .execute()
    expect(await enterAndUndo()).toBe(0)
    expect(await enterAndUndo(insertDelivery('waiting'))).toBe(0)
    expect(await enterAndUndo(insertDelivery('sent'))).toBe(1)
    const markNotificationAsRead = (id: number) => resident.put('/client-notif-read-ids', { ids: String(id) })
    expect(await enterAndUndo(markNotificationAsRead)).toBe(1)
  })

  test('without a connection is never dropped: what contradicts is marked, and the office hears of it', async () => {
    const [endedPass, activePass] = [await createApprovedPass(portal), await createApprovedPass(portal)]
    await db
      .updateTable('gate_passes')
      .set({ ended_at: new Date(Date.now() - 10 * MINUTE_MS), end_reason: 'resident' })
      .where('id', '=', endedPass.id)
      .execute()
    const entryResults = await sendGateEntries(
      await logInAtGate(),
      createEntryBody(endedPass.code, 'in', createOfflineTimes(5)),
      createEntryBody(endedPass.code, 'in', createOfflineTimes(15)),
      createEntryBody(activePass.code, 'in', createOfflineTimes(9)),
      createEntryBody(activePass.code, 'in', createOfflineTimes(8)),
      createEntryBody(activePass.code, 'out', { ...createOfflineTimes(7), people: 5 }),
      createEntryBody(activePass.code, 'in', createOfflineTimes(90)),
      createEntryBody('AAAA2222', 'in', createOfflineTimes(3)),
      createEntryBody(activePass.code, 'out', { ...createOfflineTimes(3), deviceAt: getTimeAgo(60) }),
    )
    expect(entryResults.map(({ outcome, mark }) => `${outcome} ${mark}`)).toEqual([
      'marked ended',
      'marked inside',
      'written ',
      'marked inside',
      'marked notInside',
      'marked hours',
      'marked unknown',
      'marked notInside',
    ])
    expect(
      (await listTitles(officeAdmin)).filter((title) => title === 'Gate entries need a check'),
    ).toHaveLength(1)
    expect((await listTitles(guard)).filter((title) => title === 'Gate entries need a check')).toHaveLength(0)
  })

  test('of a browser that is not enrolled is judged as one made online, whatever it says', async () => {
    const pass = await createApprovedPass(portal)
    await db
      .updateTable('gate_passes')
      .set({ ended_at: new Date(Date.now() - 10 * MINUTE_MS), end_reason: 'resident' })
      .where('id', '=', pass.id)
      .execute()
    const [arrivalEntry, earlierArrival] = [
      createEntryBody(pass.code, 'in', createOfflineTimes(5)),
      createEntryBody(pass.code, 'in', createOfflineTimes(15)),
    ]
    const entryResults = await sendGateEntries(officeAdmin, arrivalEntry, earlierArrival, arrivalEntry)
    expect(entryResults.map(({ outcome, message }) => `${outcome}: ${message}`)).toEqual(
      Array(3).fill('refused: The pass had ended.'),
    )
    expect(await findPassRow(db, pass.id)).toMatchObject({ entered: 0 })
    const loggedEvents = await db
      .selectFrom('gate_events')
      .selectAll()
      .where('pass_id', '=', pass.id)
      .execute()
    expect(loggedEvents.map(({ kind, offline: isOffline }) => [kind, isOffline])).toEqual([
      ['refused', false],
      ['refused', false],
    ])
  })

  test('of one who is barred is refused, and their leaving is not', async () => {
    const pass = await createApprovedPass(portal, { visitorsName: 'Juan Barred Cruz' })
    await sendGateEntries(guard, createEntryBody(pass.code, 'in'))
    await db.insertInto('do_not_admit').values({ name: 'Cruz, Juan Barred', reason: 'Theft' }).execute()
    const otherPass = await createApprovedPass(portal, { visitorsName: 'juan barred CRUZ' })
    const scanResult = await sendScan({ code: otherPass.code })
    expect(scanResult).toMatchObject({ verdict: 'askOffice', may: [] })
    expect(JSON.stringify(scanResult)).not.toContain('Theft')
    expect(
      (
        await sendGateEntries(guard, createEntryBody(otherPass.code, 'in'), createEntryBody(pass.code, 'out'))
      ).map(({ outcome, mark }) => [outcome, mark]),
    ).toEqual([
      ['refused', 'barred'],
      ['written', ''],
    ])
  })

  test('of one who is barred is written once the office says yes, at any hour, and marked with who said it', async () => {
    await db.insertInto('do_not_admit').values({ name: 'Pedro Barred Luna', reason: 'Debts' }).execute()
    const earlyHours = {
      valid_from: new Date(Date.now() + MINUTE_MS),
      valid_to: new Date(Date.now() + 90 * MINUTE_MS),
    }
    const createLunaPass = async (passColumns = {}) => {
      const pass = await createApprovedPass(portal, { visitorsName: 'LUNA, Pedro Barred' })
      if (Object.keys(passColumns).length > 0)
        await db.updateTable('gate_passes').set(passColumns).where('id', '=', pass.id).execute()
      return pass
    }
    const officeApproval = { officeYes: ' Liza Villanueva ', note: 'By telephone' }
    const pass = await createLunaPass()
    expect(await sendEntries(pass, {}, { officeYes: ' ' }, officeApproval, officeApproval)).toEqual([
      'refused barred',
      'refused barred',
      'marked barred',
      'refused inside',
    ])
    expect(await sendEntries(await createLunaPass(earlyHours), officeApproval)).toEqual(['marked barred'])
    const endedPass = await createLunaPass({
      ended_at: new Date(Date.now() - MINUTE_MS),
      end_reason: 'resident',
    })
    expect(await sendEntries(endedPass, officeApproval)).toEqual(['refused ended'])
    expect(await findPassRow(db, pass.id)).toMatchObject({ entered: 1 })
    const [logRow] = await db
      .selectFrom('gate_events')
      .select(['kind', 'note'])
      .where('pass_id', '=', pass.id)
      .where('kind', '=', 'in')
      .execute()
    expect(logRow?.note).toBe('Approved by Liza Villanueva of the office. By telephone')
  })

  test('of a pass that the device did not know is found by the token of its link', async () => {
    const pass = await createApprovedPass(portal)
    const { link } = (await officeAdmin.get<{ link: string }>(`/pass/${pass.ticketId}`)).body
    const gateSession = await logInAtGate()
    const entryFields = { ...createOfflineTimes(1), officeYes: 'Liza', verdict: 'unknown' as const }
    const [arrivalResult] = await sendGateEntries(
      gateSession,
      createEntryBody(link.split('#')[1] ?? '', 'in', entryFields),
    )
    expect(arrivalResult).toMatchObject({
      outcome: 'written',
      mark: '',
      pass: { name: pass.name, entered: 1 },
    })
  })

  test('stores what the guard ticked off, of the items of the pass only', async () => {
    const pass = await createApprovedPass(portal, { module: 'gatePass' })
    const tickedItems = ['Monobloc chairs', 'A piano']
    await sendGateEntries(guard, createEntryBody(pass.code, 'in', { ticked: tickedItems }))
    expect((await findPassRow(db, pass.id)).ticked).toEqual(['Monobloc chairs'])
  })

  test('with ticked items stands with them in the log and in the ticket', async () => {
    const resident = await portal.as('client')
    const pass = await createApprovedPass(portal, { module: 'gatePass', resident })
    await sendGateEntries(guard, createEntryBody(pass.code, 'in', { ticked: ['Monobloc chairs', 'A piano'] }))
    const { data } = (await officeAdmin.get<ListOf<GateLogEntry>>(`/gate-log?searchTerm=${pass.number}`)).body
    expect(data.map(({ items }) => items)).toEqual([['Monobloc chairs']])
    const shownTicket = (await resident.get<{ entries: TicketEntry[] }>(`/ticket/${pass.ticketId}`)).body
    expect(shownTicket.entries.map(({ items }) => items)).toEqual([['Monobloc chairs']])
  })

  test('needs the flag at the moment of the call', async () => {
    const pass = await createApprovedPass(portal)
    const formerGuard = await portal.as('admin', { roles: GUARD_ROLES })
    await db.updateTable('admins').set({ roles: '[]' }).where('id', '=', formerGuard.id).execute()
    expect(
      (await formerGuard.post('/gate-events', { events: [createEntryBody(pass.code, 'in')] })).status,
    ).toBe(403)
    expect(await findPassRow(db, pass.id)).toMatchObject({ entered: 0 })
  })
})
