import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { makeAmenity } from '#testing/accounts.ts'
import type { LoggedIn } from '#testing/callers.ts'
import { openTestPortal } from '#testing/portal.ts'
import type { AmenityTimes } from '@tahanan/contract/amenities/answers.ts'
import type { WaitingEntry } from '@tahanan/contract/amenities/waiting.ts'
import type { ErrorAnswer } from '@tahanan/contract/answers.ts'
import { STATUS } from '@tahanan/contract/statuses.ts'
import { createBookingBody, getDayAhead, type Ticket } from '../testing.ts'
import { getEndOfOffer } from './offer-times.ts'
import { updateWaitingLists } from './waiting-list.ts'

const portal = await openTestPortal({ rateLimitPerMinute: 0 })
const { db } = portal
const admin = await portal.as('admin')
let [holder, first, second]: LoggedIn[] = []
let amenityId: number
let booked: Ticket
const putRules = (changed: object) => admin.put(`/amenity-rules/${amenityId}`, changed)
beforeEach(async () => {
  ;[holder, first, second] = await Promise.all(Array.from({ length: 3 }, () => portal.as('client')))
  amenityId = (await makeAmenity(db, { title: 'Function Room' })).id
  await putRules({ offerMinutes: 60, cancelHours: 0 })
  booked = (await file(holder!, '10:00', '12:00')).body
  await admin.put(`/reservation/reserved/${booked.id}`)
})

const file = (who: LoggedIn, from: string, to: string, days = 5) =>
  who.post<Ticket & ErrorAnswer>('/reservation', createBookingBody(amenityId, days, from, to))
const join = (who: LoggedIn, from = '10:00', to = '12:00', days = 5) => {
  const { startTime, endTime } = createBookingBody(amenityId, days, from, to)
  return who.post<WaitingEntry & ErrorAnswer>('/waiting-entry', { amenityId, startTime, endTime })
}
const accept = (who: LoggedIn, id: number) =>
  who.put<Ticket & ErrorAnswer>(`/waiting-entry/accepted/${id}`, {})
const listEntries = async (who: LoggedIn) => (await who.get<WaitingEntry[]>('/waiting-entries')).body
const cancelBooked = () => holder!.put(`/reservation/cancelled/${booked.id}`, {})
const findState = async (id: number) =>
  (await db.selectFrom('waiting_entries').select('state').where('id', '=', id).executeTakeFirst())?.state
const endOffer = (id: number) =>
  db
    .updateTable('waiting_entries')
    .set({ offered_until: sql<Date>`now() - interval '1 second'` })
    .where('id', '=', id)
    .execute()
const findLatestNotice = (who: LoggedIn) =>
  db
    .selectFrom('notifications')
    .select(['title', 'message'])
    .where('tenant_id', '=', who.id)
    .orderBy('id', 'desc')
    .executeTakeFirst()
const run = (now?: Date) => updateWaitingLists(portal.services, now)

describe('the waiting list (rules 25.13)', () => {
  test('is joined for a taken time, once', async () => {
    const entry = (await join(first!)).body
    expect(entry).toMatchObject({ state: 'waiting', place: 1, amenity: { title: 'Function Room' } })
    expect((await join(first!)).body.id).toBe(entry.id)
    expect((await join(second!)).body.place).toBe(2)
    expect((await listEntries(first!)).map(({ id }) => id)).toEqual([entry.id])
    const office = (await listEntries(admin)).find(({ id }) => id === entry.id)
    expect(office?.tenant?.id).toBe(first!.id)
    const times = await first!.get<AmenityTimes>(
      `/amenity-times?amenityId=${amenityId}&date=${getDayAhead(5)}`,
    )
    expect(times.body.taken).toMatchObject([{ own: false, canWait: true }])
  })

  test('refuses a free time, a rule that always refuses it, and an amenity without a list', async () => {
    expect((await join(first!, '14:00', '15:00')).body.code).toBe('timeIsFree')
    expect((await join(first!, '22:00', '23:00')).status).toBe(400)
    await putRules({ maxMinutes: 60, confirmedBookings: true })
    expect((await join(first!)).body.message).toBe('At most 1 hour.')
    await putRules({ maxMinutes: null, offerMinutes: null })
    expect((await join(first!)).body.code).toBe('noWaitingList')
    const { body } = await first!.get<AmenityTimes>(
      `/amenity-times?amenityId=${amenityId}&date=${getDayAhead(5)}`,
    )
    expect(body.taken).toMatchObject([{ canWait: false }])
    expect((await first!.post('/waiting-entry', { amenityId: 999_999 })).status).toBe(400)
  })

  test('is closed with its service, and limited to ten times', async () => {
    for (let nth = 0; nth < 11; nth++) {
      await file(holder!, '08:00', '09:00', 20 + nth)
      const { status, body } = await join(first!, '08:00', '09:00', 20 + nth)
      expect([status, body.code]).toEqual(nth < 10 ? [201, undefined] : [409, 'waitingListFull'])
    }
    const services = db.updateTable('service_settings').where('type', '=', 'reservation')
    await services.set({ status: 0 }).execute()
    expect((await join(second!)).status).toBe(403)
    await services.set({ status: 1 }).execute()
  })
})

