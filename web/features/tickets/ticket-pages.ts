import { createTicketColumns, type TicketModule } from '@tahanan/contract/tickets/define-module.ts'
import { MODULES } from '@tahanan/contract/tickets/index.ts'

/** Pages of the modules that have a route. Tickets of other modules open in the Services list. */
export const TICKET_PAGES = MODULES.flatMap((module) =>
  module.route === null ? [] : [{ module, route: module.route }],
)

/**
 * Path of the Services list, which has the tickets of all modules. Modules without a page have no other list
 * (rules 4.21).
 */
export const SERVICES_PATH = 'services'

const moduleWithoutPage = MODULES.find(({ route }) => route === null)
if (!moduleWithoutPage) throw new Error('the Services list needs the module that lives in it')

export const servicesModule: TicketModule = moduleWithoutPage

/** Columns of the Services list (rules 4.21). */
export const SERVICES_COLUMNS = createTicketColumns({
  ticketNumber: 'Service Ticket #',
  clientCode: 'Client Code',
  clientName: 'Client Name',
  created_at: 'Created Date',
  status: 'Status',
})
