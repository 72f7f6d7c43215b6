import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ENTRY_WAS_UNDONE } from '#features/tickets/entry-was-undone.ts'
import { openTestPortal } from '#testing/portal.ts'
import { isUndoneBy, type CountedEntry } from './count-entries.ts'
import {
  createApprovedPass,
  enrolTestDevice,
  createEntryBody,
  GUARD_ROLES,
  findPassRow,
  sendGateEntries,
} from './testing.ts'

const portal = await openTestPortal()
const { db } = portal
const HOUR_MS = 3_600_000

const createGuard = () => portal.as('admin', { roles: GUARD_ROLES })
const createOfflineTimes = (minutes: number) => {
  const entryTime = new Date(Date.now() - minutes * 60_000).toISOString()
  return { at: entryTime, deviceAt: entryTime, offline: true }
}
const countNotifications = async (word: string) =>
  (await db.selectFrom('notifications').select('message').where('message', 'like', `%${word}%`).execute())
    .length

test('unknown codes of entries count as those of scans', async () => {
  const guard = await createGuard()
  const sendUnknownCode = () => guard.post('/gate-events', { events: [createEntryBody('NOSUCHCD', 'in')] })
  const responseStatuses: number[] = []
  for (let n = 0; n < 30; n++) responseStatuses.push((await sendUnknownCode()).status)
  for (let n = 0; n < 30; n++)
    responseStatuses.push((await guard.post('/gate-scan', { code: `NOSUCH${n}` })).status)
  expect(new Set(responseStatuses)).toEqual(new Set([200]))
  expect((await sendUnknownCode()).status).toBe(429)
  expect((await guard.post('/gate-scan', { code: 'NOSUCHCD' })).status).toBe(429)
  await db.deleteFrom('login_failures').execute()
})

test('after too many unknown codes an offline entry is written, and answered without its pass', async () => {
  const guard = await createGuard()
  await enrolTestDevice(db, guard)
  const pass = await createApprovedPass(portal)
  const offline = { offline: true }
  const [arrivalResult] = await sendGateEntries(guard, createEntryBody(pass.code, 'in', offline))
  expect(arrivalResult?.pass?.name).toBe(pass.name)
  await sendGateEntries(
    guard,
    ...Array.from({ length: 60 }, () => createEntryBody('NOSUCHCD', 'in', offline)),
  )
  const [exitResult] = await sendGateEntries(guard, createEntryBody(pass.code, 'out', offline))
  expect(exitResult).toMatchObject({ outcome: 'written', pass: null })
  expect(await findPassRow(db, pass.id)).toMatchObject({ entered: 1, left: 1 })
  await db.deleteFrom('login_failures').execute()
})

test('more people than the pass allows come in marked, and the office is told', async () => {
  const guard = await createGuard()
  await portal.as('admin', { roles: { gate: ['log'] } })
  const pass = await createApprovedPass(portal)
  const notificationCount = await countNotifications('More people than the pass allows')
  const [result] = await sendGateEntries(guard, createEntryBody(pass.code, 'in', { people: 12 }))
  expect(result).toMatchObject({ outcome: 'marked', mark: 'people' })
  expect(await findPassRow(db, pass.id)).toMatchObject({ entered: 1, mark: 'people' })
  expect(await countNotifications('More people than the pass allows')).toBeGreaterThan(notificationCount)
})

test('an offline entry of a device whose clock is ahead counts when it is sent', async () => {
  const guard = await createGuard()
  await enrolTestDevice(db, guard)
  const pass = await createApprovedPass(portal)
  const futureEntry = createEntryBody(pass.code, 'in', createOfflineTimes(-90))
  await sendGateEntries(guard, futureEntry)
  const { at: countedAt, device_at: deviceAt } = await db
    .selectFrom('gate_events')
    .select(['at', 'device_at'])
    .where('key', '=', futureEntry.key)
    .executeTakeFirstOrThrow()
  expect(countedAt.getTime()).toBeLessThanOrEqual(Date.now())
  expect(deviceAt?.toISOString()).toBe(futureEntry.deviceAt)
})

