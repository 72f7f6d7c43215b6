import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { fetchAllRows } from '#lib/api/create-api-query.ts'
import { formatBalance } from '#lib/money.ts'
import { formatDate } from '#lib/time.ts'
import { NativeSelect } from '#ui/controls/input.tsx'
import { SegmentedControl } from '#ui/controls/segmented-control.tsx'
import { DataList } from '#ui/list-pages/data-list.tsx'
import { SearchBox } from '#ui/list-pages/list-tools.tsx'
import type { CardContent, TableColumn } from '#ui/lists/data-table.tsx'
import { useIsPhone } from '#ui/use-media-query.ts'
import type { ImportRow, StatementImport } from '@tahanan/contract/billing/import-answers.ts'
import type { ImportFilter, ImportVerdict } from '@tahanan/contract/billing/statement-import.ts'
import { formatRowsCsv } from '@tahanan/contract/csv.ts'
import { CsvButton } from '../save-buttons.tsx'
import { importRowsQuery } from './calls.ts'
import { EntriesSheet } from './preview/entries-sheet.tsx'

const PAGE_SIZE = 10

const VERDICT_CHOICES: readonly { value: ImportFilter | undefined; label: string }[] = [
  { value: undefined, label: 'All' },
  { value: 'new', label: 'New' },
  { value: 'changed', label: 'Changed' },
  { value: 'unchanged', label: 'Unchanged' },
  { value: 'entries', label: 'Payments' },
  { value: 'warned', label: 'To check' },
  { value: 'skipped', label: 'Skipped' },
  { value: 'refused', label: 'Refused' },
  { value: 'kept', label: 'Kept' },
]

const getVerdictLabel = (verdict: ImportVerdict) =>
  VERDICT_CHOICES.find(({ value }) => value === verdict)?.label

type ListedRow = ImportRow & { id: number }

const formatMoney = (amount: number | null) => (amount === null ? '' : formatBalance(amount))

const ROW_COLUMNS: readonly TableColumn<ListedRow>[] = [
  { label: 'Urefno', look: 'c-num', renderCell: ({ urefno }) => <b>{urefno}</b> },
  { label: 'Name', look: 'wide', renderCell: ({ uoccname }) => uoccname },
  { label: 'Result', renderCell: ({ verdict }) => getVerdictLabel(verdict) },
  { label: 'Before', look: 'c-num right', renderCell: ({ amountBefore }) => formatMoney(amountBefore) },
  { label: 'After', look: 'c-num right', renderCell: ({ amountAfter }) => formatMoney(amountAfter) },
  { label: 'PDF', look: 'fold', renderCell: ({ attachment }) => attachment },
  { label: 'To Check', look: 'wide', renderCell: ({ reason }) => reason },
]

const PAYMENT_COLUMNS: readonly TableColumn<ListedRow>[] = [
  {
    label: 'Payments Included',
    look: 'c-num right',
    renderCell: ({ inStatement }) => formatMoney(inStatement),
  },
  {
    label: 'Received Since',
    look: 'c-num right',
    columnAbove: 'Payments Included',
    renderCell: ({ receivedSince, entries }) => (
      <>
        {formatMoney(receivedSince)}
        {entries.some(({ moved }) => moved) && <small>moved</small>}
      </>
    ),
  },
]

const DUE_COLUMN: TableColumn<ListedRow> = {
  label: 'Due',
  look: 'c-num',
  columnAbove: 'After',
  renderCell: ({ dueDate }) => dueDate && formatDate(dueDate),
}

const REFUSED_COLUMNS: readonly TableColumn<ListedRow>[] = [
  { label: 'File', look: 'fold', renderCell: ({ file }) => file },
  { label: 'Line', look: 'c-num right', renderCell: ({ line }) => line.toLocaleString('en') },
  { label: 'Urefno', look: 'c-num', renderCell: ({ urefno }) => <b>{urefno || '(none)'}</b> },
  { label: 'Reason', look: 'wide', renderCell: ({ reason }) => reason },
]

const toCard = (row: ListedRow): CardContent => ({
  heading: (
    <>
      {row.urefno || '(none)'} <small>{getVerdictLabel(row.verdict)}</small>
    </>
  ),
  words: (
    <>
      {row.uoccname && <p>{row.uoccname}</p>}
      {row.amountAfter !== null && (
        <p className="num">
          {row.amountBefore !== null && `${formatBalance(row.amountBefore)} → `}
          {formatBalance(row.amountAfter)}
          {row.dueDate !== null && `, due ${formatDate(row.dueDate)}`}
        </p>
      )}
      {Boolean(row.inStatement || row.receivedSince) && (
        <p className="num">
          Payments included {formatMoney(row.inStatement)}, received since {formatMoney(row.receivedSince)}
          {row.entries.some(({ moved }) => moved) && ', moved'}
        </p>
      )}
      {row.verdict === 'refused' && (
        <p>
          {row.file}, line {row.line}
        </p>
      )}
      {row.reason && <p>{row.reason}</p>}
    </>
  ),
})

