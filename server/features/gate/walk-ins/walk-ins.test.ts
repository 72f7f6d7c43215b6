import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { enrolTestDevice } from '#features/gate/testing.ts'
import {
  LOCAL_CERTIFICATE,
  createBrowserKeys,
  startPushService,
} from '#features/push/testing-push-service.ts'
import { addFailures } from '#features/sessions/testing.ts'
import { deleteAllJobs } from '#platform/jobs/queue.ts'
import { runInTransaction } from '#platform/platform-context.ts'
import type { RoomEvent } from '#platform/realtime/outbox.ts'
import type { LoggedInCaller } from '#testing/callers.ts'
import { openTestPortal } from '#testing/portal.ts'
import type { GateUnit } from '@tahanan/contract/gate/answers.ts'
import { expireWalkIns } from './changes.ts'
import { shiftWalkInTimes, answerWalkIn, listWalkIns, registerWalkIn, findShownWalkIn } from './testing.ts'

const service = await startPushService()
afterAll(() => service.close())
const portal = await openTestPortal({ pushToLoopback: LOCAL_CERTIFICATE })
const { db } = portal
const guard = await portal.as('admin', { name: 'Ramon Cruz', roles: { gate: ['view', 'scan', 'register'] } })
const { keys, decryptBody } = createBrowserKeys()
let browserCount = 0

interface ShownPush {
  title: string
  body: string
  token?: string
  ttl: string
}

const createResident = (overrides = {}) => portal.as('client', { unitNumber: '12-A', ...overrides })
const listNotifications = async (caller: LoggedInCaller) =>
  (
    await db
      .selectFrom('notifications')
      .select(['title', 'message'])
      .where('tenant_id', '=', caller.id)
      .orderBy('id')
      .execute()
  ).map(({ title, message }) => `${title}: ${message}`)

const findUnits = async (search: string) =>
  (await guard.get<{ data: GateUnit[] }>(`/gate-units?search=${encodeURIComponent(search)}`)).body.data

// Selects a resident's deliveries. Compares the area too, because an administrator may have the same id.
const selectDeliveries = (id: number) =>
  db.selectFrom('deliveries').where('area', '=', 'client').where('reader_id', '=', id)

async function addPhone(caller: LoggedInCaller) {
  const endpoint = `${service.url}/${++browserCount}`
  await caller.post('/push-subscription', { endpoint, keys })
  // The default time is one second in the future, because the due time of a new delivery may be rounded up by
  // a millisecond.
  return async (at = new Date(Date.now() + 1000)) => {
    await portal.deliverAt(at)
    const ownPushes = service.received.filter(({ path }) => endpoint.endsWith(path))
    service.received.length = 0
    return ownPushes.map(({ body, headers }) => ({
      ...(decryptBody(body) as ShownPush),
      ttl: String(headers['ttl']),
    }))
  }
}
beforeEach(() => void (service.received.length = 0))

test('a resident lets a walk-in in; the gate gets a pass of one entry until midnight', async () => {
  const resident = await createResident()
  const registeredAnswer = await registerWalkIn(guard, resident.id, { people: 2, plate: 'ABC 1234' })
  expect(registeredAnswer).toMatchObject({
    status: 201,
    body: {
      state: 'asked',
      unitNumber: '12-A',
      secondsLeft: expect.closeTo(60, -1) as number,
      phones: [],
      code: null,
    },
  })
  expect(await listWalkIns(resident)).toMatchObject([{ name: 'Maria Santos', people: 2, plate: 'ABC 1234' }])
  const events = (await portal.drainEvents()).filter((delivery): delivery is RoomEvent => 'event' in delivery)
  expect(events.find(({ event }) => event === `client-walk-ins.${resident.id}`)?.data).toMatchObject({
    state: 'asked',
    code: null,
  })
  expect(events.some(({ event }) => event === 'gate')).toBe(true)

  expect(await answerWalkIn(resident, registeredAnswer.body, 'allow')).toMatchObject({
    status: 200,
    body: { state: 'allowed', answeredBy: 'resident', code: null },
  })
  expect(await listWalkIns(resident)).toEqual([])
  const shownWalkIn = await findShownWalkIn(guard, registeredAnswer.body)
  expect(shownWalkIn).toMatchObject({ state: 'allowed', answeredBy: 'resident' })
  const pass = db
    .selectFrom('gate_passes')
    .selectAll()
    .where('code', '=', shownWalkIn?.code ?? '')
  expect(await pass.executeTakeFirstOrThrow()).toMatchObject({ people: 2, entries: 'one', ticket_id: null })
  expect(await listNotifications(resident)).toEqual(['Maria Santos was let in: Delivery. You answered.'])
})