test('an offline entry dated before its session was last online is marked', async () => {
  const guard = await createGuard()
  await enrolTestDevice(db, guard)
  const pass = await createApprovedPass(portal)
  await db
    .updateTable('sessions')
    .set({ seen_before_gap: new Date(Date.now() - 20 * 60_000) })
    .where('id', '=', guard.sessionId)
    .execute()
  const [honestResult] = await sendGateEntries(
    guard,
    createEntryBody(pass.code, 'in', createOfflineTimes(10)),
  )
  expect(honestResult).toMatchObject({ outcome: 'written', mark: '' })
  const [exitResult] = await sendGateEntries(
    guard,
    createEntryBody(pass.code, 'out', createOfflineTimes(5)),
    createEntryBody(pass.code, 'in', createOfflineTimes(40)),
  )
  expect(exitResult).toMatchObject({ mark: '' })
  const otherPass = await createApprovedPass(portal)
  const [backdatedResult] = await sendGateEntries(
    guard,
    createEntryBody(otherPass.code, 'in', createOfflineTimes(40)),
  )
  expect(backdatedResult).toMatchObject({ outcome: 'marked', mark: 'online' })
})

test('a pause of a session is kept when it is seen again', async () => {
  const guard = await createGuard()
  const lastCallTime = new Date(Date.now() - HOUR_MS / 2)
  await db
    .updateTable('sessions')
    .set({ active_at: lastCallTime })
    .where('id', '=', guard.sessionId)
    .execute()
  await guard.get('/gate-counts')
  const loadSession = () =>
    db
      .selectFrom('sessions')
      .select('seen_before_gap')
      .where('id', '=', guard.sessionId)
      .executeTakeFirstOrThrow()
  await expect.poll(async () => (await loadSession()).seen_before_gap?.getTime()).toBe(lastCallTime.getTime())
})

test('a time that does not exist is refused in words', async () => {
  const guard = await createGuard()
  for (const invalidTime of ['2026-12-31T23:59:60Z', '2026-02-30T25:00:00Z', 'yesterday']) {
    const { status, body } = await guard.post('/gate-events', {
      events: [createEntryBody('NOSUCHCD', 'in', { at: invalidTime })],
    })
    expect([status, body.code], invalidTime).toEqual([400, 'invalidInput'])
  }
})

test('an entry of nobody, or of a thousand, is refused', async () => {
  const guard = await createGuard()
  for (const invalidPeople of [0, -1, 1000, 1.5]) {
    const { status, body } = await guard.post('/gate-events', {
      events: [createEntryBody('NOSUCHCD', 'in', { people: invalidPeople })],
    })
    expect([status, body.code], String(invalidPeople)).toEqual([400, 'invalidInput'])
  }
})

test('the log and a ticket take the same entries as undone as the counts', async () => {
  const baseTime = Date.UTC(2026, 10, 2, 8)
  const { id: adminId } = await createGuard()
  const guard = await createGuard()
  const { deviceId } = await enrolTestDevice(db, guard)
  const passIds = [(await createApprovedPass(portal)).id, (await createApprovedPass(portal)).id]
  const undoArbitrary = fc.record({
    samePass: fc.boolean(),
    device: fc.constantFrom(null, deviceId),
    admin: fc.constantFrom(adminId, guard.id),
    seconds: fc.integer({ min: -5, max: 70 }),
  })
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(null, deviceId), undoArbitrary, async (device, undoColumns) => {
      const key = randomUUID()
      const row = {
        kind: 'in',
        people: 1,
        at: new Date(baseTime),
        device_at: new Date(baseTime),
        verdict: 'mayEnter',
      } as const
      const entryRow = {
        ...row,
        key,
        pass_id: passIds[0],
        device_id: device,
        admin_id: adminId,
        admin_name: 'G',
      }
      const undoRow = {
        ...entryRow,
        key: randomUUID(),
        kind: 'undo' as const,
        undoes: key,
        pass_id: passIds[undoColumns.samePass ? 0 : 1],
        device_id: undoColumns.device,
        admin_id: undoColumns.admin,
        device_at: new Date(baseTime + undoColumns.seconds * 1000),
      }
      await db.insertInto('gate_events').values([entryRow, undoRow]).execute()
      const { undone } = await db
        .selectFrom('gate_events as e')
        .select(ENTRY_WAS_UNDONE.as('undone'))
        .where('e.key', '=', key)
        .executeTakeFirstOrThrow()
      const inMemory =
        undoColumns.samePass &&
        isUndoneBy(
          { ...entryRow, undoes: null, mark: '', workers: [] } as CountedEntry,
          { ...undoRow, undoes: key, mark: '', workers: [] } as CountedEntry,
        )
      expect(undone).toBe(inMemory)
    }),
    { numRuns: 40, seed: 40 },
  )
})
