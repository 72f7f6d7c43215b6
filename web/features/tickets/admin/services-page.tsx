import { allows } from '@tahanan/contract/permissions.ts'
import type { Ticket } from '@tahanan/contract/tickets/answers.ts'
import { columns } from '@tahanan/contract/tickets/define-module.ts'
import { MODULES } from '@tahanan/contract/tickets/index.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { useAdmin } from '../../../lib/api/me.ts'
import { ticketsQuery } from '../calls.ts'
import { HUB_PATH, hubModule } from '../hub.ts'
import { useListParams } from '../../../ui/list-pages/list-params.ts'
import { newestColumn, ticketSortKeys } from '../sort.ts'
import { ticketAddress, usePanel } from '../panel-params.ts'
import { moduleOf } from '../ticket.ts'
import { AddModal } from './add-modal.tsx'
import { OfficeTickets } from './office-tickets.tsx'
import { RecordModal } from './record-modal.tsx'

/** The tickets of all modules, for the office (rules 4.21). */
const COLUMNS = columns({
  ticketNumber: 'Service Ticket #',
  clientCode: 'Client Code',
  clientName: 'Client Name',
  created_at: 'Created Date',
  status: 'Status',
})

/** The tickets of all modules; View leads to the page each comes from, or opens here those that live here. */
export default function AdminServicesPage() {
  const navigate = useNavigate()
  const { roles } = useAdmin()
  const list = useListParams({ keys: ticketSortKeys('office'), newest: newestColumn() })
  const { panel, openAdd, openTicket, close } = usePanel()
  const mayAdd = allows(roles, hubModule.permission, hubModule.flags.add)
  const view = (ticket: Ticket): void => {
    const route = moduleOf(ticket)?.route
    if (route) void navigate(ticketAddress(`/admin${route}`, ticket.id))
    else openTicket(ticket.id)
  }
  return (
    <OfficeTickets
      title="Services"
      many={HUB_PATH}
      module={hubModule}
      modules={MODULES}
      columns={COLUMNS}
      searchHint="Search ticket or client"
      list={list}
      query={useQuery(ticketsQuery(HUB_PATH, list.filter))}
      things="service tickets"
      add={mayAdd ? { label: `Add ${hubModule.noun.one}`, onPress: openAdd } : undefined}
      lines={['created_at']}
      onView={view}
    >
      {panel?.kind === 'add' && mayAdd && <AddModal module={hubModule} onClose={close} />}
      {panel?.kind === 'ticket' && (
        <RecordModal key={panel.id} module={hubModule} id={panel.id} onClose={close} />
      )}
    </OfficeTickets>
  )
}