test('a repeated call registers once; another body or guard with the key is refused', async () => {
  const [resident, otherResident] = [await createResident(), await createResident()]
  const key = randomUUID()
  const bothAnswers = await Promise.all([
    registerWalkIn(guard, resident.id, { key }),
    registerWalkIn(guard, resident.id, { key }),
  ])
  expect(bothAnswers.map(({ status, body }) => [status, body.id])).toEqual([
    [201, bothAnswers[0].body.id],
    [201, bothAnswers[0].body.id],
  ])
  expect((await registerWalkIn(guard, otherResident.id, { key })).status).toBe(422)
  for (const change of [{ name: 'Ana Santos' }, { purpose: 'Visit' }, { people: 2 }, { plate: 'ABC 1234' }])
    expect((await registerWalkIn(guard, resident.id, { key, ...change })).status).toBe(422)
  const secondGuard = await portal.as('admin', { roles: { gate: ['register'] } })
  expect((await registerWalkIn(secondGuard, resident.id, { key })).status).toBe(422)
  expect(await listWalkIns(resident)).toHaveLength(1)
})

test('the first of three simultaneous answers wins; the others are told which', async () => {
  const resident = await createResident()
  const phone = await addPhone(resident)
  const spouse = await portal.logIn('client', resident.account)
  const { body } = await registerWalkIn(guard, resident.id)
  const token = (await phone())[0]?.token
  await shiftWalkInTimes(db, body, 61)
  const answerResponses = await Promise.all([
    answerWalkIn(resident, body, 'allow'),
    answerWalkIn(spouse, body, 'deny'),
    answerWalkIn(guard, body, 'deny'),
    portal.nobody.post('/walk-in-answer', { token, answer: 'deny' }),
  ])
  expect(answerResponses.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409])
  const { state, answeredBy } = (await findShownWalkIn(guard, body)) ?? {}
  const outcomeText = `${state === 'allowed' ? 'let in' : 'not let in'} by the ${answeredBy === 'guard' ? 'guard' : 'resident'}.`
  for (const { status, body: refusal } of answerResponses)
    if (status === 409)
      expect(refusal).toMatchObject({ message: `This was answered already: ${outcomeText}` })
  const passesQuery = db.selectFrom('gate_passes').select('id').where('walk_in_id', '=', body.id)
  expect(await passesQuery.execute()).toHaveLength(state === 'allowed' ? 1 : 0)
})

