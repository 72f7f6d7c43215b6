import { sql } from 'kysely'
import { addDefaultRules } from '#features/amenity-rules/find-booking-facts.ts'
import { notifyPageViewers } from '#features/notifications/notify.ts'
import { sumReservationPayments } from '#features/payments/reservation-balance.ts'
import type { ResidentActor } from '#platform/actor.ts'
import type { EventActor } from '#platform/add-events.ts'
import type { Tx } from '#platform/db/client.ts'
import { PortalError } from '#platform/errors.ts'
import { isOutdated } from '#platform/last-seen.ts'
import { isCancellable } from '@tahanan/contract/amenities/judge-booking.ts'
import { formatPesos } from '@tahanan/contract/money.ts'
import { STATUS } from '@tahanan/contract/statuses.ts'
import { getModule } from '@tahanan/contract/tickets/index.ts'
import { lockTicketRow, createTicketRefusal } from '../changes.ts'
import { getTicketSearchText } from '../get-ticket-search-text.ts'
import { recordEvent } from '../history.ts'
import { updateTicket, type TicketRow } from '../repository.ts'
import { createChangedNotification, getOfficeLink } from '../ticket-notifications.ts'
import { getBookedSpan, updateBooking } from './bookings.ts'
import { offerTimes } from './offer-times.ts'
import { rejectPaymentIfFreed } from './reject-payment-if-freed.ts'

const reservation = getModule('reservation')

/**
 * Cancels a resident's own approved reservation and frees its time at once (rules 25.7). Throws 404, and 403
 * `locked` if the reservation is not approved. Throws 409 if it changed after `seen`, or if its amenity's
 * rules do not allow a cancellation now.
 */
export async function cancelReservation(
  tx: Tx,
  actor: ResidentActor,
  id: number,
  { seen, timeZone }: { readonly seen: Date | undefined; readonly timeZone: string },
): Promise<void> {
  const row = await lockTicketRow(tx, actor, reservation, id)
  const createRefusal = (code: 'locked' | 'conflict' | 'alreadyDone') =>
    createTicketRefusal(tx, { actor, module: reservation, id, code, seen })
  if (row.status === STATUS.cancelled) throw await createRefusal('alreadyDone')
  if (row.status !== STATUS.approved) throw await createRefusal('locked')
  if (isOutdated(seen, row.updated_at)) throw await createRefusal('conflict')
  const { rules, paidAmount } = await tx
    .selectFrom('amenities')
    .select(['rules', sumReservationPayments(sql`${id}`).as('paidAmount')])
    .where('id', '=', Number(row.details.amenityId))
    .executeTakeFirstOrThrow()
  if (!isCancellable(addDefaultRules(rules), getBookedSpan(row.details).from, Date.now()))
    throw new PortalError('tooLateToCancel')
  await cancelLockedReservation(tx, actor, row, { remark: null, timeZone })
  await notifyPageViewers(tx, {
    kind: 'ticket',
    page: reservation.permission,
    subjectTenantId: row.tenant_id,
    title: 'Reservation cancelled by the resident',
    message:
      `${row.uoccname} (${row.client_code}) cancelled ${row.ticket_number}, ${row.amenity_title ?? ''}.` +
      (paidAmount !== null ? ` Payments of ${formatPesos(paidAmount)} were sent for it.` : ''),
    link: getOfficeLink(reservation, id),
  })
}

interface EndOptions {
  /** Reason that is sent to the resident; null if the resident cancelled it. */
  readonly remark: string | null
  readonly timeZone: string
}

/**
 * Cancels a locked reservation, frees its time and rejects its payment if nothing was paid. Notifies the
 * resident if there is a remark.
 */
export async function cancelLockedReservation(
  tx: Tx,
  actor: EventActor,
  row: TicketRow,
  { remark, timeZone }: EndOptions,
): Promise<void> {
  const status = STATUS.cancelled
  const { id, details, ticket_number: ticketNumber, amenity_title: amenity } = row
  await updateTicket(tx, id, {
    status,
    details,
    remarks: remark ?? row.remarks,
    searchText: getTicketSearchText(reservation, details, amenity),
    approvedById: null,
  })
  await updateBooking(tx, reservation, id, { status, details }, null)
  await offerTimes(tx, Number(details.amenityId), { timeZone })
  await rejectPaymentIfFreed(tx, actor, reservation, row, status)
  const ticket = { id, ticketNumber, details, amenity }
  const cancelNotification = remark !== null && {
    tenantId: row.tenant_id,
    ...createChangedNotification(reservation, ticket, { status, remarks: remark }, timeZone),
  }
  await recordEvent(
    tx,
    actor,
    { ticketId: id, from: row.status, to: status, remark },
    cancelNotification || undefined,
  )
}
