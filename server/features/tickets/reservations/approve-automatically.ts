import type { Tx } from '#platform/db/client.ts'
import { STATUS } from '@tahanan/contract/statuses.ts'
import type { TicketModule } from '@tahanan/contract/tickets/define-module.ts'
import { getTicketSearchText } from '../get-ticket-search-text.ts'
import { PORTAL_ACTOR, recordEvent } from '../history.ts'
import { updateTicket, type TicketRow } from '../repository.ts'
import { createChangedNotification } from '../ticket-notifications.ts'
import { startPaymentPeriod } from './bookings.ts'

/**
 * Approves a new booking in the name of the portal, if its amenity has automatic approval and it violates no
 * rule (rules 25.5).
 */
export async function approveAutomatically(
  tx: Tx,
  module: TicketModule,
  row: TicketRow,
  timeZone: string,
): Promise<void> {
  const { id, details, remarks, tenant_id: tenantId, amenity_title: amenity } = row
  await updateTicket(tx, id, {
    status: STATUS.approved,
    details,
    remarks,
    searchText: getTicketSearchText(module, details, amenity),
    approvedById: null,
  })
  const paymentPeriod = await startPaymentPeriod(tx, id)
  const ticket = { id, ticketNumber: row.ticket_number, details, amenity }
  const approvalNotification = {
    tenantId,
    ...createChangedNotification(module, ticket, { status: STATUS.approved, pay: paymentPeriod }, timeZone),
  }
  await recordEvent(
    tx,
    PORTAL_ACTOR,
    { ticketId: id, from: row.status, to: STATUS.approved },
    approvalNotification,
  )
}