test('a walk-in is nobody else’s, and a guard waits until the time is over', async () => {
  const [resident, neighbour] = [await createResident(), await createResident()]
  const phones = { phone_number: '0917 555 0101', uocctel1: ' 02 8555 0101 ' }
  await db.updateTable('tenants').set(phones).where('id', '=', resident.id).execute()
  const { body } = await registerWalkIn(guard, resident.id)
  expect((await answerWalkIn(neighbour, body, 'allow')).status).toBe(404)
  expect(await listWalkIns(neighbour)).toEqual([])
  expect((await answerWalkIn(guard, body, 'allow')).status).toBe(409)
  expect(await findShownWalkIn(guard, body)).toMatchObject({ state: 'asked', phones: [] })
  await shiftWalkInTimes(db, body, 61)
  expect(await findShownWalkIn(guard, body)).toMatchObject({
    state: 'call',
    secondsLeft: 0,
    phones: ['02 8555 0101', '0917 555 0101'],
  })
  expect(await listWalkIns(resident)).toMatchObject([{ state: 'call', phones: [] }])
  await portal.drainEvents()
  await runInTransaction(portal.services, expireWalkIns)
  expect(await portal.drainEvents()).toEqual(
    expect.arrayContaining([expect.objectContaining({ event: 'gate' })]),
  )
  const scanner = await portal.as('admin', { roles: { gate: ['view', 'scan'] } })
  expect((await answerWalkIn(scanner, body, 'allow')).status).toBe(403)
  expect(await answerWalkIn(guard, body, 'deny')).toMatchObject({
    status: 200,
    body: { state: 'denied', answeredBy: 'guard' },
  })
  expect(await listNotifications(resident)).toEqual([
    'Maria Santos was not let in: Delivery. The guard decided, since nobody had answered.',
  ])
})

test('a phone answers without a login, once, through quiet hours', async () => {
  const resident = await createResident()
  const phone = await addPhone(resident)
  // 11 p.m. in Manila, today or, if that has passed, tomorrow.
  const midnight = new Date()
  midnight.setUTCHours(midnight.getUTCHours() < 15 ? 15 : 39, 0, 0, 0)
  const { body } = await registerWalkIn(guard, resident.id)
  const [message] = await phone(midnight)
  expect(message).toMatchObject({
    title: 'Somebody is at the gate for you. Let them in?',
    body: '',
    link: `/?walkIn=${body.id}`,
    tag: `walk-in-${body.id}`,
    token: expect.stringMatching(/^[\w-]{22}$/) as unknown,
  })
  expect(JSON.stringify(message)).not.toContain('Santos')
  expect(Number(message?.ttl)).toBeGreaterThan(100)
  const storedWalkIn = await db
    .selectFrom('walk_ins')
    .selectAll()
    .where('id', '=', body.id)
    .executeTakeFirst()
  expect(JSON.stringify(storedWalkIn)).not.toContain(message?.token)
  const sendPushAnswer = () =>
    portal.nobody.post('/walk-in-answer', { token: message?.token, answer: 'allow' })
  expect(await sendPushAnswer()).toMatchObject({
    status: 200,
    body: { name: 'Maria Santos', state: 'allowed' },
  })
  expect(await sendPushAnswer()).toMatchObject({
    status: 409,
    body: { message: 'This was answered already: let in by the resident.' },
  })
  expect(await findShownWalkIn(guard, body)).toMatchObject({ answeredBy: 'push' })
  expect(await phone(midnight)).toMatchObject([
    { title: 'Your visitor was let in at the gate', tag: `walk-in-${body.id}`, silent: true },
  ])
})

test('the push message is by the resident’s choices: the name, no buttons, none at all; never a mail', async () => {
  const resident = await createResident({ email: 'ana@home.test' })
  const phone = await addPhone(resident)
  await resident.put('/delivery-choices', { showDetails: true, walkInsByPush: false })
  await registerWalkIn(guard, resident.id)
  const [message] = await phone()
  expect(message).toMatchObject({ title: 'Let in Maria Santos?', body: 'Delivery · At the gate' })
  expect(message).not.toHaveProperty('token')
  await resident.put('/delivery-choices', { choices: { gate: { mail: 'now', push: false } } })
  await registerWalkIn(guard, resident.id)
  expect(await phone()).toEqual([])
  const channelsQuery = selectDeliveries(resident.id).select('channel')
  expect(await channelsQuery.execute()).toEqual([{ channel: 'push' }])
})

