import { allows } from '@tahanan/contract/permissions.ts'
import type { Ticket } from '@tahanan/contract/tickets/answers.ts'
import type { TicketModule } from '@tahanan/contract/tickets/define-module.ts'
import { MODULES } from '@tahanan/contract/tickets/index.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { usePanel } from '../../../lib/address/panel.ts'
import { useAdmin } from '../../../lib/api/me.ts'
import { useListParams } from '../../../ui/list-pages/list-params.ts'
import { useCsvDownload } from '../../../ui/list-pages/use-csv-download.ts'
import { ticketsQuery } from '../calls.ts'
import { HUB_COLUMNS, HUB_PATH, hubModule } from '../hub.ts'
import { newestColumn, ticketSortKeys } from '../sort.ts'
import { moduleOf } from '../ticket.ts'
import { useDeleteTicket } from '../use-delete-ticket.ts'
import { AddModal } from './add-modal.tsx'
import { OfficeTickets } from './office-tickets.tsx'
import { RecordModal } from './record-modal.tsx'
import { ticketsCsv } from './tickets-csv.ts'

/**
 * A page of tickets for the office: those of one module (rules 4.22, 5.25), or without one those of all modules, where View
 * leads to the page each comes from, or opens here those that live here (rules 4.21).
 */
export function AdminTicketPage({ module: own }: { module?: TicketModule }) {
  const module = own ?? hubModule
  const { path, noun, card } = module
  const many = own ? path.many : HUB_PATH
  const { roles } = useAdmin()
  const navigate = useNavigate()
  const list = useListParams({
    tabs: own !== undefined,
    keys: ticketSortKeys('office', own),
    newest: newestColumn(own),
  })
  const { panel, open, close } = usePanel()
  const csv = useCsvDownload<Ticket>({
    path: `/${path.ids}`,
    file: module.csv.file,
    toCsv: (tickets) => ticketsCsv(module, tickets),
  })
  const remove = useDeleteTicket('admin')
  const mayAdd = allows(roles, module.permission, module.flags.add)
  const view = (ticket: Ticket): void => {
    const route = own ? undefined : moduleOf(ticket)?.route
    if (route) void navigate(`/admin${route}?modal=true&serviceId=${ticket.id}`)
    else open(ticket.id)
  }
  return (
    <OfficeTickets
      title={own ? own.title : 'Services'}
      many={many}
      module={module}
      modules={own ? [own] : MODULES}
      columns={own ? own.officeColumns : HUB_COLUMNS}
      tabs={own && own.tabs}
      searchHint={own ? own.searchHint : 'Search ticket or client'}
      list={list}
      query={useQuery(ticketsQuery(many, list.filter))}
      things={own ? noun.many : 'service tickets'}
      add={mayAdd ? { label: `Add ${noun.one}`, onPress: () => open() } : undefined}
      csv={own && csv}
      lines={own ? [card.heading, ...card.line.slice(0, 1)] : ['created_at']}
      onView={view}
      onDelete={own && ((ticket) => void remove(own, ticket))}
    >
      {panel && panel.id === undefined && mayAdd && <AddModal module={module} onClose={close} />}
      {panel?.id !== undefined && (
        <RecordModal key={panel.id} module={module} id={panel.id} onClose={close} />
      )}
    </OfficeTickets>
  )
}
