import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { createBookingBody, getDayAhead, type Ticket } from '#features/tickets/testing.ts'
import { createTestAmenity } from '#testing/accounts.ts'
import { callDuring } from '#testing/call-during.ts'
import type { LoggedInCaller } from '#testing/callers.ts'
import { openTestPortal } from '#testing/portal.ts'
import type { AmenityDays, AmenityTimes } from '@tahanan/contract/amenities/answers.ts'
import type { ErrorAnswer } from '@tahanan/contract/answers.ts'
import { STATUS } from '@tahanan/contract/statuses.ts'
import type { TicketEvent } from '@tahanan/contract/tickets/answers.ts'

const portal = await openTestPortal({ rateLimitPerMinute: 0 })
const { db } = portal
const admin = await portal.as('admin')
const resident = await portal.as('client')
let amenityId: number
beforeEach(async () => {
  amenityId = (await createTestAmenity(db, { title: 'Function Room' })).id
})

const setRules = (rules: object) => admin.put<ErrorAnswer>(`/amenity-rules/${amenityId}`, rules)
const fileReservation = (
  caller: LoggedInCaller,
  days: number,
  from: string,
  to: string,
  overrides: object = {},
) =>
  caller.post<Ticket & ErrorAnswer>('/reservation', {
    ...createBookingBody(amenityId, days, from, to),
    ...overrides,
  })
const getHistory = async (id: number, caller: LoggedInCaller = admin) =>
  (await caller.get<{ history: TicketEvent[] }>(`/reservation/${id}`)).body.history
const toInstant = (days: number, clock: string) =>
  new Date(`${getDayAhead(days)}T${clock}:00+08:00`).toISOString()

describe('rules of an amenity (rules 25.1)', () => {
  test('are none at first, are kept, and refuse an outdated version', async () => {
    const storedRules = (await admin.get<{ updated_at: string }>(`/amenity-rules/${amenityId}`)).body
    expect(storedRules).toMatchObject({ hours: [], minMinutes: null, automatic: 0, quotas: [] })
    const rules = { minMinutes: 60, closures: [{ from: getDayAhead(5), reason: 'Repairs' }], cancelHours: 0 }
    expect((await setRules({ ...rules, updated_at: storedRules.updated_at })).status).toBe(200)
    expect((await admin.get(`/amenity-rules/${amenityId}`)).body).toMatchObject({
      minMinutes: 60,
      cancelHours: 0,
      closures: [{ from: getDayAhead(5), to: null, weekday: null, reason: 'Repairs' }],
    })
    expect((await setRules({ minMinutes: 90, updated_at: storedRules.updated_at })).status).toBe(409)
    expect((await setRules({ minMinutes: 45, stepMinutes: 30 })).body.errors).toEqual({
      minMinutes: ['This is no multiple of the step of 30 minutes.'],
    })
    expect((await setRules({ minMinutes: null })).status).toBe(200)
    expect((await admin.put('/amenity-rules/999999', {})).status).toBe(404)
    expect((await fileReservation(resident, 6, '10:00', '10:20')).status).toBe(201)
  })

  test('that bookings ahead violate are saved once confirmed, and change no booking', async () => {
    const { body } = await fileReservation(resident, 4, '09:00', '12:00')
    const refusedAnswer = await setRules({ maxMinutes: 60 })
    expect([refusedAnswer.status, refusedAnswer.body.message]).toEqual([
      409,
      expect.stringMatching(
        new RegExp(`^1 booking is against these rules[^]*${body.ticketNumber}, .*: At most 1 hour\\.$`),
      ),
    ])
    expect((await setRules({ maxMinutes: 60, confirmedBookings: true })).status).toBe(200)
    expect((await admin.get<Ticket>(`/reservation/${body.id}`)).body.status).toBe(STATUS.approval)
  })

  test('a closure is added from the calendar, and closes the hours', async () => {
    const closure = { from: getDayAhead(4), opens: '12:00', closes: '14:00', reason: 'Fumigation' }
    for (let attempt = 0; attempt < 2; attempt++)
      expect((await admin.put(`/amenity-closure/${amenityId}`, closure)).status).toBe(200)
    const { body: rules } = await admin.get<{ closures: object[] }>(`/amenity-rules/${amenityId}`)
    expect(rules.closures).toHaveLength(1)
    expect((await fileReservation(resident, 4, '10:00', '12:00')).status).toBe(201)
    const refusedAnswer = await fileReservation(resident, 4, '13:00', '15:00')
    expect([refusedAnswer.status, refusedAnswer.body.message]).toEqual([
      409,
      expect.stringContaining('from 12:00 PM to 2:00 PM: Fumigation. The next free time is '),
    ])
    expect((await admin.put(`/amenity-closure/${amenityId}`, { reason: 'x' })).body).toMatchObject({
      errors: { from: ['Please input the day!'] },
    })
  })
})

