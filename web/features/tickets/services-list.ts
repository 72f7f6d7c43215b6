import { columns, type TicketModule } from '@tahanan/contract/tickets/define-module.ts'
import { MODULES } from '@tahanan/contract/tickets/index.ts'

/** The Services list holds the tickets of all modules, and is the home of those without a page (rules 4.21). */
export const SERVICES_PATH = 'services'

const homeless = MODULES.find(({ route }) => route === null)
if (!homeless) throw new Error('the Services list needs the module that lives in it')

/** The module that lives in the Services list. */
export const servicesModule: TicketModule = homeless

/** The columns of the Services list (rules 4.21). */
export const SERVICES_COLUMNS = columns({
  ticketNumber: 'Service Ticket #',
  clientCode: 'Client Code',
  clientName: 'Client Name',
  created_at: 'Created Date',
  status: 'Status',
})
