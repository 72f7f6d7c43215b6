import '../../../ui/list-pages/styles.ts'
import { allows } from '@tahanan/contract/permissions.ts'
import type { TicketModule } from '@tahanan/contract/tickets/define-module.ts'
import { useQuery } from '@tanstack/react-query'
import { Download, Plus } from 'lucide-react'
import { useId } from 'react'
import { useAdmin } from '../../../lib/api/me.ts'
import { Button, IconButton } from '../../../ui/controls/button.tsx'
import { PageHead } from '../../../ui/page-head.tsx'
import { useIsPhone } from '../../../ui/use-media.ts'
import { ticketsQuery } from '../calls.ts'
import { useListParams } from '../../../ui/list-pages/list-params.ts'
import { newestColumn, ticketSortKeys } from '../sort.ts'
import { usePanel } from '../panel-params.ts'
import { useDeleteTicket } from '../use-delete-ticket.ts'
import { AddModal } from './add-modal.tsx'
import { useCsvDownload } from './csv-download.ts'
import { SearchBox, StatusTabs } from '../../../ui/list-pages/list-tools.tsx'
import { OfficeList } from './office-list.tsx'
import { RecordModal } from './record-modal.tsx'
import { SelectionBar } from '../../../ui/list-pages/selection-bars.tsx'
import { useSelection } from '../../../ui/list-pages/selection.ts'

interface AdminTicketPageProps {
  module: TicketModule
}

/** The page of one module for the office (rules 4.22, 5.25). */
export function AdminTicketPage({ module }: AdminTicketPageProps) {
  const id = useId()
  const phone = useIsPhone()
  const { roles } = useAdmin()
  const { filter, change, turn, sorting } = useListParams(
    ticketSortKeys('office', module),
    newestColumn(module),
  )
  const { panel, openAdd, openTicket, close } = usePanel()
  const { data: list } = useQuery(ticketsQuery(module.path.many, filter))
  const selection = useSelection(filter, list?.total ?? 0)
  const csv = useCsvDownload(module)
  const remove = useDeleteTicket('admin')
  const mayAdd = allows(roles, module.permission, module.flags.add)
  const add = { label: `Add ${module.noun.one}`, icon: Plus, onPress: openAdd }
  const chosen = selection.count > 0
  return (
    <div className="office">
      {/* on a phone the bar of the selection takes the place of the add button */}
      <PageHead title={module.title} action={phone && mayAdd && !chosen ? add : undefined} />
      <StatusTabs
        tabs={module.admin.tabs}
        status={filter.status}
        counts={list?.counts}
        controls={id}
        onStatus={(status) => change({ status })}
      />
      <div className="office-tools">
        <SearchBox
          hint={module.searchHint}
          value={filter.searchTerm}
          onSearch={(searchTerm) => change({ searchTerm })}
        />
        {!phone && (
          <>
            <span className="sp" />
            <Button icon={Download} busy={csv.busy} onClick={() => csv.download(selection.csv)}>
              Download CSV
            </Button>
            {mayAdd && (
              <Button kind="primary" icon={Plus} onClick={openAdd}>
                {add.label}
              </Button>
            )}
          </>
        )}
        {phone && !chosen && (
          <IconButton icon={Download} label="Download CSV" onClick={() => csv.download(selection.csv)} />
        )}
      </div>
      <OfficeList
        id={id}
        many={module.path.many}
        module={module}
        modules={[module]}
        columns={module.admin.columns}
        caption={module.title}
        things={module.noun.many}
        filter={filter}
        sorting={sorting}
        onPage={turn}
        onClearSearch={() => change({ searchTerm: '' })}
        lines={() => [module.card.heading, ...module.card.line.slice(0, 1)]}
        onView={({ id: ticketId }) => openTicket(ticketId)}
        onDelete={(ticket) => void remove(module, ticket)}
        selection={selection}
      />
      {phone && chosen && <SelectionBar selection={selection} csv={csv} />}
      {panel?.kind === 'add' && mayAdd && <AddModal module={module} onClose={close} />}
      {panel?.kind === 'ticket' && (
        <RecordModal key={panel.id} module={module} id={panel.id} onClose={close} />
      )}
    </div>
  )
}
