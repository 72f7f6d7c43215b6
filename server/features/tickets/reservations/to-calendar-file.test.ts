import { beforeEach, describe, expect, test } from 'vitest'
import { createTestAmenity } from '#testing/accounts.ts'
import { openTestPortal } from '#testing/portal.ts'
import type { DownloadLink } from '@tahanan/contract/answers.ts'
import { STATUS } from '@tahanan/contract/statuses.ts'
import { createBookingBody, getDayAhead, type Ticket } from '../testing.ts'

const portal = await openTestPortal({ rateLimitPerMinute: 0 })
const { db } = portal
const admin = await portal.as('admin')
const resident = await portal.as('client')
let amenityId: number
beforeEach(async () => {
  amenityId = (await createTestAmenity(db, { title: 'Function Room' })).id
})

const createReservation = async (from = '09:00', to = '11:00') =>
  (
    await resident.post<Ticket & { created_at: string }>(
      '/reservation',
      createBookingBody(amenityId, 10, from, to),
    )
  ).body
const getFile = (id: number, caller = resident) =>
  portal.app.inject({
    url: `/api/reservation/${id}/calendar`,
    headers: { authorization: `Bearer ${caller.token}` },
  })
const getLines = async (id: number) => (await getFile(id)).body.split('\r\n')
const getValues = async (id: number) =>
  Object.fromEntries(
    (await getFile(id)).body
      .replaceAll('\r\n ', '')
      .split('\r\n')
      .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1)]),
  )
const toUtc = (iso: string) => iso.replace(/\.\d+Z$/, 'Z').replaceAll(/[-:]/g, '')

describe('the calendar file of a reservation (rules 25.16)', () => {
  test('has amenity, place and time of the booking in UTC', async () => {
    const ticket = await createReservation()
    const { headers, body, statusCode } = await getFile(ticket.id)
    expect([statusCode, headers['content-type'], headers['content-disposition']]).toEqual([
      200,
      'text/calendar; charset=utf-8',
      `inline; filename=${ticket.ticketNumber}.ics`,
    ])
    const day = getDayAhead(10).replaceAll('-', '')
    expect(body.split('\r\n')).toEqual([
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//Tahanan//Portal//EN',
      'BEGIN:VEVENT',
      `UID:${ticket.ticketNumber}-${Date.parse(ticket.created_at)}@tahanan`,
      'SEQUENCE:0',
      `DTSTAMP:${toUtc(ticket.updated_at)}`,
      `DTSTART:${day}T010000Z`,
      `DTEND:${day}T030000Z`,
      'SUMMARY:Function Room',
      'LOCATION:Function Room\\, Tahanan',
      `DESCRIPTION:${ticket.ticketNumber}\\, waiting for approval`,
      'STATUS:TENTATIVE',
      `CREATED:${toUtc(ticket.created_at)}`,
      `LAST-MODIFIED:${toUtc(ticket.updated_at)}`,
      'END:VEVENT',
      'END:VCALENDAR',
      '',
    ])
  })

  test('says the status, and a later one replaces an earlier one', async () => {
    const { id } = await createReservation()
    const firstValues = await getValues(id)
    const sequences: unknown[] = []
    for (const status of [STATUS.approved, STATUS.ongoing, STATUS.completed, STATUS.cancelled]) {
      await admin.put(`/reservation/${id}`, { status })
      const { UID, SEQUENCE, STATUS: calendarStatus, DESCRIPTION } = await getValues(id)
      expect([UID, DESCRIPTION?.includes('waiting')]).toEqual([firstValues.UID, false])
      sequences.push([SEQUENCE, calendarStatus])
    }
    expect(sequences).toEqual([
      ['1', 'CONFIRMED'],
      ['2', 'CONFIRMED'],
      ['3', 'CONFIRMED'],
      ['4', 'CANCELLED'],
    ])
    const otherValues = await getValues((await createReservation()).id)
    expect(otherValues.UID).not.toBe(firstValues.UID)
  })

  test('has titles as text, in lines of 75 octets', async () => {
    const hostileTitle = 'Añonuevo; Hall, \\n "A"\r\nEND:VEVENT\rATTACH:http://evil.example\u2028\u0001X-A:1'
    await db
      .updateTable('amenities')
      .set({ title: `${hostileTitle}${'Señorita Peña 🏊'.repeat(9)}` })
      .where('id', '=', amenityId)
      .execute()
    const { id } = await createReservation('12:00', '13:00')
    const lines = await getLines(id)
    expect(Math.max(...lines.map((line) => Buffer.byteLength(line)))).toBe(75)
    expect(lines.join('')).not.toContain('\ufffd')
    const propertyNames = lines.filter((line) => !line.startsWith(' ')).map((line) => line.split(':')[0])
    expect(propertyNames).toEqual(
      (await getLines((await createReservation()).id))
        .filter((line) => !line.startsWith(' '))
        .map((line) => line.split(':')[0]),
    )
    expect((await getValues(id)).SUMMARY).toBe(
      `Añonuevo\\; Hall\\, \\\\n "A" END:VEVENT ATTACH:http://evil.example X-A:1${'Señorita Peña 🏊'.repeat(9)}`,
    )
  })

  test('opens by a link without a token, only for who may read the reservation', async () => {
    const { id } = await createReservation()
    const { body } = await resident.post<DownloadLink>(`/reservation/${id}/calendar-link`)
    const openResponse = await portal.app.inject({ url: body.url })
    expect([openResponse.statusCode, openResponse.body]).toEqual([200, (await getFile(id)).body])
    expect((await portal.app.inject({ url: body.url.replace(`/${id}/`, `/${id + 1}/`) })).statusCode).toBe(
      403,
    )
    expect((await portal.app.inject({ url: `/api/reservation/${id}/calendar` })).statusCode).toBe(401)
    const otherResident = await portal.as('client')
    expect((await otherResident.post(`/reservation/${id}/calendar-link`)).status).toBe(404)
    expect((await getFile(id, otherResident)).statusCode).toBe(404)
    await resident.delete(`/reservation/${id}`)
    expect((await portal.app.inject({ url: body.url })).statusCode).toBe(404)
  })
})