describe('a booking against the rules (rules 25.3, 25.4)', () => {
  test('is refused with the rule and the next free time; the office overrides it after a question', async () => {
    await setRules({ minMinutes: 120, hours: [{ days: 'all', opens: '08:00', closes: '12:00' }] })
    const { status, body } = await fileReservation(resident, 4, '10:30', '11:30', { confirmedRules: true })
    expect([status, body.code, body.message]).toEqual([
      409,
      'againstRules',
      expect.stringMatching(/^At least 2 hours\. The next free time is .*, 8:00 AM to 10:00 AM\.$/),
    ])
    expect(body.next).toEqual({ startTime: toInstant(5, '08:00'), endTime: toInstant(5, '10:00') })
    await fileReservation(resident, 5, '08:00', '10:00')
    const overlappingResponse = await fileReservation(resident, 4, '10:30', '11:30')
    expect(overlappingResponse.body.next).toEqual({
      startTime: toInstant(5, '10:00'),
      endTime: toInstant(5, '12:00'),
    })
    const tenant = { tenantId: resident.id }
    expect((await fileReservation(admin, 4, '10:30', '11:30', tenant)).status).toBe(409)
    const filedReservation = await fileReservation(admin, 4, '10:30', '11:30', {
      ...tenant,
      confirmedRules: true,
    })
    expect(filedReservation.status).toBe(201)
    expect((await getHistory(filedReservation.body.id))[0]).toMatchObject({
      from: null,
      overridden: 'At least 2 hours.',
    })
    expect((await getHistory(filedReservation.body.id, resident))[0]).not.toHaveProperty('overridden')
    expect((await admin.put(`/reservation/reserved/${filedReservation.body.id}`)).status).toBe(200)
  })

  test('an overlap is never overridden, and cleaning counts (rules 25.8)', async () => {
    await setRules({ cleaningMinutes: 30 })
    await fileReservation(resident, 4, '10:00', '11:00')
    const overlapResponse = await fileReservation(admin, 4, '11:15', '12:00', {
      tenantId: resident.id,
      confirmedRules: true,
    })
    expect([overlapResponse.status, overlapResponse.body.message]).toEqual([
      409,
      'These dates already reserved to this amenity.',
    ])
    expect((await fileReservation(resident, 4, '09:45', '10:00')).status).toBe(409)
    expect((await fileReservation(resident, 4, '11:30', '12:00')).status).toBe(201)
    expect((await fileReservation(resident, 4, '09:00', '09:30')).status).toBe(201)
    const { body } = await resident.get<{ endTime: string }[]>(
      `/get-reservation-schedules?amenityId=${amenityId}&date=${getDayAhead(4)}`,
    )
    expect(body.map(({ endTime }) => endTime)).toContain(toInstant(4, '11:00'))
  })

  test('a changed time and an approval are checked, but not when the booking was made', async () => {
    const { body } = await fileReservation(resident, 4, '10:00', '11:00')
    await setRules({ noticeHours: 200, maxMinutes: 60 })
    const moveAnswer = await resident.put(`/reservation/${body.id}`, { endTime: toInstant(4, '12:00') })
    expect(moveAnswer.body).toMatchObject({ code: 'againstRules' })
    expect((await admin.put(`/reservation/reserved/${body.id}`)).status).toBe(200)
    const otherReservation = (await fileReservation(resident, 10, '10:00', '11:00')).body
    await setRules({ maxMinutes: 30, confirmedBookings: true })
    expect((await admin.put(`/reservation/reserved/${otherReservation.id}`)).body).toMatchObject({
      code: 'againstRules',
    })
    const confirmAnswer = await admin.put(`/reservation/reserved/${otherReservation.id}`, {
      confirmedRules: true,
    })
    expect(confirmAnswer.status).toBe(200)
    expect((await getHistory(otherReservation.id))[0]).toMatchObject({
      to: 2,
      overridden: 'At most 30 minutes.',
    })
  })

  test('a booking with an overridden rule is checked again when it moves to another tenant', async () => {
    await setRules({ minMinutes: 120 })
    const { body } = await fileReservation(admin, 4, '10:00', '11:00', {
      tenantId: resident.id,
      confirmedRules: true,
    })
    const otherResident = await portal.as('client')
    const moveAnswer = await admin.put(`/reservation/${body.id}`, { tenantId: otherResident.id })
    expect(moveAnswer.body).toMatchObject({ code: 'againstRules' })
  })

  test('two devices of a tenant that race for the last of a quota get one booking', async () => {
    await setRules({ quotas: [{ most: 1, what: 'bookings', per: 'open', of: 'all' }] })
    const otherAmenityId = (await createTestAmenity(db)).id
    await admin.put(`/amenity-rules/${otherAmenityId}`, {
      quotas: [{ most: 1, what: 'bookings', per: 'open', of: 'all' }],
    })
    const tenant = await portal.as('client')
    const bodies = [
      createBookingBody(amenityId, 4, '10:00', '11:00'),
      createBookingBody(otherAmenityId, 5, '10:00', '11:00'),
      createBookingBody(amenityId, 6, '10:00', '11:00'),
    ]
    const bookingResponses = await callDuring(
      db,
      (tx) => tx.selectFrom('tenants').select('id').where('id', '=', tenant.id).forNoKeyUpdate().execute(),
      bodies.map((body) => () => tenant.post('/reservation', body)),
    )
    expect(bookingResponses.map(({ status }) => status).toSorted()).toEqual([201, 409, 409])
  })

  test('bookings far ahead count for what is open at once', async () => {
    await setRules({ quotas: [{ most: 1, what: 'bookings', per: 'open', of: 'this' }] })
    const tenant = await portal.as('client')
    expect((await fileReservation(tenant, 150, '10:00', '11:00')).status).toBe(201)
    const secondAnswer = await fileReservation(tenant, 5, '10:00', '11:00')
    expect([secondAnswer.status, secondAnswer.body.code]).toEqual([409, 'againstRules'])
    const month = getDayAhead(0).slice(0, 7)
    const { body } = await tenant.get<AmenityDays>(`/amenity-days?amenityId=${amenityId}&month=${month}`)
    expect(body.quotas).toEqual(['1 of 1 booking at a time'])
  })

  test('200 calls for 20 times at once get 20 bookings, and 180 a reason', async () => {
    await setRules({ stepMinutes: 30 })
    const tenants = await Promise.all(Array.from({ length: 10 }, () => portal.as('client')))
    const slots = Array.from({ length: 20 }, (_, slotIndex) => {
      const [from, to] = [slotIndex, slotIndex + 1].map((halfHourIndex) => {
        const minutes = 8 * 60 + halfHourIndex * 30
        return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
      })
      return [from ?? '', to ?? ''] as const
    })
    const bookingResponses = await Promise.all(
      tenants.flatMap((tenant) => slots.map(([from, to]) => fileReservation(tenant, 8, from, to))),
    )
    const successAnswers = bookingResponses.filter(({ status }) => status === 201)
    const refusedAnswers = bookingResponses.filter(
      ({ status, body }) => status === 409 && body.message.length > 10,
    )
    expect([successAnswers.length, refusedAnswers.length]).toEqual([20, 180])
  })
})

