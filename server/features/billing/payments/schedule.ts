import type { TakenByPayment } from '@tahanan/contract/billing/answers.ts'
import { parseTime } from '@tahanan/contract/time.ts'
import type { Static } from 'typebox'
import { sql } from 'kysely'
import type { DbOrTx } from '../../../platform/db/client.ts'
import { invalidInput } from '../../../platform/errors.ts'

const DAY = 86_400_000
/** Without a day: what is taken from now on, this far ahead. */
const AHEAD_DAYS = 92

/** Times that reservation payments hold, of one amenity or of all, on a day of community time or from now on. */
export async function takenByPayments(
  db: DbOrTx,
  query: { amenityId?: number; date?: string },
  timeZone: string,
): Promise<Static<typeof TakenByPayment>[]> {
  const day = query.date ? parseTime(query.date, timeZone) : null
  if (query.date && !day) throw invalidInput({ date: ['This is not a date.'] })
  const from = day ?? new Date()
  const to = new Date(from.getTime() + (day ? 1 : AHEAD_DAYS) * DAY)
  const taken = db
    .selectFrom('amenity_bookings as b')
    .innerJoin('payments as p', 'p.reservation_id', 'b.ticket_id')
    .select(['b.amenity_id', 'p.id as payment_id'])
    .select([sql<Date>`lower(b.during)`.as('starts'), sql<Date>`upper(b.during)`.as('ends')])
    .where('p.status', '<>', 0)
    .where(sql<boolean>`b.during && tstzrange(${from}, ${to}, '[)')`)
    .orderBy('b.amenity_id')
    .orderBy('starts')
    .limit(1000)
  const { amenityId } = query
  const rows = await (amenityId === undefined ? taken : taken.where('b.amenity_id', '=', amenityId)).execute()
  return rows.map((row) => ({
    amenityId: row.amenity_id,
    startTime: row.starts,
    endTime: row.ends,
    paymentId: row.payment_id,
  }))
}
