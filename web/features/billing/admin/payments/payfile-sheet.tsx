import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import type { CsvChoice } from '#lib/api/selected-rows.ts'
import { formatPesos } from '#lib/money.ts'
import { formatDateTime } from '#lib/time.ts'
import { Button } from '#ui/controls/button.tsx'
import { LoadingSheet } from '#ui/list-pages/loading-sheet.tsx'
import { Pager } from '#ui/lists/pager.tsx'
import { Sheet } from '#ui/overlays/sheet.tsx'
import { payfileBatchesQuery, payfileContentsQuery } from '../../calls.ts'
import { MoneyLine } from '../../money-line.tsx'
import { usePagedQuery } from '../../use-paged-query.ts'
import { PayfileChoice } from './payfile-choice.tsx'
import {
  describeCopiedRows,
  formatRowCount,
  toExportParameters,
  usePayfileExports,
} from './payfile-exports.ts'

interface PayfileSheetProps {
  choice: CsvChoice
  selectedCount: number
  mayClose: boolean
  onClose: () => void
}

const BATCHES_HELP_TEXT =
  'A batch holds each payment once, and the next statement shows which payments it covers. ' +
  'A copy is not a batch: accounting must book only from batches. ' +
  'Do not save these files with a spreadsheet program: it changes the code 00123 to 123. ' +
  'To read payments, use Download list.'

/**
 * Shows what can be exported: the selected rows, the next batch, the rows of the tab, or an earlier batch
 * (rules 16.11, 16.12).
 */
export function PayfileSheet({ choice, selectedCount, mayClose, onClose }: PayfileSheetProps) {
  const { query, filter, onPage } = usePagedQuery(payfileBatchesQuery)
  const { batch, busy } = usePayfileExports()
  const { data } = query
  const sheetProps = { title: 'Payfile.csv', place: 'box', onClose } as const
  // Waits for both queries. Otherwise the sheet would grow when the second one answers, and its buttons would
  // move away from the pointer.
  const { isPending: areContentsLoading } = useQuery(payfileContentsQuery(toExportParameters(choice)))
  if (!data || areContentsLoading) return <LoadingSheet {...sheetProps} query={query} subject="the batches" />
  const payfileChoice = (
    <PayfileChoice
      choice={choice}
      hasSelection={selectedCount > 0}
      mayClose={mayClose}
      isFirst={data.total === 0}
      onDone={onClose}
    />
  )
  const helpText = <p className="subtle">{BATCHES_HELP_TEXT}</p>
  if (selectedCount > 0)
    return (
      <Sheet {...sheetProps}>
        <section className="stack gap-4">
          {payfileChoice}
          {helpText}
        </section>
      </Sheet>
    )
  const { next } = data
  return (
    <Sheet {...sheetProps}>
      <section className="stack gap-4">
        <p>
          {next.rows > 0
            ? `${formatRowCount(next.rows)} of ${formatPesos(next.amount)} in all ` +
              `${next.rows === 1 ? 'is' : 'are'} posted and not yet exported.`
            : 'Everything that is posted was exported.'}{' '}
          {describeCopiedRows(next.copied)}
        </p>
        {mayClose && (
          <div className="acts">
            <Button
              kind="primary"
              icon={Download}
              busy={busy}
              disabled={next.rows === 0}
              onClick={() => batch({})}
            >
              Export next batch
            </Button>
          </div>
        )}
        {helpText}
      </section>
      <section className="titled" aria-labelledby="payfile-filter">
        <header>
          <h3 id="payfile-filter">This tab and search</h3>
        </header>
        <div className="stack gap-4">{payfileChoice}</div>
      </section>
      {data.total > 0 && (
        <section className="titled" aria-labelledby="payfile-batches">
          <header>
            <h3 id="payfile-batches">Earlier batches</h3>
          </header>
          <ul className="soa-list">
            {data.data.map(({ number, rows, amount, by, created_at }) => (
              <MoneyLine
                key={number}
                title={`Batch ${number}`}
                details={[formatDateTime(created_at), by, formatRowCount(rows)]}
                amount={formatPesos(amount)}
              >
                <Button
                  icon={Download}
                  aria-label={`Download batch ${number}`}
                  onClick={() => batch({ number })}
                >
                  Download
                </Button>
              </MoneyLine>
            ))}
          </ul>
          {data.total > filter.limit && <Pager {...filter} total={data.total} onPage={onPage} />}
        </section>
      )}
    </Sheet>
  )
}
