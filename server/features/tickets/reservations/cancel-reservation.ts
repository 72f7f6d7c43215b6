import { fullRules } from '#features/amenity-rules/find-booking-facts.ts'
import { notifyPage } from '#features/notifications/notify.ts'
import type { ResidentActor } from '#platform/actor.ts'
import type { EventActor } from '#platform/add-events.ts'
import type { Tx } from '#platform/db/client.ts'
import { PortalError } from '#platform/errors.ts'
import { isOutdated } from '#platform/last-seen.ts'
import { isCancellable } from '@tahanan/contract/amenities/judge-booking.ts'
import { STATUS } from '@tahanan/contract/statuses.ts'
import { moduleNamed } from '@tahanan/contract/tickets/index.ts'
import { lockTicketRow, refuseChanged, settlePayment } from '../changes.ts'
import { recordEvent } from '../history.ts'
import { officeLink } from '../notices.ts'
import { updateTicket, type TicketRow } from '../repository.ts'
import { ticketSearchText } from '../ticket-search-text.ts'
import { bookedSpan, updateBooking } from './bookings.ts'

const reservation = moduleNamed('reservation')

/**
 * Cancels a resident's approved reservation and frees its time at once (rules 25.7). Throws 404, 403 `locked` in another
 * status, and 409 if it changed since `seen` or its rules allow no cancellation now.
 */
export async function cancelReservation(
  tx: Tx,
  actor: ResidentActor,
  id: number,
  seen: Date | undefined,
): Promise<void> {
  const row = await lockTicketRow(tx, actor, reservation, id)
  const refuse = (code: 'locked' | 'conflict' | 'alreadyDone') =>
    refuseChanged(tx, { actor, module: reservation, id, code, seen })
  if (row.status === STATUS.cancelled) throw await refuse('alreadyDone')
  if (row.status !== STATUS.approved) throw await refuse('locked')
  if (isOutdated(seen, row.updated_at)) throw await refuse('conflict')
  const { rules } = await tx
    .selectFrom('amenities')
    .select('rules')
    .where('id', '=', Number(row.details.amenityId))
    .executeTakeFirstOrThrow()
  if (!isCancellable(fullRules(rules), bookedSpan(row.details).from, Date.now()))
    throw new PortalError('tooLateToCancel')
  await endReservation(tx, actor, row, null)
  await notifyPage(tx, {
    kind: 'ticket',
    page: reservation.permission,
    subjectTenantId: row.tenant_id,
    title: 'Reservation cancelled by the resident',
    message: `${row.uoccname} (${row.client_code}) cancelled ${row.ticket_number}, ${row.amenity_title ?? ''}.`,
    link: officeLink(reservation, id),
  })
}

/** Sets a locked reservation to cancelled, frees its time and rejects its empty payment. The caller notifies. */
export async function endReservation(
  tx: Tx,
  actor: EventActor,
  row: TicketRow,
  remark: string | null,
): Promise<void> {
  await updateTicket(tx, row.id, {
    status: STATUS.cancelled,
    details: row.details,
    remarks: remark ?? row.remarks,
    searchText: ticketSearchText(reservation, row.details, row.amenity_title),
    approvedById: null,
  })
  await updateBooking(tx, reservation, row.id, { status: STATUS.cancelled, details: row.details }, null)
  await settlePayment(tx, actor, reservation, row, STATUS.cancelled)
  await recordEvent(tx, actor, { ticketId: row.id, from: row.status, to: STATUS.cancelled, remark })
}
