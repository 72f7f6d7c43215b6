import { sql, type RawBuilder } from 'kysely'
import { Type } from 'typebox'
import type { Tx } from '#platform/db/client.ts'
import { DELETED_STATUS, joinSqlLiterals } from '#platform/db/expressions.ts'
import { createInvalidInputError } from '#platform/errors.ts'
import { describeId } from '@tahanan/contract/answers.ts'
import { REFUNDED_STATUS_CODES } from '@tahanan/contract/billing/get-gateway-outcome.ts'
import { ONLINE_PAYMENT_TYPES, PAYMENT_STATUS } from '@tahanan/contract/billing/payment.ts'
import { formatPesos } from '@tahanan/contract/money.ts'
import { STATUS } from '@tahanan/contract/statuses.ts'
import { IS_REJECTED } from './repository.ts'

export const ReservationSelection = Type.Object({
  reservationId: Type.Optional(
    describeId('An own reservation that the payment is for, at most its open amount; else it pays dues'),
  ),
})

/** Returns whether a payment is for a reservation. Such payments have no tax withheld. */
export const isForReservation = ({ reservationId }: Readonly<Record<string, unknown>>): boolean =>
  reservationId !== undefined && reservationId !== null

export const PAYABLE_STATUSES = joinSqlLiterals(STATUS.approval, STATUS.approved)

const DECIDED_STATUSES = joinSqlLiterals(PAYMENT_STATUS.verified, PAYMENT_STATUS.posted)

/**
 * Condition: payment `p` counts for its reservation, because it is not deleted, rejected, refunded or
 * reversed. An online payment without a report from the gateway counts only for its first hour, while the
 * resident may be paying.
 */
const IS_COUNTED = sql<boolean>`(p.status <> ${DELETED_STATUS} and not ${IS_REJECTED}
  and coalesce(p.outsource_status, '') not in (${joinSqlLiterals(...REFUNDED_STATUS_CODES)})
  and (p.type not in (${joinSqlLiterals(...ONLINE_PAYMENT_TYPES)}) or p.outsource_status is not null or p.status in (${DECIDED_STATUSES})
    or p.created_at > now() - interval '1 hour')
  and not exists (select from payment_reversals r where r.payment_id = p.id))`

/**
 * SQL for the sum of the payments that count for a reservation, including pending ones; null without
 * payments.
 */
export const sumReservationPayments = (reservationId: RawBuilder<unknown>) =>
  sql<number | null>`(select sum(p.amount_paid) from payments p
    where p.reservation_id = ${reservationId} and p.amount_paid > 0 and ${IS_COUNTED})`

/**
 * Condition: reservation `t` is approved and has an amount, but no payment counts for it. The portal cancels it
 * if its payment period ends before it begins (rules 25.12).
 */
export const IS_UNPAID = sql<boolean>`(t.status = ${sql.lit(STATUS.approved)}
  and (t.details ->> 'estimatedAmount')::numeric > 0 and ${sumReservationPayments(sql`t.id`)} is null)`

/** SQL for the amount in pesos that is still to be paid for a reservation `t`. */
export const LEFT_TO_PAY = sql<number>`greatest(0, coalesce((t.details ->> 'estimatedAmount')::numeric, 0)
  - coalesce(${sumReservationPayments(sql`t.id`)}, 0))`

/**
 * Locks the reservation that a resident pays for, so that simultaneous payments do not exceed its open amount
 * (rules 25.11). Returns its id, or null if the body names none. Throws 400 for another tenant's reservation,
 * for an ended one, and for an amount larger than the open amount.
 */
export async function lockReservationToPay(
  tx: Tx,
  tenantId: number,
  { reservationId, amount }: { reservationId: unknown; amount: number },
): Promise<number | null> {
  if (reservationId === undefined || reservationId === null) return null
  const id = Number.isSafeInteger(reservationId) ? Number(reservationId) : 0
  const reservationQuery = tx
    .selectFrom('tickets as t')
    .where('t.id', '=', id)
    .where('t.tenant_id', '=', tenantId)
    .where('t.module', '=', 'reservation')
    .where('t.status', '<>', DELETED_STATUS)
  const lockedRow = await reservationQuery.select('t.id').forNoKeyUpdate().executeTakeFirst()
  if (!lockedRow) throw createInvalidInputError({ reservationId: ['There is no such reservation.'] })
  // Reads the row with a second query. The first query may have waited for the lock; only a new query sees
  // what was committed meanwhile.
  const { isPayable, left } = await reservationQuery
    .select([sql<boolean>`t.status in (${PAYABLE_STATUSES})`.as('isPayable'), LEFT_TO_PAY.as('left')])
    .executeTakeFirstOrThrow()
  if (!isPayable)
    throw createInvalidInputError({ reservationId: ['This reservation can no longer be paid here.'] })
  if (left === 0)
    throw createInvalidInputError({ reservationId: ['Nothing is left to pay for this reservation.'] })
  if (amount > left)
    throw createInvalidInputError({
      amountPaid: [`At most ${formatPesos(left)} is left to pay for this reservation.`],
    })
  return id
}
