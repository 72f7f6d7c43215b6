import '../../ui/list-pages/styles.ts'
import '../../ui/list-pages/record-list.css'
import './tenants.css'
import { channels } from '@tahanan/contract/channels.ts'
import { allows } from '@tahanan/contract/permissions.ts'
import { useQuery } from '@tanstack/react-query'
import { Download, Eye, Pencil, Plus, Trash2 } from 'lucide-react'
import { useAdmin } from '../../lib/api/me.ts'
import { SearchBox } from '../../ui/list-pages/list-tools.tsx'
import { SelectionBar } from '../../ui/list-pages/selection-bars.tsx'
import { useSelection } from '../../ui/list-pages/selection.ts'
import { useListParams } from '../../ui/list-pages/list-params.ts'
import { Button, IconButton } from '../../ui/controls/button.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import type { RowAction } from '../../ui/lists/row-menu.tsx'
import { useIsPhone } from '../../ui/use-media.ts'
import { recordsQuery } from '../../lib/api/records.ts'
import { useRecordPanel } from '../../ui/list-pages/record-panel.ts'
import { RecordList } from '../../ui/list-pages/record-list.tsx'
import { useDeleteRecord } from '../../ui/list-pages/use-delete-record.ts'
import { useLiveRecords } from '../../ui/list-pages/use-live-records.ts'
import { cardOf, COLUMNS } from './columns.tsx'
import { TenantModal } from './tenant-modal.tsx'
import type { Tenant } from './tenant.ts'
import { useTenantsCsv } from './tenants-csv.ts'

const KIND = { one: 'tenant', many: 'tenants', toast: 'Tenant' } as const

const LOSS =
  'The tenant is logged out and cannot log in any more. Tickets, statements and payments stay readable to the office, and the client code can be given again.'

/** The tenants of the community (rules 3.12). */
export default function TenantsPage() {
  const phone = useIsPhone()
  const { roles } = useAdmin()
  const { filter: asked, change, turn } = useListParams()
  const { panel, open, close } = useRecordPanel()
  const { page, limit, searchTerm } = asked
  const filter = { page, limit, searchTerm }
  const query = useQuery(recordsQuery<Tenant>(KIND.many, filter))
  const marks = useLiveRecords(channels.tenants, query.data?.data)
  const selection = useSelection({ searchTerm }, query.data?.total ?? 0)
  const csv = useTenantsCsv()
  const remove = useDeleteRecord()
  const may = (flag: string): boolean => allows(roles, 'tenants', flag)
  const chosen = selection.count > 0
  const add = { label: 'Add tenant', icon: Plus, onPress: () => open() }
  const save = (): void => csv.download(selection.csv)
  return (
    <div className="office tenants">
      {/* on a phone the bar of the selection takes the place of the add button */}
      <PageHead title="Tenants List" action={phone && may('add') && !chosen ? add : undefined} />
      <div className="office-tools">
        <SearchBox
          hint="Search code, name, unit or email"
          value={searchTerm}
          onSearch={(term) => change({ searchTerm: term })}
        />
        {phone && !chosen && may('view') && (
          <IconButton icon={Download} label="Download CSV" onClick={save} />
        )}
        {!phone && (
          <>
            <span className="sp" />
            {may('view') && (
              <Button icon={Download} busy={csv.busy} onClick={save}>
                Download CSV
              </Button>
            )}
            {may('add') && (
              <Button kind="primary" icon={Plus} onClick={() => open()}>
                {add.label}
              </Button>
            )}
          </>
        )}
      </div>
      <RecordList
        query={query}
        caption="Tenants List"
        things="tenants"
        filter={filter}
        purpose="Add them here, or import the first statements: each new client code makes a tenant."
        columns={COLUMNS}
        card={cardOf}
        marks={marks}
        nameOf={({ uoccname, clientCode }) => `${uoccname} ${clientCode}`}
        selection={may('view') ? selection : undefined}
        onPage={turn}
        onClearSearch={() => change({ searchTerm: '' })}
        onOpen={({ id }) => open(id)}
        actions={({ id, uoccname, clientCode }): RowAction[] => [
          {
            label: may('edit') ? 'Edit' : 'View',
            icon: may('edit') ? Pencil : Eye,
            onSelect: () => open(id),
          },
          ...(may('delete')
            ? [
                {
                  label: 'Delete',
                  icon: Trash2,
                  danger: true,
                  onSelect: () => void remove(KIND, id, `${uoccname}, ${clientCode}`, LOSS),
                },
              ]
            : []),
        ]}
      />
      {phone && chosen && <SelectionBar selection={selection} csv={csv} />}
      {panel && panel.id === undefined && may('add') && <TenantModal onClose={close} />}
      {panel?.id !== undefined && (
        <TenantModal key={panel.id} id={panel.id} readOnly={!may('edit')} onClose={close} />
      )}
    </div>
  )
}