async function deleteByResident(): Promise<void> {
  await admin.put(`/reservation/${booked.id}`, { status: STATUS.approval })
  expect((await holder!.delete(`/reservation/${booked.id}`)).status).toBe(200)
}

describe('a time that becomes free (rules 25.14)', () => {
  test('is held for the first at once, then for the next, and belongs to nobody else', async () => {
    const [one, two] = [(await join(first!)).body, (await join(second!)).body]
    await cancelBooked()
    const [offer] = await listEntries(first!)
    expect(offer).toMatchObject({ state: 'offered', place: 1 })
    const told = db.selectFrom('notifications').select(['title', 'message', 'kind', 'link'])
    expect(await told.where('tenant_id', '=', first!.id).orderBy('id', 'desc').executeTakeFirst()).toEqual({
      kind: 'ticket',
      title: 'Function Room is free',
      message: expect.stringMatching(
        /, 10:00 AM to 12:00 PM is held for you until .*\. Accept it to book\.$/,
      ),
      link: `/reservations/book?amenity=${amenityId}&day=${getDayAhead(5)}`,
    })
    expect((await file(holder!, '11:00', '13:00')).body.message).toBe(
      'These dates already reserved to this amenity.',
    )
    expect((await accept(second!, two.id)).body.code).toBe('offerEnded')
    expect((await accept(second!, one.id)).status).toBe(404)
    await run()
    expect(await findState(one.id)).toBe('offered')
    await endOffer(one.id)
    expect((await accept(first!, one.id)).body.code).toBe('offerEnded')
    await run()
    expect([await findState(one.id), await findState(two.id)]).toEqual(['ended', 'offered'])
    expect(await findLatestNotice(first!)).toEqual({
      title: 'Offer ended',
      message: expect.stringMatching(
        /^Function Room, .*, 10:00 AM to 12:00 PM, is no longer held for you\.$/,
      ),
    })
    expect((await first!.delete(`/waiting-entry/${two.id}`)).status).toBe(404)
    expect((await second!.delete(`/waiting-entry/${two.id}`)).status).toBe(200)
    expect((await file(holder!, '10:00', '12:00')).status).toBe(201)
  })

  test('goes to the next at once when the offer is declined', async () => {
    const [one, two] = [(await join(first!)).body, (await join(second!)).body]
    await cancelBooked()
    expect((await first!.delete(`/waiting-entry/${one.id}`)).status).toBe(200)
    expect(await findState(two.id)).toBe('offered')
  })

  test('is not offered where its cleaning would reach the next booking', async () => {
    await putRules({ cleaningMinutes: 30, confirmedBookings: true })
    expect((await file(second!, '12:00', '13:00')).status).toBe(201)
    const [whole, part] = [(await join(first!)).body, (await join(first!, '10:00', '11:00')).body]
    await cancelBooked()
    expect([await findState(whole.id), await findState(part.id)]).toEqual(['waiting', 'offered'])
    const { body } = await second!.get<AmenityTimes>(
      `/amenity-times?amenityId=${amenityId}&date=${getDayAhead(5)}`,
    )
    const times = body.taken.map(({ startTime, endTime }) => Date.parse(endTime) - Date.parse(startTime))
    expect(times).toEqual([3_600_000, 3_600_000])
  })

  test('is booked once, however often the offer is accepted', async () => {
    const { id } = (await join(first!)).body
    await cancelBooked()
    const answers = await Promise.all(Array.from({ length: 4 }, () => accept(first!, id)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
    expect(answers[0]?.body).toMatchObject({ status: STATUS.approval, title: 'Amenity Booking' })
    expect(await listEntries(first!)).toEqual([])
    expect((await accept(first!, id)).body.id).toBe(answers[0]?.body.id)
  })

  test('goes past a tenant whom a rule refuses, and an offer does not evade a quota', async () => {
    await putRules({ quotas: [{ most: 1, what: 'bookings', per: 'open', of: 'this' }] })
    const [one, two] = [(await join(first!)).body, (await join(second!)).body]
    await file(first!, '14:00', '15:00', 9)
    await cancelBooked()
    expect([await findState(one.id), await findState(two.id)]).toEqual(['waiting', 'offered'])
    await file(second!, '14:00', '15:00', 10)
    expect((await accept(second!, two.id)).body.code).toBe('againstRules')
    expect(await findState(two.id)).toBe('offered')
  })

  test.each([
    ['rejects it', () => admin.put(`/reservation/${booked.id}`, { status: STATUS.rejected, remarks: 'No' })],
    ['takes it back, and its resident deletes it', deleteByResident],
    [
      'moves it',
      () =>
        admin.put(`/reservation/${booked.id}`, {
          startTime: `${getDayAhead(5)} 16:00:00`,
          endTime: `${getDayAhead(5)} 17:00:00`,
        }),
    ],
  ])('is offered at once when the office %s', async (_, act) => {
    const { id } = (await join(first!)).body
    await act()
    expect(await findState(id)).toBe('offered')
  })

  test('is offered in parts, with cleaning, and by the chore when a booking left for another amenity', async () => {
    await putRules({ cleaningMinutes: 30, confirmedBookings: true })
    const [early, late, both] = [
      (await join(first!, '10:00', '11:00')).body,
      (await join(second!, '11:00', '12:00')).body,
      (await join(second!, '11:30', '12:00')).body,
    ]
    const other = (await makeAmenity(db)).id
    await admin.put(`/reservation/${booked.id}`, { amenityId: other })
    expect(await findState(early.id)).toBe('waiting')
    await run()
    expect(await Promise.all([early, late, both].map(({ id }) => findState(id)))).toEqual([
      'offered',
      'waiting',
      'offered',
    ])
  })

  test('entries end with their time, with the list and with the amenity', async () => {
    const { id } = (await join(first!)).body
    await run(new Date(Date.parse(String(booked.startTime)) + 1))
    expect(await findState(id)).toBe('ended')
    const again = (await join(first!)).body
    await putRules({ offerMinutes: null })
    await run()
    expect(await findState(again.id)).toBe('ended')
    await putRules({ offerMinutes: 60 })
    const last = (await join(first!)).body
    await cancelBooked()
    expect((await admin.delete(`/amenity/${amenityId}`)).status).toBe(200)
    expect((await accept(first!, last.id)).status).toBe(400)
    await run()
    expect(await findState(last.id)).toBe('ended')
  })

  test('that six wait for is offered to one, while the offer and the acceptance race', async () => {
    const tenants = await Promise.all(Array.from({ length: 6 }, () => portal.as('client')))
    const joined = await Promise.all(tenants.map(async (who) => (await join(who)).body.id))
    await Promise.all([cancelBooked(), run(), run()])
    const open = await db
      .selectFrom('waiting_entries')
      .select(['id', 'tenant_id'])
      .where('amenity_id', '=', amenityId)
      .where('state', '=', 'offered')
      .execute()
    expect(open.map(({ id }) => id)).toEqual([Math.min(...joined)])
    const who = tenants.find(({ id }) => id === open[0]?.tenant_id)!
    await endOffer(open[0]!.id)
    const [late] = await Promise.all([accept(who, open[0]!.id), run(), run()])
    expect(late.body.code).toBe('offerEnded')
  })
})

const getEndOfHourOffer = (now: string, start = '2026-12-24T10:00:00+08:00') =>
  getEndOfOffer(new Date(now), { minutes: 60, start: Date.parse(start), timeZone: 'Asia/Manila' })
test('an offer at night ends so many minutes after six in the morning, and with the start of its time', () => {
  expect(getEndOfHourOffer('2026-12-02T14:00:00+08:00')).toEqual(new Date('2026-12-02T15:00:00+08:00'))
  expect(getEndOfHourOffer('2026-12-31T23:30:00+08:00', '2027-01-05T10:00:00+08:00')).toEqual(
    new Date('2027-01-01T07:00:00+08:00'),
  )
  // Night begins at nine in the evening.
  expect(getEndOfHourOffer('2026-12-02T20:59:00+08:00')).toEqual(new Date('2026-12-02T21:59:00+08:00'))
  expect(getEndOfHourOffer('2026-12-02T21:00:00+08:00')).toEqual(new Date('2026-12-03T07:00:00+08:00'))
  expect(getEndOfHourOffer('2026-12-02T02:00:00+08:00')).toEqual(new Date('2026-12-02T07:00:00+08:00'))
  expect(getEndOfHourOffer('2026-12-24T09:30:00+08:00')).toEqual(new Date('2026-12-24T10:00:00+08:00'))
})