test('a booking that keeps the rules is approved by the portal where that is set (rules 25.5)', async () => {
  await setRules({ automatic: 1 })
  const { body } = await fileReservation(resident, 4, '10:00', '11:00')
  expect([body.status, body.approver]).toEqual([STATUS.approved, null])
  const [approval, filingEvent] = await getHistory(body.id)
  expect([filingEvent?.to, approval?.to, approval?.actor.kind]).toEqual([1, 2, 'system'])
  const officeReservation = await fileReservation(admin, 4, '12:00', '13:00', { tenantId: resident.id })
  expect(officeReservation.body.status).toBe(STATUS.approval)
})

test('a price fills in the estimated amount, unless the office gives another (rules 25.9)', async () => {
  await setRules({ pricePer: 'hour', price: 250 })
  const { body } = await fileReservation(resident, 4, '10:00', '11:30')
  expect(body.estimatedAmount).toBe(375)
  await setRules({ price: 300 })
  expect((await resident.get<Ticket>(`/reservation/${body.id}`)).body.estimatedAmount).toBe(375)
  const officeReservation = await fileReservation(admin, 5, '10:00', '11:00', {
    tenantId: resident.id,
    estimatedAmount: 100,
  })
  expect(officeReservation.body.estimatedAmount).toBe(100)
})

