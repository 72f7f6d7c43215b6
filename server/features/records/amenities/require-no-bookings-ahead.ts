import { sql } from 'kysely'
import type { Tx } from '#platform/db/client.ts'
import { CLOCK } from '#platform/db/expressions.ts'
import { PortalError } from '#platform/errors.ts'

/**
 * Throws 409 if the amenity has future bookings: they must be cancelled or moved before the amenity is
 * deleted. A new booking locks the amenity too, so of a simultaneous booking and deletion only one succeeds.
 */
export async function requireNoBookingsAhead(tx: Tx, id: number): Promise<void> {
  const { n } = await tx
    .selectFrom('amenity_bookings')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('amenity_id', '=', id)
    .where('ticket_id', 'is not', null)
    .where(sql`upper(during)`, '>', CLOCK)
    .executeTakeFirstOrThrow()
  if (n > 0)
    throw new PortalError('amenityBooked', {
      placeholders: { bookings: n === 1 ? '1 booking' : `${n} bookings` },
    })
}
