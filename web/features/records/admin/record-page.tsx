import '../../../ui/list-pages/styles.ts'
import '../../../ui/list-pages/record-list.css'
import { allows } from '@tahanan/contract/permissions.ts'
import { useQuery } from '@tanstack/react-query'
import { Eye, Pencil, Plus, Trash2 } from 'lucide-react'
import { useAdmin } from '../../../lib/api/me.ts'
import type { FormRecord } from '../../../ui/forms/form-sheet.tsx'
import { SearchBox } from '../../../ui/list-pages/list-tools.tsx'
import { useListParams } from '../../../ui/list-pages/list-params.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { PageHead } from '../../../ui/page-head.tsx'
import type { RowAction } from '../../../ui/lists/row-menu.tsx'
import { useIsPhone } from '../../../ui/use-media.ts'
import { recordsQuery } from '../../../lib/api/records.ts'
import type { RecordKind } from './kind.ts'
import { useRecordPanel } from '../../../ui/list-pages/record-panel.ts'
import { RecordList } from '../../../ui/list-pages/record-list.tsx'
import { RecordModal } from './record-modal.tsx'
import { useDeleteRecord } from '../../../ui/list-pages/use-delete-record.ts'
import { useLiveRecords } from '../../../ui/list-pages/use-live-records.ts'

interface RecordPageProps<Row extends FormRecord> {
  kind: RecordKind<Row>
}

/** The page of one kind of record that the office publishes: its list, its search, its two modals (rules 15.19). */
export function RecordPage<Row extends FormRecord>({ kind }: RecordPageProps<Row>) {
  const phone = useIsPhone()
  const { roles } = useAdmin()
  const { filter: asked, change, turn } = useListParams()
  const { panel, open, close } = useRecordPanel()
  const { matches } = kind
  const filter = {
    page: matches ? 1 : asked.page,
    limit: matches ? 0 : asked.limit,
    searchTerm: matches ? '' : asked.searchTerm,
  }
  const query = useQuery(recordsQuery<Row>(kind.many, filter))
  const marks = useLiveRecords(kind.many, query.data?.data)
  const remove = useDeleteRecord()
  const may = (flag: string): boolean => allows(roles, kind.page, flag)
  const add = { label: `Add ${kind.noun.one}`, icon: Plus, onPress: () => open() }
  const term = asked.searchTerm.toLowerCase()
  return (
    <div className="office">
      <PageHead title={kind.title} action={phone && may('add') ? add : undefined} />
      <div className="office-tools">
        <SearchBox
          hint={kind.searchHint}
          value={asked.searchTerm}
          onSearch={(searchTerm) => change({ searchTerm })}
        />
        {!phone && may('add') && (
          <>
            <span className="sp" />
            <Button kind="primary" icon={Plus} onClick={() => open()}>
              {add.label}
            </Button>
          </>
        )}
      </div>
      <RecordList
        query={query}
        rows={matches && query.data?.data.filter((row) => matches(row, term))}
        caption={kind.title}
        things={kind.noun.many}
        filter={{ ...filter, searchTerm: asked.searchTerm }}
        purpose={kind.purpose}
        columns={kind.columns}
        card={kind.card}
        nameOf={kind.nameOf}
        marks={marks}
        onPage={matches ? undefined : turn}
        onClearSearch={() => change({ searchTerm: '' })}
        onOpen={({ id }) => open(id)}
        actions={(row): RowAction[] => [
          {
            label: may('edit') ? 'Edit' : 'View',
            icon: may('edit') ? Pencil : Eye,
            onSelect: () => open(row.id),
          },
          ...(may('delete')
            ? [
                {
                  label: 'Delete',
                  icon: Trash2,
                  danger: true,
                  onSelect: () => void remove(kind, row.id, kind.nameOf(row)),
                },
              ]
            : []),
        ]}
      />
      {panel && panel.id === undefined && may('add') && <RecordModal kind={kind} onClose={close} />}
      {panel?.id !== undefined && (
        <RecordModal key={panel.id} kind={kind} id={panel.id} readOnly={!may('edit')} onClose={close} />
      )}
    </div>
  )
}