test('a new time of a resident changes the price (rules 25.9)', async () => {
  await setRules({ pricePer: 'hour', price: 250 })
  const { body } = await fileReservation(resident, 4, '10:00', '11:00')
  const longerReservation = await resident.put<Ticket>(`/reservation/${body.id}`, {
    endTime: toInstant(4, '12:00'),
  })
  expect([longerReservation.status, longerReservation.body.estimatedAmount]).toEqual([200, 500])
})

test('a new time or amenity of a resident changes the amount to the price of today (rules 25.9)', async () => {
  await setRules({ pricePer: 'hour', price: 250 })
  const { body } = await fileReservation(resident, 4, '10:00', '11:00')
  await setRules({ price: 300 })
  const longerReservation = await resident.put<Ticket>(`/reservation/${body.id}`, {
    endTime: toInstant(4, '13:00'),
  })
  expect(longerReservation.body.estimatedAmount).toBe(900)
  expect((await getHistory(body.id))[0]?.fields).toEqual(['endTime', 'estimatedAmount'])
  const otherAmenityId = (await createTestAmenity(db)).id
  await admin.put(`/amenity-rules/${otherAmenityId}`, { pricePer: 'booking', price: 5000 })
  const movedReservation = await resident.put<Ticket>(`/reservation/${body.id}`, {
    amenityId: otherAmenityId,
  })
  expect(movedReservation.body.estimatedAmount).toBe(5000)
})

test('a booking of a free amenity that its resident moves to another one gets its price (rules 25.9)', async () => {
  const { body } = await fileReservation(resident, 4, '10:00', '11:00')
  expect(body.estimatedAmount).toBe(0)
  const otherAmenityId = (await createTestAmenity(db)).id
  await admin.put(`/amenity-rules/${otherAmenityId}`, { pricePer: 'booking', price: 5000 })
  const movedReservation = await resident.put<Ticket>(`/reservation/${body.id}`, {
    amenityId: otherAmenityId,
  })
  expect(movedReservation.body.estimatedAmount).toBe(5000)
})

