import { usePanelAddress } from '#lib/address/panel-address.ts'
import { formatBalance } from '#lib/money.ts'
import { formatDateTime } from '#lib/time.ts'
import { RecordList } from '#ui/list-pages/record-list.tsx'
import type { CardWords, RecordColumn } from '#ui/lists/record-table.tsx'
import type { RowAction } from '#ui/overlays/row-menu.tsx'
import type { StatementImport } from '@tahanan/contract/billing/import-answers.ts'
import type { ImportState } from '@tahanan/contract/billing/statement-import.ts'
import { usePaged } from '../use-paged.ts'
import { importsQuery } from './calls.ts'
import { ImportDetail } from './import-detail.tsx'
import { useImportSession } from './import-session.ts'
import { openImport } from './run-import.ts'
import { undoImport } from './undo-import.ts'

const PAGE = 10

const STATES: Readonly<Record<ImportState, string>> = {
  prepared: 'Not saved yet',
  saving: 'Being saved',
  done: 'Saved',
  abandoned: 'Given up',
  undoing: 'Being undone',
  undone: 'Undone',
}

type Listed = StatementImport & { id: number }

const savedRows = ({ saved, total }: StatementImport): string =>
  saved === total
    ? saved.toLocaleString('en')
    : `${saved.toLocaleString('en')} of ${total.toLocaleString('en')}`

const COLUMNS: readonly RecordColumn<Listed>[] = [
  {
    label: 'When',
    look: 'c-num',
    opens: true,
    show: ({ created_at, done_at }) => formatDateTime(done_at ?? created_at),
  },
  { label: 'Who', look: 'wide', under: 'When', show: ({ admin }) => admin.name },
  {
    label: 'Files',
    look: 'wide',
    show: ({ soaFileName, webClientFileName, files }) => (
      <>
        {[soaFileName, webClientFileName].filter(Boolean).join(', ')}
        <small>{files.uploaded.toLocaleString('en')} PDFs</small>
      </>
    ),
  },
  { label: 'State', show: ({ state }) => STATES[state] },
  { label: 'Rows Saved', look: 'c-num right', show: savedRows },
  {
    label: 'Refused',
    look: 'c-num right',
    under: 'Rows Saved',
    show: ({ refused }) => refused.toLocaleString('en'),
  },
  { label: 'Skipped', look: 'c-num right', show: ({ skipped }) => skipped.toLocaleString('en') },
  { label: 'Total SOA Amount', look: 'c-num right', show: ({ amountAfter }) => formatBalance(amountAfter) },
]

const cardOf = (row: Listed): CardWords => ({
  heading: formatDateTime(row.done_at ?? row.created_at),
  words: (
    <>
      <p>
        {STATES[row.state]}, {row.admin.name}
      </p>
      <p className="num">
        {savedRows(row)} {row.total === 1 ? 'row' : 'rows'}, {formatBalance(row.amountAfter)}
      </p>
    </>
  ),
})

export function ImportHistory({ mayGoOn }: { mayGoOn: boolean }) {
  const { params, open, close, addressOf } = usePanelAddress(['import'])
  const { step, uniqId } = useImportSession()
  const list = usePaged(importsQuery, PAGE)
  const opened = params.get('import')
  const undo = (row: StatementImport): void =>
    void undoImport(row).then((undone) => undone && open({ import: row.uniqId }))
  const canGoOn = ({ state, uniqId: id }: StatementImport): boolean =>
    mayGoOn &&
    (state === 'prepared' || state === 'saving') &&
    (step === 'choose' || step === 'ready') &&
    id !== uniqId
  return (
    <section className="stack" aria-labelledby="importrecord">
      <h2 id="importrecord">Record of imports</h2>
      <RecordList
        {...list}
        caption="Record of imports"
        things="imports"
        purpose="Each import is kept here: who made it, when, with which files and totals."
        columns={COLUMNS}
        nameOf={({ created_at }) => `the import of ${formatDateTime(created_at)}`}
        card={cardOf}
        linkOf={(row) => addressOf({ import: row.uniqId })}
        actions={(row): RowAction[] => [
          canGoOn(row)
            ? { label: 'Go on', onSelect: () => void openImport(row.uniqId) }
            : { label: 'View', onSelect: () => open({ import: row.uniqId }) },
          ...(mayGoOn && row.canUndo ? [{ label: 'Undo', danger: true, onSelect: () => undo(row) }] : []),
        ]}
      />
      {opened !== null && <ImportDetail key={opened} uniqId={opened} onClose={close} />}
    </section>
  )
}
