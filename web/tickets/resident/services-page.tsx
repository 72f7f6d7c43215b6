import '../styles.ts'
import { columns } from '@tahanan/contract/tickets/define-module.ts'
import { MODULES } from '@tahanan/contract/tickets/index.ts'
import { PageHead } from '../../ui/page-head.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { HUB_PATH, hubModule } from '../hub.ts'
import { usePanel } from '../panel-params.ts'
import { moduleOf } from '../ticket.ts'
import { TicketList } from './ticket-list.tsx'
import { TicketPanel } from './ticket-panel.tsx'

/** Specification 1 §2, 'Services (all tickets, no add, no actions)'. */
const COLUMNS = columns({
  ticketNumber: 'Service Ticket #',
  clientCode: 'Client Code',
  clientName: 'Client Name',
  created_at: 'Created Date',
  status: 'Status',
})

/** The Services hub: all tickets of the resident, to read. */
export function ResidentServicesPage() {
  const { panel, openTicket, close } = usePanel()
  return (
    <>
      <PageHead title="Services" lead="Everything you asked the PMO for." />
      <TicketList
        many={HUB_PATH}
        module={hubModule}
        modules={MODULES}
        columns={COLUMNS}
        caption="Services"
        noun={{ one: 'service ticket', many: 'service tickets' }}
        card={(ticket) => ({ heading: moduleOf(ticket)?.title ?? ticket.ticketNumber, line: ['created_at'] })}
        onOpen={({ id, origin }) => openTicket(id, origin)}
        empty={
          <EmptyState title="No service tickets yet">
            Open one of the PMO services to ask for something. All of it is listed here.
          </EmptyState>
        }
      />
      {panel?.kind === 'ticket' && (
        <TicketPanel
          key={panel.id}
          // a link from outside names no module: only those without a page of their own link here
          module={moduleOf({ origin: panel.origin ?? '' }) ?? hubModule}
          id={panel.id}
          readOnly
          onClose={close}
        />
      )}
    </>
  )
}