test('after two minutes the token is none, and the phone is told', async () => {
  const resident = await createResident()
  const phone = await addPhone(resident)
  const { body } = await registerWalkIn(guard, resident.id)
  const token = (await phone())[0]?.token
  await shiftWalkInTimes(db, body, 121)
  const lateResponse = await portal.nobody.post('/walk-in-answer', { token, answer: 'allow' })
  expect(lateResponse.status).toBe(404)
  await runInTransaction(portal.services, expireWalkIns)
  expect(await phone()).toMatchObject([{ title: 'Nobody answered the gate, so it calls you', silent: true }])
  expect(await listNotifications(resident)).toEqual([
    'Maria Santos asked to be let in: Delivery. Nobody answered, so the gate calls you.',
  ])
  expect((await answerWalkIn(resident, body, 'allow')).status).toBe(200)
})

test('made-up tokens are limited as wrong links are', async () => {
  const callerFromAddress = portal.from('198.51.100.7')
  const sendRandomToken = () =>
    callerFromAddress.post('/walk-in-answer', { token: randomUUID(), answer: 'allow' })
  await addFailures(db, 'link 198.51.100.7', 199)
  expect((await sendRandomToken()).status).toBe(404)
  expect((await sendRandomToken()).status).toBe(429)
})

test('after ten unanswered questions within an hour the gate only calls', async () => {
  const resident = await createResident()
  const phone = await addPhone(resident)
  for (let n = 0; n < 10; n++) {
    const { body } = await registerWalkIn(guard, resident.id)
    expect(body.state).toBe('asked')
    await shiftWalkInTimes(db, body, 61)
    if (n === 0) expect((await answerWalkIn(guard, body, 'deny')).status).toBe(200)
  }
  await phone()
  const { body } = await registerWalkIn(guard, resident.id)
  expect(body).toMatchObject({ state: 'call', secondsLeft: 0 })
  expect(await phone()).toEqual([])
  expect((await answerWalkIn(guard, body, 'allow')).status).toBe(200)
  expect(await listNotifications(resident)).toContain(
    'A visitor at the gate: Delivery. The guard decided, since nobody had answered.',
  )
  const answeringResident = await createResident()
  for (let n = 0; n < 11; n++) {
    const walkIn = await registerWalkIn(guard, answeringResident.id)
    expect(walkIn.body.state).toBe('asked')
    await answerWalkIn(answeringResident, walkIn.body, 'deny')
  }
})

test('a guard reads units, names and nothing else', async () => {
  // The random client codes of other tests contain no z, so only this tenant matches.
  await createResident({ uoccname: 'Zamora, Ines', unitNumber: '77-Z', email: 'ines@secret.test' })
  expect(await findUnits('77-z')).toEqual([
    { id: expect.any(Number) as unknown, unitNumber: '77-Z', name: 'Zamora, Ines' },
  ])
  expect(await findUnits('ines zam')).toHaveLength(1)
  expect(await findUnits('secret.test')).toEqual([])
  expect(await findUnits('')).toEqual([])
})

test('bad input is refused by field', async () => {
  const resident = await createResident()
  const getWrongFields = async (overrides: object) => {
    const { status, body } = await registerWalkIn(guard, resident.id, overrides)
    return [status, Object.keys((body as { errors?: object }).errors ?? {})]
  }
  expect(await getWrongFields({ name: ' ' })).toEqual([400, ['name']])
  expect(await getWrongFields({ people: 51 })).toEqual([400, ['people']])
  expect(await getWrongFields({ people: 0 })).toEqual([400, ['people']])
  expect(await getWrongFields({ tenantId: 999_999 })).toEqual([400, ['tenantId']])
  expect(await getWrongFields({ key: 'x' })).toEqual([400, ['key']])
  const officeAdmin = await portal.as('admin')
  expect((await officeAdmin.delete(`/tenant/${resident.id}`)).status).toBe(200)
  expect(await getWrongFields({})).toEqual([400, ['tenantId']])
})

test('a deleted tenant’s walk-ins are answered by nobody', async () => {
  const resident = await createResident()
  const phone = await addPhone(resident)
  const { body } = await registerWalkIn(guard, resident.id)
  const token = (await phone())[0]?.token
  const officeAdmin = await portal.as('admin')
  await officeAdmin.delete(`/tenant/${resident.id}`)
  expect((await portal.nobody.post('/walk-in-answer', { token, answer: 'allow' })).status).toBe(404)
  expect(await findShownWalkIn(guard, body)).toBeUndefined()
})

