import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { usePanelAddress } from '#lib/address/panel-address.ts'
import { restartStallTimers } from '#lib/api/stalled-calls.ts'
import { formatCount } from '#lib/format-number.ts'
import { formatBalance } from '#lib/money.ts'
import { formatDateTime } from '#lib/time.ts'
import { DataList } from '#ui/list-pages/data-list.tsx'
import type { CardContent, TableColumn } from '#ui/lists/data-table.tsx'
import type { RowAction } from '#ui/overlays/row-menu.tsx'
import { Sheet } from '#ui/overlays/sheet.tsx'
import { QueryState } from '#ui/query-state.tsx'
import { Facts } from '#ui/values/facts.tsx'
import type { StatementImport } from '@tahanan/contract/billing/import-answers.ts'
import type { ImportState } from '@tahanan/contract/billing/statement-import.ts'
import { usePagedQuery } from '../use-paged-query.ts'
import { importQuery, importsQuery, pdfNamesQuery } from './calls.ts'
import { listImportFacts } from './import-facts.ts'
import { ImportFigures } from './import-figures.tsx'
import { ImportRows } from './import-rows.tsx'
import { useImportSession } from './import-session.ts'
import { NameList } from './name-list.tsx'
import { openImport } from './run-import.ts'
import { undoImport } from './undo-import.ts'

const PAGE_SIZE = 10

const IMPORT_STATE_LABELS: Readonly<Record<ImportState, string>> = {
  prepared: 'Not saved yet',
  saving: 'Being saved',
  done: 'Saved',
  abandoned: 'Given up',
  undoing: 'Being undone',
  undone: 'Undone',
}

type ListedImport = StatementImport & { id: number }

const formatSavedRows = ({ saved, total }: StatementImport): string =>
  saved === total
    ? saved.toLocaleString('en')
    : `${saved.toLocaleString('en')} of ${total.toLocaleString('en')}`

const COLUMNS: readonly TableColumn<ListedImport>[] = [
  {
    label: 'When',
    look: 'c-num',
    isRowOpener: true,
    renderCell: ({ created_at, done_at }) => formatDateTime(done_at ?? created_at),
  },
  { label: 'Who', look: 'wide', columnAbove: 'When', renderCell: ({ admin }) => admin.name },
  {
    label: 'Files',
    look: 'wide',
    renderCell: ({ soaFileName, webClientFileName, files }) => (
      <>
        {[soaFileName, webClientFileName].filter(Boolean).join(', ')}
        <small>{files.uploaded.toLocaleString('en')} PDFs</small>
      </>
    ),
  },
  { label: 'State', renderCell: ({ state }) => IMPORT_STATE_LABELS[state] },
  { label: 'Rows Saved', look: 'c-num right', renderCell: formatSavedRows },
  {
    label: 'Refused',
    look: 'c-num right',
    columnAbove: 'Rows Saved',
    renderCell: ({ refused }) => refused.toLocaleString('en'),
  },
  { label: 'Skipped', look: 'c-num right', renderCell: ({ skipped }) => skipped.toLocaleString('en') },
  {
    label: 'Total SOA Amount',
    look: 'c-num right',
    renderCell: ({ amountAfter }) => formatBalance(amountAfter),
  },
]

const toCard = (row: ListedImport): CardContent => ({
  heading: formatDateTime(row.done_at ?? row.created_at),
  words: (
    <>
      <p>
        {IMPORT_STATE_LABELS[row.state]}, {row.admin.name}
      </p>
      <p className="num">
        {formatSavedRows(row)} {row.total === 1 ? 'row' : 'rows'}, {formatBalance(row.amountAfter)}
      </p>
    </>
  ),
})

export function ImportHistory({ mayContinue }: { mayContinue: boolean }) {
  const { params, open, close, getAddress } = usePanelAddress(['import'])
  const { step, uniqId } = useImportSession()
  const list = usePagedQuery(importsQuery, PAGE_SIZE)
  const openedId = params.get('import')
  const undoAndOpenImport = (row: StatementImport): void =>
    void undoImport(row).then((isUndone) => isUndone && open({ import: row.uniqId }))
  const canContinue = ({ state, uniqId: id }: StatementImport): boolean =>
    mayContinue &&
    (state === 'prepared' || state === 'saving') &&
    (step === 'choose' || step === 'ready') &&
    id !== uniqId
  return (
    <section className="stack" aria-labelledby="importrecord">
      <h2 id="importrecord">Record of imports</h2>
      <DataList
        {...list}
        caption="Record of imports"
        pluralNoun="imports"
        purpose="Each import is kept here: who made it, when, with which files and totals."
        columns={COLUMNS}
        getName={({ created_at }) => `the import of ${formatDateTime(created_at)}`}
        card={toCard}
        getLink={(row) => getAddress({ import: row.uniqId })}
        actions={(row): RowAction[] => [
          canContinue(row)
            ? { label: 'Go on', onSelect: () => void openImport(row.uniqId) }
            : { label: 'View', onSelect: () => open({ import: row.uniqId }) },
          ...(mayContinue && row.canUndo
            ? [{ label: 'Undo', danger: true, onSelect: () => undoAndOpenImport(row) }]
            : []),
        ]}
      />
      {openedId !== null && <ImportDetail key={openedId} uniqId={openedId} onClose={close} />}
    </section>
  )
}

function UndoProgress({ of: { created, updated, undone } }: { of: StatementImport }) {
  const total = created + updated
  useEffect(restartStallTimers, [undone])
  return (
    <div className="importing">
      <p className="counter num" role="status">
        <b>{undone.toLocaleString('en')}</b> of {total.toLocaleString('en')} rows undone
      </p>
      <progress value={undone} max={total || 1} aria-label="Rows undone" />
    </div>
  )
}

function ImportDetail({ uniqId, onClose }: { uniqId: string; onClose: () => void }) {
  const query = useQuery(importQuery(uniqId))
  const { data } = query
  const missingPdfsResult = useQuery({
    ...pdfNamesQuery(uniqId, 'missing'),
    enabled: (data?.missingPdfs ?? 0) > 0,
  })
  const extraPdfsResult = useQuery({ ...pdfNamesQuery(uniqId, 'extra'), enabled: (data?.extraPdfs ?? 0) > 0 })
  return (
    <Sheet place="box" width={1000} title="Import of statements" onClose={onClose}>
      {!data && (
        <QueryState
          query={query}
          title="We could not load this import"
          notFoundText="It may have been deleted."
        />
      )}
      {data && (
        <div className="importdetail stack gap-4">
          <Facts facts={listImportFacts(data)} />
          {data.state === 'undoing' && <UndoProgress of={data} />}
          {data.problem && <p className="alert">{data.problem}</p>}
          <ImportFigures of={data} />
          <NameList
            title={formatCount(data.missingPdfs, 'row without a PDF', 'rows without a PDF')}
            names={missingPdfsResult.data}
          />
          <NameList
            title={formatCount(data.extraPdfs, 'PDF without a row', 'PDFs without a row')}
            names={extraPdfsResult.data}
          />
          <ImportRows key={data.state} of={data} />
        </div>
      )}
    </Sheet>
  )
}
