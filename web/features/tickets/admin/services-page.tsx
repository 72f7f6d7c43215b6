import '../../../ui/list-pages/styles.ts'
import { allows } from '@tahanan/contract/permissions.ts'
import { columns } from '@tahanan/contract/tickets/define-module.ts'
import { MODULES } from '@tahanan/contract/tickets/index.ts'
import { Plus } from 'lucide-react'
import { useId } from 'react'
import { useNavigate } from 'react-router'
import { useAdmin } from '../../../lib/api/me.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { PageHead } from '../../../ui/page-head.tsx'
import { useIsPhone } from '../../../ui/use-media.ts'
import { HUB_PATH, hubModule } from '../hub.ts'
import { useListParams } from '../../../ui/list-pages/list-params.ts'
import { newestColumn, ticketSortKeys } from '../sort.ts'
import { ticketAddress, usePanel } from '../panel-params.ts'
import { moduleOf, type Ticket } from '../ticket.ts'
import { AddModal } from './add-modal.tsx'
import { SearchBox } from '../../../ui/list-pages/list-tools.tsx'
import { OfficeList } from './office-list.tsx'
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
  const id = useId()
  const phone = useIsPhone()
  const navigate = useNavigate()
  const { roles } = useAdmin()
  const { filter: asked, change, turn, sorting } = useListParams(ticketSortKeys('office'), newestColumn())
  const filter = { ...asked, status: undefined }
  const { panel, openAdd, openTicket, close } = usePanel()
  const mayAdd = allows(roles, hubModule.permission, hubModule.flags.add)
  const add = { label: `Add ${hubModule.noun.one}`, icon: Plus, onPress: openAdd }
  const view = (ticket: Ticket): void => {
    const route = moduleOf(ticket)?.route
    if (route) void navigate(ticketAddress(`/admin${route}`, ticket.id))
    else openTicket(ticket.id)
  }
  return (
    <div className="office">
      <PageHead title="Services" action={phone && mayAdd ? add : undefined} />
      <div className="office-tools">
        <SearchBox
          hint="Search ticket or client"
          value={filter.searchTerm}
          onSearch={(searchTerm) => change({ searchTerm })}
        />
        {!phone && mayAdd && (
          <>
            <span className="sp" />
            <Button kind="primary" icon={Plus} onClick={openAdd}>
              {add.label}
            </Button>
          </>
        )}
      </div>
      <OfficeList
        id={id}
        many={HUB_PATH}
        module={hubModule}
        modules={MODULES}
        columns={COLUMNS}
        caption="Services"
        things="service tickets"
        filter={filter}
        sorting={sorting}
        onPage={turn}
        onClearSearch={() => change({ searchTerm: '' })}
        lines={() => ['created_at']}
        onView={view}
      />
      {panel?.kind === 'add' && mayAdd && <AddModal module={hubModule} onClose={close} />}
      {panel?.kind === 'ticket' && (
        <RecordModal key={panel.id} module={hubModule} id={panel.id} onClose={close} />
      )}
    </div>
  )
}
