import { expect, test } from 'vitest'
import { secondsAgo } from '#platform/db/expressions.ts'
import { removeOldKeys } from '#platform/http/create-idempotently.ts'
import { createTestAmenity } from '#testing/accounts.ts'
import type { LoggedInCaller } from '#testing/callers.ts'
import { openTestPortal } from '#testing/portal.ts'
import type { Payment } from '@tahanan/contract/billing/answers.ts'
import { getDayAhead, createExample, type TicketListAnswer, type Ticket } from './testing.ts'

const portal = await openTestPortal({ rateLimitPerMinute: 0 })
const admin = await portal.as('admin')

async function postWithKey<Body = Ticket>(
  caller: LoggedInCaller,
  path: string,
  key: string,
  payload: object,
) {
  const { statusCode, body } = await portal.app.inject({
    method: 'POST',
    url: `/api${path}`,
    headers: { authorization: `Bearer ${caller.token}`, 'idempotency-key': key },
    payload,
  })
  return { status: statusCode, body: JSON.parse(body) as Body & { code?: string } }
}
const listTickets = async (caller: LoggedInCaller, path: string) =>
  (await caller.get<TicketListAnswer>(path)).body.data

test('repeating a call with its key answers the ticket that it filed', async () => {
  const resident = await portal.as('client')
  const commendationBody = createExample('commendation')
  const firstResponse = await postWithKey(resident, '/commendation', 'one', commendationBody)
  expect(firstResponse.status).toBe(201)
  expect(await postWithKey(resident, '/commendation', 'one', commendationBody)).toEqual(firstResponse)
  expect(await listTickets(resident, '/commendations')).toHaveLength(1)
  expect((await postWithKey(resident, '/commendation', 'two', commendationBody)).body.id).not.toBe(
    firstResponse.body.id,
  )
})

test('of simultaneous calls with one key one files the ticket, and all answer it', async () => {
  const resident = await portal.as('client')
  const commendationBody = createExample('commendation')
  const createResponses = await Promise.all(
    Array.from({ length: 8 }, () => postWithKey(resident, '/commendation', 'at-once', commendationBody)),
  )
  expect(
    new Set(createResponses.map((response) => `${response.status} ${response.body.ticketNumber}`)).size,
  ).toBe(1)
  expect(createResponses[0]?.status).toBe(201)
  expect(await listTickets(resident, '/commendations')).toHaveLength(1)
})

test('a reservation payment repeated simultaneously does not conflict with its own booking', async () => {
  const tenant = await portal.as('client')
  const amenity = await createTestAmenity(portal.db, { title: 'Sky Lounge' })
  const day = getDayAhead(10)
  const bookingBody = {
    tenantId: tenant.id,
    title: 'Event Booking',
    amenityId: amenity.id,
    description: 'Christmas party',
    startTime: `${day} 09:00:00`,
    endTime: `${day} 11:00:00`,
  }
  const recordPayment = () => postWithKey<Payment>(admin, '/payment', 'party', bookingBody)
  const [firstResponse, secondResponse] = await Promise.all([recordPayment(), recordPayment()])
  expect([firstResponse.status, secondResponse.status]).toEqual([201, 201])
  expect(secondResponse.body).toEqual(firstResponse.body)
  expect((await postWithKey(admin, '/payment', 'another-party', bookingBody)).status).toBe(409)
})

test('a key with another body is refused, and keys belong to their account', async () => {
  const [resident, neighbour] = [await portal.as('client'), await portal.as('client')]
  const commendationBody = createExample('commendation')
  const { body: createdTicket } = await postWithKey(resident, '/commendation', 'mine', commendationBody)
  const otherBodyResponse = await postWithKey(resident, '/commendation', 'mine', {
    ...commendationBody,
    title: 'Other',
  })
  expect([otherBodyResponse.status, otherBodyResponse.body.code]).toEqual([422, 'keyReused'])
  const neighbourAnswer = await postWithKey(neighbour, '/commendation', 'mine', commendationBody)
  expect(neighbourAnswer.status).toBe(201)
  expect(neighbourAnswer.body.id).not.toBe(createdTicket.id)
  expect(await listTickets(resident, '/commendations')).toHaveLength(1)
})

test('a refused call stores no key, and a malformed key is refused', async () => {
  const resident = await portal.as('client')
  expect((await postWithKey(resident, '/commendation', 'again', {})).status).toBe(400)
  expect((await postWithKey(resident, '/commendation', 'again', createExample('commendation'))).status).toBe(
    201,
  )
  for (const key of ['', 'with space', 'x'.repeat(256)])
    expect((await postWithKey(resident, '/commendation', key, createExample('commendation'))).status).toBe(
      400,
    )
  expect(await listTickets(resident, '/commendations')).toHaveLength(1)
})

test('keys expire after a day', async () => {
  const resident = await portal.as('client')
  const commendationBody = createExample('commendation')
  const { body: createdTicket } = await postWithKey(resident, '/commendation', 'daily', commendationBody)
  await portal.db
    .updateTable('idempotency_keys')
    .set({ created_at: secondsAgo(23 * 3600) })
    .where('key', '=', 'daily')
    .execute()
  await removeOldKeys(portal.db)
  expect((await postWithKey(resident, '/commendation', 'daily', commendationBody)).body.id).toBe(
    createdTicket.id,
  )
  await portal.db
    .updateTable('idempotency_keys')
    .set({ created_at: secondsAgo(25 * 3600) })
    .where('key', '=', 'daily')
    .execute()
  await postWithKey(resident, '/commendation', 'fresh', commendationBody)
  await removeOldKeys(portal.db)
  const nextDayResponse = await postWithKey(resident, '/commendation', 'daily', commendationBody)
  expect(nextDayResponse.body.id).not.toBe(createdTicket.id)
  expect(await listTickets(resident, '/commendations')).toHaveLength(3)
})
