import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { createTestAmenity, setLeftToPay } from '#testing/accounts.ts'
import type { LoggedInCaller } from '#testing/callers.ts'
import { openTestPortal } from '#testing/portal.ts'
import type { AmenityTimes } from '@tahanan/contract/amenities/answers.ts'
import type { WaitingEntry } from '@tahanan/contract/amenities/waiting.ts'
import type { ErrorAnswer } from '@tahanan/contract/answers.ts'
import { STATUS } from '@tahanan/contract/statuses.ts'
import { createBookingBody, getDayAhead, type Ticket } from '../testing.ts'
import { getEndOfOffer } from './offer-times.ts'
import { updateWaitingLists } from './waiting-list.ts'

const HOUR_MS = 3_600_000

const portal = await openTestPortal({ rateLimitPerMinute: 0 })
const { db } = portal
const admin = await portal.as('admin')
let [holder, first, second]: LoggedInCaller[] = []
let amenityId: number
let bookedReservation: Ticket
const putRules = (changedRules: object) => admin.put(`/amenity-rules/${amenityId}`, changedRules)
beforeEach(async () => {
  ;[holder, first, second] = await Promise.all(Array.from({ length: 3 }, () => portal.as('client')))
  amenityId = (await createTestAmenity(db, { title: 'Function Room' })).id
  await putRules({ offerMinutes: 60, cancelHours: 0 })
  bookedReservation = (await createReservation(holder!, '10:00', '12:00')).body
  await admin.put(`/reservation/reserved/${bookedReservation.id}`)
})

const createReservation = (caller: LoggedInCaller, from: string, to: string, days = 5) =>
  caller.post<Ticket & ErrorAnswer>('/reservation', createBookingBody(amenityId, days, from, to))
const joinWaitingList = (caller: LoggedInCaller, from = '10:00', to = '12:00', days = 5) => {
  const { startTime, endTime } = createBookingBody(amenityId, days, from, to)
  return caller.post<WaitingEntry & ErrorAnswer>('/waiting-entry', { amenityId, startTime, endTime })
}
const acceptOffer = (caller: LoggedInCaller, id: number) =>
  caller.put<Ticket & ErrorAnswer>(`/waiting-entry/accepted/${id}`, {})
const listEntries = async (caller: LoggedInCaller) =>
  (await caller.get<WaitingEntry[]>('/waiting-entries')).body
const cancelBookedReservation = () => holder!.put(`/reservation/cancelled/${bookedReservation.id}`, {})
const findState = async (id: number) =>
  (await db.selectFrom('waiting_entries').select('state').where('id', '=', id).executeTakeFirst())?.state
const findStates = (entries: readonly { readonly id: number }[]) =>
  Promise.all(entries.map(({ id }) => findState(id)))
const endOffer = (id: number) =>
  db
    .updateTable('waiting_entries')
    .set({ offered_until: sql<Date>`now() - interval '1 second'` })
    .where('id', '=', id)
    .execute()
const findLatestNotification = (tenant: LoggedInCaller) =>
  db
    .selectFrom('notifications')
    .select(['title', 'message'])
    .where('tenant_id', '=', tenant.id)
    .orderBy('id', 'desc')
    .executeTakeFirst()
const runWaitingListJob = (now?: Date) => updateWaitingLists(portal.services, now)

describe('the waiting list (rules 25.13)', () => {
  test('is joined for a taken time, once', async () => {
    const entry = (await joinWaitingList(first!)).body
    expect(entry).toMatchObject({ state: 'waiting', place: 1, amenity: { title: 'Function Room' } })
    expect((await joinWaitingList(first!)).body.id).toBe(entry.id)
    expect((await joinWaitingList(second!)).body.place).toBe(2)
    expect((await listEntries(first!)).map(({ id }) => id)).toEqual([entry.id])
    const officeEntry = (await listEntries(admin)).find(({ id }) => id === entry.id)
    expect(officeEntry?.tenant?.id).toBe(first!.id)
    const times = await first!.get<AmenityTimes>(
      `/amenity-times?amenityId=${amenityId}&date=${getDayAhead(5)}`,
    )
    expect(times.body.taken).toMatchObject([{ own: false, canWait: true }])
  })

  test('refuses a free time, a rule that always refuses it, and an amenity without a list', async () => {
    expect((await joinWaitingList(first!, '14:00', '15:00')).body.code).toBe('timeIsFree')
    expect((await joinWaitingList(first!, '22:00', '23:00')).status).toBe(400)
    await putRules({ maxMinutes: 60, confirmedBookings: true })
    expect((await joinWaitingList(first!)).body.message).toBe('At most 1 hour.')
    await putRules({ maxMinutes: null, offerMinutes: null })
    expect((await joinWaitingList(first!)).body.code).toBe('noWaitingList')
    const { body } = await first!.get<AmenityTimes>(
      `/amenity-times?amenityId=${amenityId}&date=${getDayAhead(5)}`,
    )
    expect(body.taken).toMatchObject([{ canWait: false }])
    expect((await first!.post('/waiting-entry', { amenityId: 999_999 })).status).toBe(400)
  })

  test('is closed with its service, and limited to ten times', async () => {
    for (let index = 0; index < 11; index++) {
      await createReservation(holder!, '08:00', '09:00', 20 + index)
      const { status, body } = await joinWaitingList(first!, '08:00', '09:00', 20 + index)
      expect([status, body.code]).toEqual(index < 10 ? [201, undefined] : [409, 'waitingListFull'])
    }
    const serviceUpdate = db.updateTable('service_settings').where('type', '=', 'reservation')
    await serviceUpdate.set({ status: 0 }).execute()
    expect((await joinWaitingList(second!)).status).toBe(403)
    await serviceUpdate.set({ status: 1 }).execute()
  })
})