interface ImportRowsProps {
  of: StatementImport
  movable?: boolean
}

export function ImportRows({ of, movable = false }: ImportRowsProps) {
  const { uniqId, refused, kept, inStatement, receivedSince, moved } = of
  const [filter, setFilter] = useState<{ verdict?: ImportFilter; searchTerm: string; page: number }>({
    verdict: kept > 0 ? 'kept' : refused > 0 ? 'refused' : undefined,
    searchTerm: '',
    page: 1,
  })
  const updateFilter = (changes: Partial<typeof filter>): void =>
    setFilter((now) => ({ ...now, page: 1, ...changes }))
  const { verdict, searchTerm } = filter
  const [openedId, setOpened] = useState<number>()
  const query = useQuery({
    ...importRowsQuery(uniqId, { ...filter, limit: PAGE_SIZE }),
    select: (list) => ({ ...list, data: list.data.map((row): ListedRow => ({ ...row, id: row.row })) }),
  })
  const columns = [
    ...ROW_COLUMNS,
    ...(query.data?.data.some(({ dueDate }) => dueDate !== null) ? [DUE_COLUMN] : []),
    ...(inStatement === 0 && receivedSince === 0 && moved === 0 ? [] : PAYMENT_COLUMNS),
  ]
  const shownVerdictChoices = VERDICT_CHOICES.filter(
    ({ value }) => (value !== 'kept' || kept > 0) && (value !== 'entries' || movable),
  )
  const row = query.data?.data.find(({ id }) => id === openedId)
  return (
    <div className="importrows">
      <div className="office-tools row">
        <RowChoice
          choices={shownVerdictChoices}
          chosenFilter={verdict}
          onChoose={(choice) => updateFilter({ verdict: choice })}
        />
        <SearchBox
          hint="Search urefno or name"
          value={searchTerm}
          onSearch={(term) => updateFilter({ searchTerm: term })}
        />
        <span className="spacer" />
        {refused > 0 && (
          <CsvButton name="Refused rows" csv={() => loadRefusedCsv(uniqId)}>
            Download refused rows
          </CsvButton>
        )}
      </div>
      <DataList
        query={query}
        caption="Rows of the import"
        pluralNoun="rows"
        filter={{ page: filter.page, limit: PAGE_SIZE, searchTerm: searchTerm || (verdict ?? '') }}
        purpose="The files hold no row with a urefno."
        columns={verdict === 'refused' ? REFUSED_COLUMNS : columns}
        getName={({ urefno }) => urefno}
        card={toCard}
        onClearSearch={searchTerm === '' ? undefined : () => updateFilter({ searchTerm: '' })}
        onPage={(page) => updateFilter({ page })}
        actions={
          movable
            ? ({ id, entries }) =>
                entries.length > 0 ? [{ label: 'Payments', onSelect: () => setOpened(id) }] : []
            : undefined
        }
      />
      {row && <EntriesSheet uniqId={uniqId} row={row} onClose={() => setOpened(undefined)} />}
    </div>
  )
}

interface RowChoiceProps {
  choices: typeof VERDICT_CHOICES
  chosenFilter: ImportFilter | undefined
  onChoose: (choice: ImportFilter | undefined) => void
}

function RowChoice({ choices, chosenFilter, onChoose }: RowChoiceProps) {
  if (!useIsPhone())
    return <SegmentedControl aria-label="Rows" options={choices} value={chosenFilter} onChange={onChoose} />
  return (
    <NativeSelect
      aria-label="Rows"
      value={chosenFilter ?? ''}
      options={choices.map(({ value = '', label }) => ({ value, label }))}
      onChange={({ target }) => onChoose(choices.find(({ value = '' }) => value === target.value)?.value)}
    />
  )
}

const loadRefusedCsv = async (uniqId: string): Promise<string> =>
  formatRowsCsv(await fetchAllRows<ImportRow>(`/statement-imports/${uniqId}/rows`, { verdict: 'refused' }), {
    file: (row) => row.file,
    line: (row) => row.line,
    urefno: (row) => row.urefno,
    reason: (row) => row.reason,
  })
