import { sql } from 'kysely'
import { IS_UNPAID } from '#features/payments/reservation-balance.ts'
import type { DbOrTx, Tx } from '#platform/db/client.ts'
import { runInTransaction, type PlatformContext } from '#platform/platform-context.ts'
import { getModule } from '@tahanan/contract/tickets/index.ts'
import { PORTAL_ACTOR } from '../history.ts'
import { findTicketRow, lockTicketById } from '../repository.ts'
import { cancelLockedReservation } from './cancel-reservation.ts'

const reservation = getModule('reservation')

const BATCH_SIZE = 100

const UNPAID_REMARK = 'It was not paid in time.'

/**
 * Cancels approved reservations whose payment period has ended without a valid payment, and frees their times
 * (rules 25.12). After a rejected or failed payment, the resident has an hour more. Returns the number of
 * cancelled reservations.
 */
export async function cancelUnpaidReservations(
  services: Pick<PlatformContext, 'db' | 'relay' | 'config' | 'log'>,
  now = new Date(),
): Promise<number> {
  const { db, config, log } = services
  // Bookings that have begun are not cancelled any more, so their payment period is removed.
  await db
    .updateTable('amenity_bookings')
    .set({ pay_until: null })
    .where('pay_until', '<=', now)
    .where(sql<boolean>`lower(during) <= ${now}`)
    .execute()
  let cancelledCount = 0
  const cancelIfUnpaid = async (tx: Tx, id: number): Promise<number> => {
    // A payment locks its reservation too. So either this cancellation sees the payment, or the payment sees
    // the cancellation.
    await lockTicketById(tx, id, { module: reservation.name })
    if (!(await selectUnpaidReservations(tx, now).where('t.id', '=', id).executeTakeFirst())) return 0
    const row = await findTicketRow(tx, id, { module: reservation.name })
    if (!row) return 0
    await cancelLockedReservation(tx, PORTAL_ACTOR, row, {
      remark: UNPAID_REMARK,
      timeZone: config.communityTimeZone,
    })
    return 1
  }
  for (const { id } of await selectUnpaidReservations(db, now).limit(BATCH_SIZE).execute())
    try {
      cancelledCount += await runInTransaction(services, (tx) => cancelIfUnpaid(tx, id))
    } catch (error) {
      log.error({ err: error, ticket: id }, 'an unpaid reservation could not be cancelled')
    }
  return cancelledCount
}

const selectUnpaidReservations = (db: DbOrTx, now: Date) =>
  db
    .selectFrom('amenity_bookings as b')
    .innerJoin('tickets as t', 't.id', 'b.ticket_id')
    .select('t.id')
    .where('b.pay_until', '<=', now)
    .where(IS_UNPAID)
    .where(
      sql<boolean>`not exists (select from payments p
        where p.reservation_id = t.id and p.amount_paid > 0 and p.updated_at > ${now}::timestamptz - interval '1 hour')`,
    )
    .orderBy('b.pay_until')