test('a flood of one guard is limited', async () => {
  const [floodingGuard, resident] = [
    await portal.as('admin', { roles: { gate: ['register'] } }),
    await createResident(),
  ]
  const registerStatuses = []
  for (let n = 0; n < 101; n++)
    registerStatuses.push((await registerWalkIn(floodingGuard, resident.id, { name: '' })).status)
  expect(registerStatuses.at(-1)).toBe(429)
  expect((await registerWalkIn(guard, resident.id)).status).toBe(201)
})

test('a gate lists its own walk-ins and those of no gate, the answered ones for half an hour', async () => {
  const [resident, tablet, otherTablet] = [
    await createResident(),
    await portal.as('admin', { roles: { gate: ['view', 'register'] } }),
    await portal.as('admin', { roles: { gate: ['view', 'register'] } }),
  ]
  await enrolTestDevice(db, tablet)
  await enrolTestDevice(db, otherTablet)
  const [ownWalkIn, otherWalkIn, officeWalkIn] = [
    (await registerWalkIn(tablet, resident.id)).body,
    (await registerWalkIn(otherTablet, resident.id, { name: 'Ana Lim' })).body,
    (await registerWalkIn(guard, resident.id, { name: 'Nilo Reyes' })).body,
  ]
  const listIds = async (caller: LoggedInCaller) =>
    (await listWalkIns(caller))
      .map(({ id }) => id)
      .filter((id) => [ownWalkIn.id, otherWalkIn.id, officeWalkIn.id].includes(id))
  expect(await listIds(tablet)).toEqual([officeWalkIn.id, ownWalkIn.id])
  expect(await listIds(guard)).toEqual([officeWalkIn.id, otherWalkIn.id, ownWalkIn.id])
  expect(await listIds(resident)).toEqual([ownWalkIn.id, otherWalkIn.id, officeWalkIn.id])
  const setMinutesAgo = (column: 'answered_at' | 'created_at', { id }: { id: number }, minutes: number) =>
    db
      .updateTable('walk_ins')
      .set({ [column]: new Date(Date.now() - minutes * 60_000) })
      .where('id', '=', id)
      .execute()
  for (const walkIn of [ownWalkIn, officeWalkIn]) await answerWalkIn(resident, walkIn, 'allow')
  await setMinutesAgo('answered_at', ownWalkIn, 29)
  await setMinutesAgo('answered_at', officeWalkIn, 31)
  expect(await listIds(tablet)).toEqual([ownWalkIn.id])
  await setMinutesAgo('created_at', otherWalkIn, 31)
  expect(await listIds(resident)).toEqual([])
})

test('a question that nobody can answer any more is not sent to phones', async () => {
  const resident = await createResident()
  const phone = await addPhone(resident)
  const { body } = await registerWalkIn(guard, resident.id)
  await shiftWalkInTimes(db, body, 121)
  expect(await phone()).toEqual([])
  const reasonQuery = selectDeliveries(resident.id).select('reason')
  expect(await reasonQuery.execute()).toEqual([{ reason: 'Nobody answered in time.' }])
})

async function listDueJobs(call: () => Promise<unknown>): Promise<string[]> {
  await deleteAllJobs(db)
  await call()
  const { rows } = await sql<{ name: string }>`select task_identifier as name from graphile_worker.jobs
    where run_at <= clock_timestamp()`.execute(db)
  return rows.map(({ name }) => name)
}

test('a question and its answer wake what sends them, instead of waiting for its next run', async () => {
  const resident = await createResident()
  expect(await listDueJobs(() => registerWalkIn(guard, resident.id))).toContain('fan-out')
  const [walkIn] = await listWalkIns(resident)
  expect(await listDueJobs(() => answerWalkIn(resident, walkIn ?? { id: 0 }, 'allow'))).toContain(
    'deliver-push',
  )
})
