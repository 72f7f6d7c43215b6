import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import type { CsvChoice } from '#lib/api/selected-rows.ts'
import { formatCount } from '#lib/format-number.ts'
import { formatPesos } from '#lib/money.ts'
import { Button } from '#ui/controls/button.tsx'
import { QueryState } from '#ui/query-state.tsx'
import type { PayfileContents } from '@tahanan/contract/billing/answers.ts'
import { payfileContentsQuery } from '../../calls.ts'
import {
  describeCopiedRows,
  toExportParameters,
  formatRowCount,
  usePayfileExports,
} from './payfile-exports.ts'

interface PayfileChoiceProps {
  choice: CsvChoice
  /**
   * True if the user has selected rows. Only selected rows can be exported as a batch for the accounting
   * system.
   */
  hasSelection: boolean
  mayClose: boolean
  /**
   * True if no batch was exported yet. A copy of posted payments then gets the file name of a batch
   * (Payfile).
   */
  isFirst: boolean
  onDone: () => void
}

/**
 * Shows a summary of the chosen payments. Its buttons export them as a batch for the accounting system, or as
 * a copy (rules 16.18, 16.19).
 */
export function PayfileChoice({ choice, hasSelection, mayClose, isFirst, onDone }: PayfileChoiceProps) {
  const exportParameters = toExportParameters(choice)
  const query = useQuery(payfileContentsQuery(exportParameters))
  const { batch, copy, busy } = usePayfileExports(onDone)
  const { data } = query
  if (!data) return <QueryState query={query} title="We could not look at these payments" />
  return (
    <>
      <p>
        <b className="num">{formatPayfileContents(data)}</b>
      </p>
      {hasSelection && <p>{formatBatchContents(data)}</p>}
      <div className="acts">
        {hasSelection && mayClose && (
          <Button
            kind="primary"
            icon={Download}
            busy={busy}
            disabled={data.batch.rows === 0}
            onClick={() => batch({ payments: exportParameters })}
          >
            Export as a batch
          </Button>
        )}
        <Button
          icon={Download}
          disabled={busy || data.posted.rows === 0}
          onClick={() => copy({ payments: exportParameters, content: 'posted', isFirst })}
        >
          {hasSelection ? 'Copy the posted ones' : 'Download posted, with reversals'}
        </Button>
        <Button
          icon={Download}
          disabled={busy}
          onClick={() => copy({ payments: exportParameters, content: 'all', isFirst })}
        >
          {hasSelection ? 'Copy all, with status' : 'Download all, with status'}
        </Button>
      </div>
    </>
  )
}

function formatPayfileContents({
  posted,
  reversed,
  verified,
  unverified,
  rejected,
}: PayfileContents): string {
  const rowCountByOtherState = Object.entries({ verified, unverified, rejected, reversed: reversed.rows })
  return [
    `${posted.rows.toLocaleString('en')} posted ${formatPesos(posted.amount)}`,
    ...rowCountByOtherState.flatMap(([state, count]) =>
      count === 0 ? [] : `${count.toLocaleString('en')} ${state}`,
    ),
  ].join(', ')
}

function formatBatchContents({ posted, reversed, batch }: PayfileContents): string {
  const leftOutRowCount = posted.rows + reversed.rows - batch.rows
  if (batch.rows === 0)
    return 'None of these goes into a batch: each is in one or in a statement, or is not posted.'
  return [
    `A batch would hold ${formatRowCount(batch.rows)} of ${formatPesos(batch.amount)} in all.`,
    leftOutRowCount > 0 &&
      `${formatCount(leftOutRowCount, 'row is', 'rows are')} in a batch or a statement already, ` +
        `or ${leftOutRowCount === 1 ? 'pays' : 'pay'} no dues.`,
    describeCopiedRows(batch.copied),
  ]
    .filter(Boolean)
    .join(' ')
}
