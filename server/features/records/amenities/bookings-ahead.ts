import { sql } from 'kysely'
import type { Tx } from '#platform/db/client.ts'
import { CLOCK } from '#platform/db/expressions.ts'
import { PortalError } from '#platform/errors.ts'

/**
 * Refuses (409) to delete an amenity that is still booked: each booking is somebody's plan, to be cancelled or moved by a
 * person. A booking locks the amenity first, so of a booking and a deletion at once one is refused.
 */
export async function requireNoBookingsAhead(tx: Tx, id: number): Promise<void> {
  const { n } = await tx
    .selectFrom('amenity_bookings')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('amenity_id', '=', id)
    .where(sql`upper(during)`, '>', CLOCK)
    .executeTakeFirstOrThrow()
  if (n > 0)
    throw new PortalError('amenityBooked', { blanks: { bookings: n === 1 ? '1 booking' : `${n} bookings` } })
}
