import { sql } from 'kysely'
import type { TicketModule } from '@tahanan/contract/tickets/define-module.ts'
import { STATUS } from '@tahanan/contract/statuses.ts'
import type { TakenSlot } from '@tahanan/contract/tickets/answers.ts'
import type { Static } from 'typebox'
import type { DbOrTx, Tx } from '../../platform/db/client.ts'
import { PortalError, invalidInput } from '../../platform/errors.ts'

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
    .where('status', '<>', 0)
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

/** Taken times between two instants, of one amenity or of all: what the forms show beside the pickers. */
export async function takenSlots(
  db: DbOrTx,
  filter: { amenityId: number | null; from: Date; to: Date; tenantId: number | null },
): Promise<Static<typeof TakenSlot>[]> {
  const { amenityId, from, to, tenantId } = filter
  const taken = db
    .selectFrom('amenity_bookings as b')
    .innerJoin('tickets as t', 't.id', 'b.ticket_id')
    .select(['b.amenity_id', sql<boolean>`coalesce(t.tenant_id = ${tenantId}, false)`.as('own')])
    .select([sql<Date>`lower(b.during)`.as('starts'), sql<Date>`upper(b.during)`.as('ends')])
    .where(sql<boolean>`b.during && tstzrange(${from}, ${to}, '[)')`)
    .orderBy('b.amenity_id')
    .orderBy('starts')
    .limit(1000)
  const rows = await (amenityId === null ? taken : taken.where('b.amenity_id', '=', amenityId)).execute()
  return rows.map((row) => ({
    amenityId: row.amenity_id,
    startTime: row.starts,
    endTime: row.ends,
    own: row.own,
  }))
}