test('an amount that the office has set stays when the resident changes the time (rules 25.9)', async () => {
  await setRules({ pricePer: 'hour', price: 250 })
  const ownReservation = (await fileReservation(resident, 4, '10:00', '11:00')).body
  await admin.put(`/reservation/${ownReservation.id}`, { estimatedAmount: 100 })
  const officeReservation = (
    await fileReservation(admin, 5, '10:00', '11:00', { tenantId: resident.id, estimatedAmount: 100 })
  ).body
  for (const { id, days } of [
    { id: ownReservation.id, days: 4 },
    { id: officeReservation.id, days: 5 },
  ]) {
    const longerReservation = await resident.put<Ticket>(`/reservation/${id}`, {
      endTime: toInstant(days, '12:00'),
    })
    expect([longerReservation.status, longerReservation.body.estimatedAmount]).toEqual([200, 100])
  }
})

test('a price that fills in a booking of the office follows its resident’s change (rules 25.9)', async () => {
  await setRules({ pricePer: 'hour', price: 250 })
  const tenant = { tenantId: resident.id }
  const { body: longerReservation } = await fileReservation(admin, 4, '10:00', '11:00', tenant)
  const { body: movedReservation } = await fileReservation(admin, 5, '10:00', '11:00', tenant)
  expect(longerReservation.estimatedAmount).toBe(250)
  await setRules({ price: 300 })
  const changeReservation = async (id: number, change: object) =>
    (await resident.put<Ticket>(`/reservation/${id}`, change)).body.estimatedAmount
  expect(await changeReservation(longerReservation.id, { endTime: toInstant(4, '13:00') })).toBe(900)
  const otherAmenityId = (await createTestAmenity(db)).id
  await admin.put(`/amenity-rules/${otherAmenityId}`, { pricePer: 'booking', price: 5000 })
  expect(await changeReservation(movedReservation.id, { amenityId: otherAmenityId })).toBe(5000)
  await admin.put(`/reservation/${movedReservation.id}`, { estimatedAmount: 100 })
  expect(await changeReservation(movedReservation.id, { amenityId })).toBe(100)
})

test('a filing by the office that does not say whose amount it has counts as the office’s (rules 25.9)', async () => {
  await setRules({ pricePer: 'hour', price: 250 })
  const { body } = await fileReservation(admin, 4, '10:00', '11:00', { tenantId: resident.id })
  await sql`delete from ticket_events where ticket_id = ${body.id}`.execute(db)
  await db
    .insertInto('ticket_events')
    .values({ ticket_id: body.id, actor_area: 'admin', actor_name: 'Liza Villanueva', to_status: 1 })
    .execute()
  await setRules({ price: 300 })
  const longerReservation = await resident.put<Ticket>(`/reservation/${body.id}`, {
    endTime: toInstant(4, '13:00'),
  })
  expect(longerReservation.body.estimatedAmount).toBe(250)
})

const createApprovedReservation = async (days: number) => {
  const { id } = (await fileReservation(resident, days, '10:00', '11:00')).body
  await admin.put(`/reservation/reserved/${id}`)
  return id
}
const cancelReservation = (id: number, caller: LoggedInCaller = resident) =>
  caller.put<ErrorAnswer>(`/reservation/cancelled/${id}`, {})
