import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { openTestPortal } from '#testing/portal.ts'
import { countEntries, type CountedEntry } from './count-entries.ts'
import {
  createApprovedPass,
  enrolTestDevice,
  createEntryBody,
  GUARD_ROLES,
  findPassRow,
  sendGateEntries,
  type TestPass,
} from './testing.ts'

const portal = await openTestPortal()
const { db } = portal
const MINUTE_MS = 60_000
const guard = await portal.as('admin', { roles: GUARD_ROLES })
await enrolTestDevice(db, guard)

const createOfflineTimes = (minutes: number) => {
  const entryTime = new Date(Date.now() - minutes * MINUTE_MS).toISOString()
  return { at: entryTime, deviceAt: entryTime, offline: true }
}

function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return state / 2 ** 31
  }
}

function shuffle<Value>(values: readonly Value[], random: () => number): Value[] {
  return values
    .map((value) => [random(), value] as const)
    .toSorted(([a], [b]) => a - b)
    .map(([, value]) => value)
}

interface EntryStep {
  readonly key: string
  readonly kind: 'in' | 'out' | 'undo'
  readonly people: number
  readonly undoes?: string
  readonly seconds: number
}

function createSteps(length: number, random: () => number) {
  const steps: EntryStep[] = []
  let [entered, left] = [0, 0]
  for (let stepIndex = 0; stepIndex < length; stepIndex++) {
    const movingPeople = 1 + Math.floor(random() * 3)
    const kind = random() < 0.5 && entered - left >= movingPeople ? 'out' : 'in'
    const step: EntryStep = { key: randomUUID(), kind, people: movingPeople, seconds: stepIndex * 40 }
    steps.push(step)
    if (random() < 0.2) {
      steps.push({
        key: randomUUID(),
        kind: 'undo',
        people: movingPeople,
        undoes: step.key,
        seconds: stepIndex * 40 + 20,
      })
      continue
    }
    if (kind === 'in') entered += movingPeople
    else left += movingPeople
  }
  return { steps, entered, left }
}

test('entries come to the same numbers in any order', () => {
  const random = createRandom(7)
  const { steps, entered, left } = createSteps(1000, random)
  const countedEntries = steps.map(({ seconds, undoes = null, ...step }): CountedEntry => {
    const entryTime = new Date(seconds * 1000)
    return {
      ...step,
      undoes,
      at: entryTime,
      device_at: entryTime,
      device_id: 1,
      admin_id: 1,
      mark: '',
      workers: [],
    }
  })
  for (let shuffleRound = 0; shuffleRound < 3; shuffleRound++)
    expect(countEntries(shuffle(countedEntries, random), 5000)).toMatchObject({ entered, left })
  for (let length = 0; length < 200; length += 5) {
    const partialCounts = countEntries(shuffle(countedEntries, random).slice(0, length), 5)
    expect(
      partialCounts.left >= 0 &&
        partialCounts.left <= partialCounts.entered &&
        partialCounts.entered - partialCounts.left <= 5,
    ).toBe(true)
  }
})

test('a queue in any order, any of it twice, is written once each and comes to the same numbers', async () => {
  const random = createRandom(2026)
  const startedAt = Date.now() - 55 * MINUTE_MS
  const queues = await Promise.all(
    Array.from({ length: 2 }, async () => {
      const pass = await createApprovedPass(portal, { module: 'workPermit' })
      await db.updateTable('gate_passes').set({ people: 90 }).where('id', '=', pass.id).execute()
      return { pass, ...createSteps(30, random) }
    }),
  )
  const toEvent = ({ code }: TestPass, { key, kind, people, undoes, seconds }: EntryStep) => {
    const entryTime = new Date(startedAt + seconds * 1000).toISOString()
    return createEntryBody(code, kind, {
      key,
      people,
      at: entryTime,
      deviceAt: entryTime,
      offline: true,
      ...(undoes && { undoes }),
    })
  }
  const events = queues.flatMap(({ pass, steps }) => steps.map((step) => toEvent(pass, step)))
  const sentEvents = shuffle([...events, ...events.filter(() => random() < 0.5)], random)
  const halfLength = Math.ceil(sentEvents.length / 2)
  const sentResults = await Promise.all([
    sendGateEntries(guard, ...sentEvents.slice(0, halfLength)),
    sendGateEntries(guard, ...sentEvents.slice(halfLength)),
  ])
  const outcomes = sentResults.flat().map(({ outcome }) => outcome)
  expect(outcomes.filter((outcome) => outcome !== 'repeated')).toHaveLength(events.length)
  expect(outcomes).not.toContain('refused')
  const passIds = queues.map(({ pass }) => pass.id)
  const rows = await db.selectFrom('gate_events').select('key').where('pass_id', 'in', passIds).execute()
  expect(new Set(rows.map(({ key }) => key))).toEqual(new Set(events.map(({ key }) => key)))
  expect(rows).toHaveLength(events.length)
  for (const { pass, entered, left } of queues)
    expect(await findPassRow(db, pass.id)).toMatchObject({ entered, left })
})

test('a visit whose exit arrives before its entry is completed', async () => {
  const pass = await createApprovedPass(portal)
  const [exitEntry, arrivalEntry] = [
    createEntryBody(pass.code, 'out', createOfflineTimes(5)),
    createEntryBody(pass.code, 'in', createOfflineTimes(30)),
  ]
  expect(
    (await sendGateEntries(guard, exitEntry, arrivalEntry)).map(({ outcome, mark }) => [outcome, mark]),
  ).toEqual([
    ['marked', 'notInside'],
    ['written', ''],
  ])
  expect(await findPassRow(db, pass.id)).toMatchObject({ entered: 1, left: 1, end_reason: 'used' })
  const ticket = await db
    .selectFrom('tickets')
    .select(['status', 'ongoing_at', 'completed_at'])
    .where('id', '=', pass.ticketId)
    .executeTakeFirstOrThrow()
  expect(ticket).toEqual({
    status: 4,
    ongoing_at: new Date(arrivalEntry.at),
    completed_at: new Date(exitEntry.at),
  })
})

test('who leaves after the resident ended the pass completes the visit, and the end stays the resident’s', async () => {
  const resident = await portal.as('client')
  const pass = await createApprovedPass(portal, { resident })
  await sendGateEntries(guard, createEntryBody(pass.code, 'in', createOfflineTimes(30)))
  expect((await resident.delete(`/pass/${pass.ticketId}`)).status).toBe(200)
  const { ended_at: endedAt } = await findPassRow(db, pass.id)
  const exitEntry = createEntryBody(pass.code, 'out', createOfflineTimes(5))
  await sendGateEntries(guard, exitEntry)
  const selectTicketStatus = () =>
    db.selectFrom('tickets').select('status').where('id', '=', pass.ticketId).executeTakeFirstOrThrow()
  expect(await selectTicketStatus()).toEqual({ status: 4 })
  expect(await findPassRow(db, pass.id)).toMatchObject({ left: 1, end_reason: 'resident', ended_at: endedAt })
  await sendGateEntries(
    guard,
    createEntryBody(pass.code, 'undo', { ...createOfflineTimes(5), undoes: exitEntry.key }),
  )
  expect(await selectTicketStatus()).toEqual({ status: 3 })
  expect(await findPassRow(db, pass.id)).toMatchObject({ left: 0, end_reason: 'resident', ended_at: endedAt })
})
