import type { Static } from 'typebox'
import { getPendingApproval } from '#features/payments/policy.ts'
import { createChangedError } from '#features/payments/record-payment-event.ts'
import { findPaymentRow } from '#features/payments/repository.ts'
import { createTicket, applyTicketUpdate } from '#features/tickets/changes.ts'
import { claimTicket, lockTicketById } from '#features/tickets/repository.ts'
import { selectTakenTimes, type TakenTimesQuery } from '#features/tickets/reservations/bookings.ts'
import type { AdminActor } from '#platform/actor.ts'
import type { Db, Tx } from '#platform/db/client.ts'
import { DELETED_STATUS } from '#platform/db/expressions.ts'
import { createInvalidInputError, PortalError, requireFound } from '#platform/errors.ts'
import { findTenant } from '#platform/find-tenant.ts'
import { parseFormBody } from '#platform/http/form-body.ts'
import { isOutdated } from '#platform/last-seen.ts'
import {
  PAYMENT_STATUS,
  reservationPaymentForm,
  TENANT_REQUIRED,
  PAYMENT_TYPE,
} from '@tahanan/contract/billing/payment.ts'
import type { FieldErrors } from '@tahanan/contract/errors.ts'
import type { Details } from '@tahanan/contract/forms/validate.ts'
import { STATUS } from '@tahanan/contract/statuses.ts'
import { getModule } from '@tahanan/contract/tickets/index.ts'
import { lockExistingPayment, updatePaymentByOffice, type PaymentContext } from './changes.ts'
import { createPayment } from './create-payment.ts'
import type { Review } from './parse-review.ts'

/** Lists times that are booked by reservations with a payment. Throws 400 for an invalid query. */
export async function listTimesHeldByPayments(
  db: Db,
  query: Static<typeof TakenTimesQuery>,
  timeZone: string,
) {
  return selectTakenTimes(db, query, timeZone)
    .innerJoin('payments as p', 'p.reservation_id', 'b.ticket_id')
    .select('p.id as paymentId')
    .where('p.status', '<>', DELETED_STATUS)
    .execute()
}

const reservationModule = getModule('reservation')

type ReservationPayment = Awaited<ReturnType<typeof parseReservationPayment>>

/**
 * Validates the body of a reservation payment and assigns the next number to its ticket (rules 8.25). Throws
 * 400 with the messages of the fields.
 */
export async function parseReservationPayment(db: Db, body: Readonly<Details>, { timeZone }: PaymentContext) {
  const tenant = await findTenant(db, body.tenantId)
  const errors: FieldErrors = tenant ? {} : { tenantId: [TENANT_REQUIRED] }
  const { values } = parseFormBody(reservationPaymentForm, body, { action: 'create', timeZone, errors })
  if (!tenant) throw createInvalidInputError(errors)
  // The estimated amount of a reservation payment is 0 (rules 8.25).
  const details = { ...values, estimatedAmount: 0 }
  const confirmedRules = body.confirmedRules === true
  return {
    tenant,
    details,
    confirmedRules,
    claimed: await claimTicket(db, reservationModule, details, timeZone),
  }
}

/**
 * Books the amenity as a reservation and creates its payment, in one transaction (rules 8.25). Returns the
 * payment's id. Throws 409 if the time is booked already.
 */
export async function createReservationPayment(
  tx: Tx,
  actor: AdminActor,
  ticket: ReservationPayment,
  { timeZone }: PaymentContext,
): Promise<number> {
  const reservationId = await bookAmenity(tx, actor, ticket, timeZone)
  const { id } = await createPayment(tx, actor, {
    tenant_id: ticket.tenant.id,
    type: PAYMENT_TYPE.deposit,
    status: PAYMENT_STATUS.created,
    amount_paid: 0,
    transaction_date: null,
    reservation_id: reservationId,
    post_by_id: actor.id,
    timeZone,
  })
  return id
}

async function bookAmenity(
  tx: Tx,
  actor: AdminActor,
  ticket: ReservationPayment,
  timeZone: string,
): Promise<number> {
  try {
    return (await createTicket(tx, actor, reservationModule, ticket, ticket.claimed, timeZone)).id
  } catch (error) {
    if (error instanceof PortalError && error.code === 'alreadyReserved')
      throw new PortalError('dateReserved')
    if (error instanceof PortalError && error.errors?.amenityId)
      throw createInvalidInputError({ amenityId: ['Please input your amenity!'] })
    throw error
  }
}

/**
 * Approves the payment and its reservation (rules 8.26). If one of the two was approved before, changes only
 * the other. Throws 404 for a payment without a reservation, and 409 if both are approved. Throws 403 if the
 * reservation was rejected or cancelled, or the payment rejected or posted.
 */
export async function approveReservationPayment(
  tx: Tx,
  actor: AdminActor,
  id: number,
  review: Omit<Review, 'status'>,
  context: PaymentContext,
): Promise<void> {
  // The ticket is locked before the payment, in the same order as when a reservation is rejected. Another
  // order could cause a deadlock.
  const { reservation_id: reservationId } = requireFound(await findPaymentRow(tx, id))
  if (reservationId === null) throw new PortalError('notFound')
  await lockTicketById(tx, reservationId, { module: reservationModule.name })
  const row = await lockExistingPayment(tx, id)
  const approval = getPendingApproval(row)
  const { updatedAt: lastSeenAt } = review
  if (approval === 'done') throw await createChangedError(tx, actor, { id, code: 'alreadyDone', lastSeenAt })
  if (approval === null) throw await createChangedError(tx, actor, { id, code: 'locked', lastSeenAt })
  if (isOutdated(lastSeenAt, row.updated_at))
    throw await createChangedError(tx, actor, { id, code: 'conflict', lastSeenAt })
  const remarks = review.remarks ?? row.remarks
  const approvalStep = { body: {}, status: STATUS.approved, confirmedRules: review.confirmedRules }
  if (approval.reservation)
    await applyTicketUpdate(tx, actor, reservationModule, reservationId, approvalStep, context.timeZone)
  const status = approval.payment ? PAYMENT_STATUS.verified : row.status
  if (status !== row.status || remarks !== row.remarks)
    await updatePaymentByOffice(tx, actor, row, { status, remarks }, context)
}
