import type { TakenByPayment } from '@tahanan/contract/billing/answers.ts'
import { parseTime } from '@tahanan/contract/time.ts'
import type { Static } from 'typebox'
import { prepared } from '../../../platform/db/client.ts'
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
  const rows = await prepared<{ amenity_id: number; starts: Date; ends: Date; payment_id: number }>(
    db,
    'payments.taken',
    `select b.amenity_id, lower(b.during) as starts, upper(b.during) as ends, p.id as payment_id
     from amenity_bookings b join payments p on p.reservation_id = b.ticket_id and p.status <> 0
     where ($1::bigint is null or b.amenity_id = $1) and b.during && tstzrange($2, $3, '[)')
     order by b.amenity_id, starts limit 1000`,
    [query.amenityId ?? null, from, to],
  )
  return rows.map((row) => ({
    amenityId: row.amenity_id,
    startTime: row.starts,
    endTime: row.ends,
    paymentId: row.payment_id,
  }))
}
