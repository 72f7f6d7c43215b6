import { rejectReservationPayment } from '#features/payments/reject-reservation-payment.ts'
import type { EventActor } from '#platform/add-events.ts'
import type { Tx } from '#platform/db/client.ts'
import type { Details } from '@tahanan/contract/forms/validate.ts'
import type { TicketModule } from '@tahanan/contract/tickets/define-module.ts'
import type { TicketRow } from '../repository.ts'
import { isHoldingStatus } from './bookings.ts'
import { offerTimes } from './offer-times.ts'

/**
 * Offers the time that a cancelled or moved booking has freed to waiting tenants (rules 25.14). If the
 * booking moved to another amenity, leaves the offer to the periodic job. Otherwise two such moves could
 * deadlock, because each would lock both amenities.
 */
export async function offerFreedTime(
  tx: Tx,
  module: TicketModule,
  rowBefore: TicketRow,
  stateAfter: { readonly status: number; readonly details: Details },
  timeZone: string,
): Promise<void> {
  if (module.heldResource !== 'amenity' || !isHoldingStatus(rowBefore.status)) return
  const { amenityId } = rowBefore.details
  if (!isHoldingStatus(stateAfter.status) || stateAfter.details.amenityId === amenityId)
    await offerTimes(tx, Number(amenityId), { timeZone })
}

export async function rejectPaymentIfFreed(
  tx: Tx,
  actor: EventActor,
  module: TicketModule,
  { id, ticket_number: ticketNumber, status: statusBefore }: TicketRow,
  status: number,
): Promise<void> {
  const isHoldingTime = isHoldingStatus(status)
  if (module.heldResource === 'amenity' && isHoldingTime !== isHoldingStatus(statusBefore))
    await rejectReservationPayment(tx, actor, { id, ticketNumber, status, isActive: isHoldingTime })
}
