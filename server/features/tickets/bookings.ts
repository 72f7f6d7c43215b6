import { sql } from 'kysely'
import { Type, type Static } from 'typebox'
import type { Actor } from '#platform/actor.ts'
import type { DbOrTx, Tx } from '#platform/db/client.ts'
import { DELETED } from '#platform/db/expressions.ts'
import { PortalError, invalidInput } from '#platform/errors.ts'
import { Id } from '@tahanan/contract/answers.ts'
import { STATUS } from '@tahanan/contract/statuses.ts'
import type { TicketModule } from '@tahanan/contract/tickets/define-module.ts'
import { parseTime } from '@tahanan/contract/time.ts'

/** Statuses in which a reservation holds its amenity (rules 5.10). */
const HOLDING: readonly number[] = [STATUS.approval, STATUS.approved, STATUS.ongoing, STATUS.completed]

interface Held {
  readonly status: number
  readonly details: Readonly<Record<string, unknown>>
}

/** Whether a change of a ticket changes what it holds. */
export function holdChanges(before: Held, after: Held): boolean {
  const key = ({ status, details }: Held) =>
    JSON.stringify([HOLDING.includes(status), details.amenityId, details.startTime, details.endTime])
  return key(before) !== key(after)
}

/**
 * Locks the amenity that a ticket wants, so that bookings of one amenity queue up instead of meeting in the exclusion
 * constraint, where simultaneous ones would wait for each other. 400 where there is no such amenity. Answers its title.
 */
export async function lockAmenity(
  tx: Tx,
  module: TicketModule,
  details: Held['details'],
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

/** Makes the booking of a ticket what its status and times say. Throws 409 when the time is taken (rules 5.10). */
export async function hold(
  tx: Tx,
  module: TicketModule,
  ticketId: number,
  { status, details }: Held,
): Promise<void> {
  if (module.holds !== 'amenity') return
  await tx.deleteFrom('amenity_bookings').where('ticket_id', '=', ticketId).execute()
  if (!HOLDING.includes(status)) return
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
    // 23P01: the constraint refused it. 40P01: two moved into each other's time at once, and this one gave way.
    if (code === '23P01' || code === '40P01') throw new PortalError('alreadyReserved')
    throw error
  }
}

/** The query of calls that tell taken times. */
export const TakenQuery = Type.Object({
  amenityId: Type.Optional(Id),
  date: Type.Optional(Type.String({ maxLength: 10, description: 'YYYY-MM-DD, a day of community time' })),
})

const DAY = 86_400_000
/** Without a day: what is taken from now on, this far ahead. */
const AHEAD_DAYS = 92

/** Returns the taken times, each with whether it is the caller's own. Throws 400. */
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

/** Selects the taken times `b`, of one amenity or of all, on a day of community time or from now on. Throws 400. */
export function takenTimes(db: DbOrTx, { amenityId, date }: Static<typeof TakenQuery>, timeZone: string) {
  const day = date ? parseTime(date, timeZone) : null
  if (date && !day) throw invalidInput({ date: ['This is not a date.'] })
  const from = day ?? new Date()
  const to = new Date(from.getTime() + (day ? 1 : AHEAD_DAYS) * DAY)
  return db
    .selectFrom('amenity_bookings as b')
    .select('b.amenity_id as amenityId')
    .select([sql<Date>`lower(b.during)`.as('startTime'), sql<Date>`upper(b.during)`.as('endTime')])
    .where(sql<boolean>`b.during && tstzrange(${from}, ${to}, '[)')`)
    .$if(amenityId !== undefined, (taken) => taken.where('b.amenity_id', '=', amenityId ?? 0))
    .orderBy('b.amenity_id')
    .orderBy('startTime')
    .limit(1000)
}