async function deleteByResident(): Promise<void> {
  await admin.put(`/reservation/${bookedReservation.id}`, { status: STATUS.approval })
  expect((await holder!.delete(`/reservation/${bookedReservation.id}`)).status).toBe(200)
}

describe('a time that becomes free (rules 25.14)', () => {
  test('is held for the first at once, then for the next, and belongs to nobody else', async () => {
    const [firstEntry, secondEntry] = [
      (await joinWaitingList(first!)).body,
      (await joinWaitingList(second!)).body,
    ]
    await cancelBookedReservation()
    const [offer] = await listEntries(first!)
    expect(offer).toMatchObject({ state: 'offered', place: 1 })
    const notificationQuery = db.selectFrom('notifications').select(['title', 'message', 'kind', 'link'])
    expect(
      await notificationQuery.where('tenant_id', '=', first!.id).orderBy('id', 'desc').executeTakeFirst(),
    ).toEqual({
      kind: 'ticket',
      title: 'Function Room is free',
      message: expect.stringMatching(
        /, 10:00 AM to 12:00 PM is held for you until .*\. Accept it to book\.$/,
      ),
      link: `/reservations/book?amenity=${amenityId}&day=${getDayAhead(5)}`,
    })
    expect((await createReservation(holder!, '11:00', '13:00')).body.message).toBe(
      'These dates already reserved to this amenity.',
    )
    expect((await acceptOffer(second!, secondEntry.id)).body.code).toBe('offerEnded')
    expect((await acceptOffer(second!, firstEntry.id)).status).toBe(404)
    await runWaitingListJob()
    expect(await findState(firstEntry.id)).toBe('offered')
    await endOffer(firstEntry.id)
    expect((await acceptOffer(first!, firstEntry.id)).body.code).toBe('offerEnded')
    await runWaitingListJob()
    expect([await findState(firstEntry.id), await findState(secondEntry.id)]).toEqual(['ended', 'offered'])
    expect(await findLatestNotification(first!)).toEqual({
      title: 'Offer ended',
      message: expect.stringMatching(
        /^Function Room, .*, 10:00 AM to 12:00 PM, is no longer held for you\.$/,
      ),
    })
    expect((await first!.delete(`/waiting-entry/${secondEntry.id}`)).status).toBe(404)
    expect((await second!.delete(`/waiting-entry/${secondEntry.id}`)).status).toBe(200)
    expect((await createReservation(holder!, '10:00', '12:00')).status).toBe(201)
  })

  test('goes to the next at once when the offer is declined', async () => {
    const [firstEntry, secondEntry] = [
      (await joinWaitingList(first!)).body,
      (await joinWaitingList(second!)).body,
    ]
    await cancelBookedReservation()
    expect((await first!.delete(`/waiting-entry/${firstEntry.id}`)).status).toBe(200)
    expect(await findState(secondEntry.id)).toBe('offered')
  })

  test('is not offered where its cleaning would reach the next booking', async () => {
    await putRules({ cleaningMinutes: 30, confirmedBookings: true })
    expect((await createReservation(second!, '12:00', '13:00')).status).toBe(201)
    const [wholeEntry, partEntry] = [
      (await joinWaitingList(first!)).body,
      (await joinWaitingList(first!, '10:00', '11:00')).body,
    ]
    await cancelBookedReservation()
    expect([await findState(wholeEntry.id), await findState(partEntry.id)]).toEqual(['waiting', 'offered'])
    const { body } = await second!.get<AmenityTimes>(
      `/amenity-times?amenityId=${amenityId}&date=${getDayAhead(5)}`,
    )
    const times = body.taken.map(({ startTime, endTime }) => Date.parse(endTime) - Date.parse(startTime))
    expect(times).toEqual([3_600_000, 3_600_000])
  })

  test('is booked once, however often the offer is accepted', async () => {
    const { id } = (await joinWaitingList(first!)).body
    await cancelBookedReservation()
    const acceptResponses = await Promise.all(Array.from({ length: 4 }, () => acceptOffer(first!, id)))
    expect(new Set(acceptResponses.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(acceptResponses.map(({ body }) => body.id)).size).toBe(1)
    expect(acceptResponses[0]?.body).toMatchObject({ status: STATUS.approval, title: 'Amenity Booking' })
    expect(await listEntries(first!)).toEqual([])
    expect((await acceptOffer(first!, id)).body.id).toBe(acceptResponses[0]?.body.id)
  })

  test('goes past a tenant whom a rule refuses, and an offer does not evade a quota', async () => {
    await putRules({ quotas: [{ most: 1, what: 'bookings', per: 'open', of: 'this' }] })
    const [firstEntry, secondEntry] = [
      (await joinWaitingList(first!)).body,
      (await joinWaitingList(second!)).body,
    ]
    await createReservation(first!, '14:00', '15:00', 9)
    await cancelBookedReservation()
    expect([await findState(firstEntry.id), await findState(secondEntry.id)]).toEqual(['waiting', 'offered'])
    await createReservation(second!, '14:00', '15:00', 10)
    expect((await acceptOffer(second!, secondEntry.id)).body.code).toBe('againstRules')
    expect(await findState(secondEntry.id)).toBe('offered')
  })

  test('is not offered beside another offer that uses up the limit of its tenant', async () => {
    const laterReservation = (await createReservation(holder!, '10:00', '12:00', 6)).body
    await admin.put(`/reservation/reserved/${laterReservation.id}`)
    const quotas = [{ most: 1, what: 'bookings', per: 'open', of: 'this' }]
    expect((await putRules({ quotas, confirmedBookings: true })).status).toBe(200)
    const entries = [
      (await joinWaitingList(first!)).body,
      (await joinWaitingList(first!, '10:00', '12:00', 6)).body,
      (await joinWaitingList(second!, '10:00', '12:00', 6)).body,
    ]
    await cancelBookedReservation()
    await holder!.put(`/reservation/cancelled/${laterReservation.id}`, {})
    expect(await findStates(entries)).toEqual(['offered', 'waiting', 'offered'])
    expect((await acceptOffer(first!, entries[0]!.id)).status).toBe(200)
  })

  test('is offered in parts to two tenants if the gap refuses both parts to one', async () => {
    await putRules({ gapMinutes: 60 })
    const entries = [
      (await joinWaitingList(first!, '10:00', '11:00')).body,
      (await joinWaitingList(first!, '11:00', '12:00')).body,
      (await joinWaitingList(second!, '11:00', '12:00')).body,
    ]
    await cancelBookedReservation()
    expect(await findStates(entries)).toEqual(['offered', 'waiting', 'offered'])
  })

  test('goes past a deleted tenant, also if it was already offered', async () => {
    const entries = [(await joinWaitingList(first!)).body, (await joinWaitingList(second!)).body]
    expect((await admin.delete(`/tenant/${first!.id}`)).status).toBe(200)
    await cancelBookedReservation()
    expect(await findStates(entries)).toEqual(['ended', 'offered'])
    const lastEntry = (await joinWaitingList(holder!)).body
    expect((await admin.delete(`/tenant/${second!.id}`)).status).toBe(200)
    await runWaitingListJob()
    expect(await findStates([entries[1]!, lastEntry])).toEqual(['ended', 'offered'])
  })

  test('goes past a tenant whose balance closes the service', async () => {
    const serviceUpdate = db.updateTable('service_settings').where('type', '=', 'reservation')
    await serviceUpdate.set({ amount: 20_000 }).execute()
    const entries = [(await joinWaitingList(first!)).body, (await joinWaitingList(second!)).body]
    await setLeftToPay(db, first!.id, 20_000)
    await cancelBookedReservation()
    expect(await findStates(entries)).toEqual(['waiting', 'offered'])
  })

  test('is held no longer than until its latest time to book', async () => {
    await joinWaitingList(first!)
    const start = Date.parse(String(bookedReservation.startTime))
    const noticeHours = Math.floor((start - Date.now() - 600_000) / HOUR_MS)
    await putRules({ offerMinutes: 24 * 60, noticeHours })
    await cancelBookedReservation()
    const [offer] = await listEntries(first!)
    expect(offer?.offeredUntil).toBe(new Date(start - noticeHours * HOUR_MS).toISOString())
  })

  test.each([
    [
      'rejects it',
      () => admin.put(`/reservation/${bookedReservation.id}`, { status: STATUS.rejected, remarks: 'No' }),
    ],
    ['takes it back, and its resident deletes it', deleteByResident],
    [
      'moves it',
      () =>
        admin.put(`/reservation/${bookedReservation.id}`, {
          startTime: `${getDayAhead(5)} 16:00:00`,
          endTime: `${getDayAhead(5)} 17:00:00`,
        }),
    ],
  ])('is offered at once when the office %s', async (_, releaseTime) => {
    const { id } = (await joinWaitingList(first!)).body
    await releaseTime()
    expect(await findState(id)).toBe('offered')
  })

  test('is offered in parts, with cleaning, and by the chore when a booking left for another amenity', async () => {
    await putRules({ cleaningMinutes: 30, confirmedBookings: true })
    const [earlyEntry, lateEntry, halfHourEntry] = [
      (await joinWaitingList(first!, '10:00', '11:00')).body,
      (await joinWaitingList(second!, '11:00', '12:00')).body,
      (await joinWaitingList(second!, '11:30', '12:00')).body,
    ]
    const otherAmenityId = (await createTestAmenity(db)).id
    await admin.put(`/reservation/${bookedReservation.id}`, { amenityId: otherAmenityId })
    expect(await findState(earlyEntry.id)).toBe('waiting')
    await runWaitingListJob()
    expect(await findStates([earlyEntry, lateEntry, halfHourEntry])).toEqual([
      'offered',
      'waiting',
      'offered',
    ])
  })

  test('entries end with their time, with the list and with the amenity', async () => {
    const { id } = (await joinWaitingList(first!)).body
    await runWaitingListJob(new Date(Date.parse(String(bookedReservation.startTime)) + 1))
    expect(await findState(id)).toBe('ended')
    const rejoinedEntry = (await joinWaitingList(first!)).body
    await putRules({ offerMinutes: null })
    await runWaitingListJob()
    expect(await findState(rejoinedEntry.id)).toBe('ended')
    await putRules({ offerMinutes: 60 })
    const lastEntry = (await joinWaitingList(first!)).body
    await cancelBookedReservation()
    expect((await admin.delete(`/amenity/${amenityId}`)).status).toBe(200)
    expect((await acceptOffer(first!, lastEntry.id)).status).toBe(400)
    await runWaitingListJob()
    expect(await findState(lastEntry.id)).toBe('ended')
  })

  test('that six wait for is offered to one, while the offer and the acceptance race', async () => {
    const tenants = await Promise.all(Array.from({ length: 6 }, () => portal.as('client')))
    const entryIds = await Promise.all(tenants.map(async (tenant) => (await joinWaitingList(tenant)).body.id))
    await Promise.all([cancelBookedReservation(), runWaitingListJob(), runWaitingListJob()])
    const openEntries = await db
      .selectFrom('waiting_entries')
      .select(['id', 'tenant_id'])
      .where('amenity_id', '=', amenityId)
      .where('state', '=', 'offered')
      .execute()
    expect(openEntries.map(({ id }) => id)).toEqual([Math.min(...entryIds)])
    const offeredTenant = tenants.find(({ id }) => id === openEntries[0]?.tenant_id)!
    await endOffer(openEntries[0]!.id)
    const [lateResponse] = await Promise.all([
      acceptOffer(offeredTenant, openEntries[0]!.id),
      runWaitingListJob(),
      runWaitingListJob(),
    ])
    expect(lateResponse.body.code).toBe('offerEnded')
  })
})

const getEndOfHourOffer = (
  now: string,
  start = '2026-12-24T10:00:00+08:00',
  noticeHours: number | null = null,
) =>
  getEndOfOffer(new Date(now), {
    minutes: 60,
    start: Date.parse(start),
    noticeHours,
    timeZone: 'Asia/Manila',
  })
test('an offer at night ends so many minutes after six in the morning, and with the latest time to book', () => {
  expect(getEndOfHourOffer('2026-12-02T14:00:00+08:00')).toEqual(new Date('2026-12-02T15:00:00+08:00'))
  expect(getEndOfHourOffer('2026-12-31T23:30:00+08:00', '2027-01-05T10:00:00+08:00')).toEqual(
    new Date('2027-01-01T07:00:00+08:00'),
  )
  // Night begins at nine in the evening, so an offer just before that still expires after one hour.
  expect(getEndOfHourOffer('2026-12-02T20:59:00+08:00')).toEqual(new Date('2026-12-02T21:59:00+08:00'))
  expect(getEndOfHourOffer('2026-12-02T21:00:00+08:00')).toEqual(new Date('2026-12-03T07:00:00+08:00'))
  expect(getEndOfHourOffer('2026-12-02T02:00:00+08:00')).toEqual(new Date('2026-12-02T07:00:00+08:00'))
  expect(getEndOfHourOffer('2026-12-24T09:30:00+08:00')).toEqual(new Date('2026-12-24T10:00:00+08:00'))
  expect(getEndOfHourOffer('2026-12-24T07:30:00+08:00', undefined, 2)).toEqual(
    new Date('2026-12-24T08:00:00+08:00'),
  )
})
