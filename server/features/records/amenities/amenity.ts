import { channels } from '@tahanan/contract/channels.ts'
import { amenityForm } from '@tahanan/contract/content/forms.ts'
import { AREAS, LIMITS } from '@tahanan/contract/limits.ts'
import { Amenity } from '@tahanan/contract/records/answers.ts'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/db/client.ts'
import { CLOCK } from '../../../platform/db/clock.ts'
import { PortalError } from '../../../platform/errors.ts'
import type { RecordKind } from '../record-kind.ts'

/** An amenity, read by everybody who is logged in and keeps amenities or handles reservations of them (rules 9.24). */
export const amenity: RecordKind = {
  name: 'amenity',
  table: 'amenities',
  page: 'amenities',
  path: { one: 'amenity', many: 'amenities' },
  noun: { one: 'amenity', many: 'amenities' },
  form: amenityForm,
  answer: Amenity,
  readers: {
    areas: AREAS,
    permission: [
      ['amenities', 'view'],
      ['reservations', 'view'],
      ['reservations', 'add'],
      ['reservations', 'edit'],
      ['reservations', 'approve'],
    ],
  },
  channel: channels.amenities,
  order: 'r.id desc',
  pageSize: LIMITS.pageSize,
  beforeDelete: requireNoBookingsAhead,
}

/**
 * Refuses (409) to delete an amenity that is still booked: each booking is somebody's plan, to be cancelled or moved by a
 * person. A booking locks the amenity first, so of a booking and a deletion at once one is refused.
 */
async function requireNoBookingsAhead(tx: Tx, id: number): Promise<void> {
  const { n } = await tx
    .selectFrom('amenity_bookings')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('amenity_id', '=', id)
    .where(sql`upper(during)`, '>', CLOCK)
    .executeTakeFirstOrThrow()
  if (n > 0)
    throw new PortalError('amenityBooked', { blanks: { bookings: n === 1 ? '1 booking' : `${n} bookings` } })
}
