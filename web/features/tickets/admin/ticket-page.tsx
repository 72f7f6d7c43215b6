import { allows } from '@tahanan/contract/permissions.ts'
import type { Ticket } from '@tahanan/contract/tickets/answers.ts'
import type { TicketModule } from '@tahanan/contract/tickets/define-module.ts'
import { useQuery } from '@tanstack/react-query'
import { useAdmin } from '../../../lib/api/me.ts'
import { useListParams } from '../../../ui/list-pages/list-params.ts'
import { useCsvDownload } from '../../../ui/list-pages/use-csv-download.ts'
import { ticketsQuery } from '../calls.ts'
import { usePanel } from '../panel-params.ts'
import { newestColumn, ticketSortKeys } from '../sort.ts'
import { useDeleteTicket } from '../use-delete-ticket.ts'
import { AddModal } from './add-modal.tsx'
import { OfficeTickets } from './office-tickets.tsx'
import { RecordModal } from './record-modal.tsx'
import { ticketsCsv } from './tickets-csv.ts'

/** The page of one module for the office (rules 4.22, 5.25). */
export function AdminTicketPage({ module }: { module: TicketModule }) {
  const { roles } = useAdmin()
  const { path, noun, card, admin } = module
  const list = useListParams({
    tabs: true,
    keys: ticketSortKeys('office', module),
    newest: newestColumn(module),
  })
  const { panel, openAdd, openTicket, close } = usePanel()
  const csv = useCsvDownload<Ticket>({
    path: `/${path.ids}`,
    file: admin.csv.file,
    toCsv: (tickets) => ticketsCsv(module, tickets),
  })
  const remove = useDeleteTicket('admin')
  const mayAdd = allows(roles, module.permission, module.flags.add)
  return (
    <OfficeTickets
      title={module.title}
      many={path.many}
      module={module}
      modules={[module]}
      columns={admin.columns}
      tabs={admin.tabs}
      searchHint={module.searchHint}
      list={list}
      query={useQuery(ticketsQuery(path.many, list.filter))}
      things={noun.many}
      add={mayAdd ? { label: `Add ${noun.one}`, onPress: openAdd } : undefined}
      csv={csv}
      lines={[card.heading, ...card.line.slice(0, 1)]}
      onView={({ id }) => openTicket(id)}
      onDelete={(ticket) => void remove(module, ticket)}
    >
      {panel?.kind === 'add' && mayAdd && <AddModal module={module} onClose={close} />}
      {panel?.kind === 'ticket' && (
        <RecordModal key={panel.id} module={module} id={panel.id} onClose={close} />
      )}
    </OfficeTickets>
  )
}