describe('a resident who cancels an approved booking (rules 25.7)', () => {
  test('frees its time at once, and the office is notified', async () => {
    await setRules({ cancelHours: 24 })
    const id = await createApprovedReservation(4)
    expect((await cancelReservation(id)).body).toMatchObject({ id, status: STATUS.cancelled })
    expect((await fileReservation(await portal.as('client'), 4, '10:00', '11:00')).status).toBe(201)
    expect((await cancelReservation(id)).status).toBe(409)
    const notifications = await db
      .selectFrom('notifications')
      .select('message')
      .where('title', '=', 'Reservation cancelled by the resident')
      .execute()
    expect(notifications.at(-1)?.message).toContain('cancelled RS-')
    expect((await getHistory(id))[0]).toMatchObject({ from: 2, to: 5, actor: { kind: 'resident' } })
  })

  test('is refused after the limit, without the rule, in another status, and of another tenant', async () => {
    const id = await createApprovedReservation(4)
    expect((await cancelReservation(id)).body.code).toBe('tooLateToCancel')
    await setRules({ cancelHours: 24 * 30 })
    expect((await cancelReservation(id)).body.code).toBe('tooLateToCancel')
    await setRules({ cancelHours: 1 })
    const pendingReservationId = (await fileReservation(resident, 9, '10:00', '11:00')).body.id
    expect((await cancelReservation(pendingReservationId)).status).toBe(403)
    expect((await cancelReservation(id, await portal.as('client'))).status).toBe(404)
    const cancelResponses = await Promise.all([cancelReservation(id), cancelReservation(id)])
    expect(cancelResponses.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })
})

const getDays = async (caller: LoggedInCaller = resident) =>
  (await caller.get<AmenityDays>(`/amenity-days?amenityId=${amenityId}&month=${getDayAhead(40).slice(0, 7)}`))
    .body
const getTimes = async (caller: LoggedInCaller = resident) =>
  (await caller.get<AmenityTimes>(`/amenity-times?amenityId=${amenityId}&date=${getDayAhead(40)}`)).body
describe('the calendar (rules 25.6)', () => {
  test('shows what is free, without names, and what the reader’s own quota refuses', async () => {
    await setRules({
      hours: [{ days: 'all', opens: '08:00', closes: '10:00' }],
      stepMinutes: 60,
      quotas: [{ most: 1, what: 'bookings', per: 'month', of: 'this' }],
      pricePer: 'booking',
      price: 500,
      closures: [{ weekday: 'all', from: getDayAhead(41), to: getDayAhead(41), reason: 'Repairs' }],
    })
    const otherResident = await portal.as('client')
    await fileReservation(otherResident, 40, '08:00', '09:00')
    const { days: month, ...about } = await getDays()
    expect(about).toMatchObject({
      price: '₱500.00 a booking',
      quotas: ['0 of 1 booking this month'],
      refusal: null,
    })
    expect(about.rules).toContain('Open every day 8:00 AM to 10:00 AM.')
    expect(month.find(({ date }) => date === getDayAhead(40))).toEqual({
      date: getDayAhead(40),
      state: 'partly',
      reason: null,
    })
    const freeTimes = await getTimes()
    expect(freeTimes.starts).toEqual([
      { startTime: toInstant(40, '09:00'), latestEnd: toInstant(40, '10:00'), price: 500 },
    ])
    expect(freeTimes.taken).toEqual([
      { startTime: toInstant(40, '08:00'), endTime: toInstant(40, '09:00'), own: false, canWait: false },
    ])
    expect(JSON.stringify(freeTimes)).not.toContain(otherResident.account.uoccname)
    await fileReservation(resident, 40, '09:00', '10:00')
    expect((await getTimes()).state).toBe('full')
    const freeDay = (await getDays()).days.find(({ state }) => state === 'free')
    expect(freeDay?.reason).toBe('At most 1 booking a month. You have 1.')
    expect((await getDays(admin)).days.find(({ state }) => state === 'free')?.reason).toBeNull()
  })

  test('says that the service is closed, and refuses impossible months, days and amenities', async () => {
    await db.updateTable('service_settings').set({ status: 0 }).where('type', '=', 'reservation').execute()
    expect((await getDays()).refusal).toBe('This service has been disabled by the admin.')
    await db.updateTable('service_settings').set({ status: 1 }).where('type', '=', 'reservation').execute()
    expect((await resident.get(`/amenity-days?amenityId=${amenityId}&month=2026-13`)).status).toBe(400)
    expect((await resident.get(`/amenity-times?amenityId=${amenityId}&date=2026-02-30`)).status).toBe(400)
    expect((await resident.get('/amenity-days?amenityId=999999&month=2026-12')).status).toBe(404)
  })
})
