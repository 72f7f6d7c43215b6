import { sql } from 'kysely'
import { Type, type Static } from 'typebox'
import type { Actor } from '#platform/actor.ts'
import type { DbOrTx, Tx } from '#platform/db/client.ts'
import { DELETED } from '#platform/db/expressions.ts'
import { PortalError, invalidInput } from '#platform/errors.ts'
import { Id } from '@tahanan/contract/answers.ts'
import { STATUS } from '@tahanan/contract/statuses.ts'
import type { TicketModule } from '@tahanan/contract/tickets/define-module.ts'
import { dateError, parseTime } from '@tahanan/contract/time.ts'

/** Statuses in which a reservation blocks its amenity (rules 5.10). */
const HOLDING: readonly number[] = [STATUS.approval, STATUS.approved, STATUS.ongoing, STATUS.completed]

interface HoldState {
  readonly status: number
  readonly details: Readonly<Record<string, unknown>>
}

/** Whether a ticket of this status holds its time. */
export const isHolding = (status: number): boolean => HOLDING.includes(status)

/** Whether a change of a ticket changes its booking. */
export function changesBooking(before: HoldState, after: HoldState): boolean {
  const key = ({ status, details }: HoldState) =>
    JSON.stringify([isHolding(status), details.amenityId, details.startTime, details.endTime])
  return key(before) !== key(after)
}

/**
 * Locks the amenity of a ticket, so that simultaneous bookings wait here instead of deadlocking on the
 * exclusion constraint. Throws 400 for an unknown amenity. Returns its title.
 */
export async function lockAmenity(
  tx: Tx,
  module: TicketModule,
  details: HoldState['details'],
): Promise<string | null> {
  if (module.holds !== 'amenity') return null
  const amenity = await tx
    .selectFrom('amenities')
    .select('title')
    .where('id', '=', sql<number>`${details.amenityId}`)
    .where('status', '<>', DELETED)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!amenity) throw invalidInput({ amenityId: ['Please choose amenity!'] })
  return amenity.title
}

/** Updates the booking of a ticket to its status and times. Throws 409 if the time is booked (rules 5.10). */
export async function updateBooking(
  tx: Tx,
  module: TicketModule,
  ticketId: number,
  { status, details }: HoldState,
): Promise<void> {
  if (module.holds !== 'amenity') return
  await tx.deleteFrom('amenity_bookings').where('ticket_id', '=', ticketId).execute()
  if (!isHolding(status)) return
  try {
    await tx
      .insertInto('amenity_bookings')
      .values({
        ticket_id: ticketId,
        amenity_id: sql`${details.amenityId}`,
        during: sql`tstzrange(${details.startTime}, ${details.endTime}, '[)')`,
      })
      .execute()
  } catch (error) {
    const code = (error as { code?: string }).code
    // 23P01: refused by the exclusion constraint. 40P01: two changes swapped their times, and this one lost
    // the deadlock.
    if (code === '23P01' || code === '40P01') throw new PortalError('alreadyReserved')
    throw error
  }
}

/** Query of calls that list booked times. */
export const TakenQuery = Type.Object({
  amenityId: Type.Optional(Id),
  date: Type.Optional(Type.String({ maxLength: 10, description: 'YYYY-MM-DD, a day of community time' })),
})

const DAY = 86_400_000
/** Days ahead that are listed if the query names no day. */
const AHEAD_DAYS = 92

/** Lists the booked times, marking the caller's own. Throws 400. */
export async function takenSlots(
  db: DbOrTx,
  actor: Actor,
  query: Static<typeof TakenQuery>,
  timeZone: string,
) {
  const tenantId = actor.area === 'client' ? actor.id : null
  return takenTimes(db, query, timeZone)
    .innerJoin('tickets as t', 't.id', 'b.ticket_id')
    .select(sql<boolean>`coalesce(t.tenant_id = ${tenantId}, false)`.as('own'))
    .execute()
}

/** Selects the booked times `b` of one amenity or all, on a local day or from now on. Throws 400. */
export function takenTimes(db: DbOrTx, { amenityId, date }: Static<typeof TakenQuery>, timeZone: string) {
  const day = date ? parseTime(date, timeZone) : null
  if (date && !day) throw invalidInput({ date: [dateError(date)] })
  const from = day ?? new Date()
  const to = new Date(from.getTime() + (day ? 1 : AHEAD_DAYS) * DAY)
  return db
    .selectFrom('amenity_bookings as b')
    .select('b.amenity_id as amenityId')
    .select([sql<Date>`lower(b.during)`.as('startTime'), sql<Date>`upper(b.during)`.as('endTime')])
    .where(sql<boolean>`b.during && tstzrange(${from}, ${to}, '[)')`)
    .$if(amenityId !== undefined, (query) => query.where('b.amenity_id', '=', amenityId ?? 0))
    .orderBy('b.amenity_id')
    .orderBy('startTime')
    .limit(1000)
}
