import '#ui/list-pages/styles.ts'
import { PageHead } from '#ui/page-head.tsx'
import { usePanel } from '#ui/panels/panel.ts'
import { EmptyState } from '#ui/states.tsx'
import { useIsPhone } from '#ui/use-media-query.ts'
import { MODULES } from '@tahanan/contract/tickets/index.ts'
import { SERVICES_COLUMNS, SERVICES_PATH, servicesModule, TICKET_PAGES } from '../ticket-pages.ts'
import { findModule } from '../ticket.ts'
import { BlockedServicesNote } from './blocked-services-note.tsx'
import { ServiceTiles, useServicePages } from './service-tiles.tsx'
import { TicketList } from './ticket-list.tsx'
import { TicketPanel } from './ticket-panel.tsx'

/**
 * Page with the resident's services. A phone has no sidebar, so tiles of the services are shown above the
 * list.
 */
export default function ResidentServicesPage() {
  const { panel, open, close } = usePanel()
  const pages = useServicePages()
  const showsTiles = useIsPhone() && pages?.length !== 0
  return (
    <>
      <PageHead
        title="Services"
        description={showsTiles ? 'Choose a service, then press Add.' : 'All your requests to the PMO.'}
      />
      {showsTiles && (
        <>
          <ServiceTiles pages={pages} count={TICKET_PAGES.length} />
          <BlockedServicesNote />
          <h2 className="after-tiles">Your tickets</h2>
        </>
      )}
      {!showsTiles && <BlockedServicesNote />}
      <TicketList
        listPath={SERVICES_PATH}
        module={servicesModule}
        modules={MODULES}
        columns={SERVICES_COLUMNS}
        caption="Services"
        noun={{ one: 'service ticket', many: 'service tickets' }}
        card={(ticket) => ({
          heading: findModule(ticket)?.title ?? ticket.ticketNumber,
          line: ['created_at'],
        })}
        onOpen={({ id, origin }) => open(id, origin)}
        empty={
          <EmptyState title="No service tickets yet">
            Choose a service and press Add. Your requests are listed here.
          </EmptyState>
        }
      />
      {panel?.id !== undefined && (
        <TicketPanel
          key={panel.id}
          // `origin` in the URL is the ticket's module. If it is missing, the ticket belongs to
          // `servicesModule`, which has no page of its own.
          module={findModule({ origin: panel.origin ?? '' }) ?? servicesModule}
          id={panel.id}
          readOnly
          onClose={close}
        />
      )}
    </>
  )
}
