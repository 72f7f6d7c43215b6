import { sql } from 'kysely'
import { sumPaid } from '#features/payments/reservation-balance.ts'
import type { DbOrTx, Tx } from '#platform/db/client.ts'
import { change, type Services } from '#platform/services.ts'
import { STATUS } from '@tahanan/contract/statuses.ts'
import { getModule } from '@tahanan/contract/tickets/index.ts'
import { PORTAL } from '../history.ts'
import { findRow, lockRow } from '../repository.ts'
import { endReservation } from './cancel-reservation.ts'

const reservation = getModule('reservation')

/** Maximum number of reservations that one run cancels. The next run continues. */
const BATCH = 100

const REMARK = 'It was not paid in time.'

/**
 * Cancels approved reservations whose payment period has ended without a valid payment, and frees their times
 * (rules 25.12). After a rejected or failed payment, the resident has an hour more. Returns the number of
 * cancelled reservations.
 */
export async function releaseUnpaid(
  services: Pick<Services, 'db' | 'relay' | 'config' | 'log'>,
  now = new Date(),
): Promise<number> {
  const { db, config, log } = services
  // The payment period is removed from bookings that have begun, because these are not cancelled any more.
  await db
    .updateTable('amenity_bookings')
    .set({ pay_until: null })
    .where('pay_until', '<=', now)
    .where(sql<boolean>`lower(during) <= ${now}`)
    .execute()
  let released = 0
  const release = async (tx: Tx, id: number): Promise<number> => {
    // A payment locks its reservation too. So either this cancellation sees the payment, or the payment sees
    // the cancellation.
    await lockRow(tx, id, { module: reservation.name })
    if (!(await findUnpaid(tx, now).where('t.id', '=', id).executeTakeFirst())) return 0
    const row = await findRow(tx, id, { module: reservation.name })
    if (!row) return 0
    await endReservation(tx, PORTAL, row, { remark: REMARK, timeZone: config.communityTimeZone })
    return 1
  }
  for (const { id } of await findUnpaid(db, now).limit(BATCH).execute())
    try {
      released += await change(services, (tx) => release(tx, id))
    } catch (error) {
      // An error does not stop the loop: the other reservations are cancelled, and the next run retries this
      // one.
      log.error({ err: error, ticket: id }, 'an unpaid reservation could not be cancelled')
    }
  return released
}

const findUnpaid = (db: DbOrTx, now: Date) =>
  db
    .selectFrom('amenity_bookings as b')
    .innerJoin('tickets as t', 't.id', 'b.ticket_id')
    .select('t.id')
    .where('b.pay_until', '<=', now)
    .where('t.status', '=', STATUS.approved)
    .where(sql<boolean>`(t.details ->> 'estimatedAmount')::numeric > 0`)
    .where(sql<boolean>`${sumPaid(sql`t.id`)} is null`)
    .where(
      sql<boolean>`not exists (select from payments p
        where p.reservation_id = t.id and p.amount_paid > 0 and p.updated_at > ${now}::timestamptz - interval '1 hour')`,
    )
    .orderBy('b.pay_until')
