import type { EventActor } from '#platform/add-events.ts'
import type { Tx } from '#platform/db/client.ts'
import { PAYMENT_STATUS } from '@tahanan/contract/billing/payment.ts'
import { STATUS } from '@tahanan/contract/statuses.ts'
import { recordPaymentEvent } from './record-payment-event.ts'
import { lockPayment, type PaymentRow } from './repository.ts'
import { savePayment } from './save-payment.ts'

interface ChangedReservation {
  readonly id: number
  readonly ticketNumber: string
  readonly status: number
  readonly isActive: boolean
}

const RESERVATION_END_LABELS: Readonly<Record<number, string>> = {
  [STATUS.deleted]: 'deleted',
  [STATUS.cancelled]: 'cancelled',
  [STATUS.rejected]: 'rejected',
}
const REJECTION_REMARK_PATTERN = /^The reservation \S+ was \w+\.$/

/**
 * Rejects the ₱0.00 payment of a reservation that was rejected, cancelled or deleted, unless the payment is
 * posted. If the reservation becomes active again, reverts the rejection of the payment (rules 8.44). The
 * caller has locked the reservation.
 */
export async function rejectReservationPayment(
  tx: Tx,
  actor: EventActor,
  { id, ticketNumber, status, isActive }: ChangedReservation,
): Promise<void> {
  const payments = await tx
    .selectFrom('payments')
    .select('id')
    .where('reservation_id', '=', id)
    .where('amount_paid', '=', 0)
    .where('status', 'not in', [PAYMENT_STATUS.deleted, PAYMENT_STATUS.posted])
    .orderBy('id')
    .execute()
  for (const payment of payments) {
    const row = await lockPayment(tx, payment.id)
    if (!row || row.status === PAYMENT_STATUS.posted) continue
    if (!isActive && row.status !== PAYMENT_STATUS.rejected)
      await changePaymentStatus(tx, actor, row, {
        status: PAYMENT_STATUS.rejected,
        remark: `The reservation ${ticketNumber} was ${RESERVATION_END_LABELS[status] ?? 'ended'}.`,
      })
    else if (isActive && row.status === PAYMENT_STATUS.rejected) {
      const statusBefore = await findStatusBeforeRejection(tx, row.id)
      if (statusBefore !== null)
        await changePaymentStatus(tx, actor, row, {
          status: statusBefore,
          remark: `The reservation ${ticketNumber} stands again.`,
        })
    }
  }
}

async function changePaymentStatus(
  tx: Tx,
  actor: EventActor,
  row: PaymentRow,
  { status, remark }: { status: number; remark: string },
): Promise<void> {
  const { id, remarks, outsource_status } = row
  await savePayment(tx, id, { status, remarks, adminId: row.verified_by_id ?? actor.id ?? 0, receipt: null })
  await recordPaymentEvent(tx, actor, {
    payment_id: id,
    from_status: row.status,
    to_status: status,
    from_outsource: outsource_status,
    to_outsource: outsource_status,
    remark,
  })
}

async function findStatusBeforeRejection(tx: Tx, paymentId: number): Promise<number | null> {
  const rejectionEvent = await tx
    .selectFrom('payment_events')
    .select(['from_status', 'remark'])
    .where('payment_id', '=', paymentId)
    .where('to_status', '=', PAYMENT_STATUS.rejected)
    .where('from_status', '<>', PAYMENT_STATUS.rejected)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return rejectionEvent && REJECTION_REMARK_PATTERN.test(rejectionEvent.remark ?? '')
    ? rejectionEvent.from_status
    : null
}
