import { useMutation, useQuery } from '@tanstack/react-query'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { api } from '#lib/api/api.ts'
import { formatCount } from '#lib/format-number.ts'
import { formatPesos } from '#lib/money.ts'
import { formatDateTime } from '#lib/time.ts'
import { Button } from '#ui/controls/button.tsx'
import { confirm } from '#ui/overlays/dialogs.ts'
import type { PayfileExportInImport, StatementImport } from '@tahanan/contract/billing/import-answers.ts'
import { MoneyLine } from '../../money-line.tsx'
import { importExportsQuery, refreshImports } from '../calls.ts'

/**
 * Shows payments that were exported to the accounting system, but that the new statements do not include. The
 * office can move them into the statements (rules 7.33).
 */
export function ExportedLines({ of: { uniqId, exported, moved } }: { of: StatementImport }) {
  const { data } = useQuery({ ...importExportsQuery(uniqId), enabled: exported.rows > 0 || moved > 0 })
  const { mutate, isPending } = useMutation({
    mutationFn: ({ key, rows }: PayfileExportInImport) =>
      api.put(`/statement-imports/${uniqId}/exports/${key}`, { inStatement: rows > 0 }),
    onSettled: refreshImports,
  })
  if (!data || data.length === 0) return null
  return (
    <section className="exportedlines stack gap-2" aria-labelledby="exportedlines">
      <h3 id="exportedlines">Exported, and not in these statements</h3>
      <p>
        These payments were exported and came by the date of the statements. They count as received since. If
        the statements hold them already, move them in, or they are subtracted twice.
      </p>
      <ul className="soa-list">
        {data.map((payfileExport) => (
          <MoneyLine
            key={payfileExport.key}
            title={getExportName(payfileExport)}
            details={[
              formatDateTime(payfileExport.created_at),
              payfileExport.by,
              payfileExport.rows > 0 && formatCount(payfileExport.rows, 'line', 'lines'),
              payfileExport.moved > 0 &&
                `${formatCount(payfileExport.moved, 'line', 'lines')} moved into the statements`,
            ]}
            amount={payfileExport.rows > 0 && formatPesos(payfileExport.amount)}
          >
            <Button
              icon={payfileExport.rows > 0 ? ArrowUp : ArrowDown}
              disabled={isPending}
              aria-label={`${getMoveLabel(payfileExport)}: ${getExportName(payfileExport)}`}
              onClick={() => mutate(payfileExport)}
            >
              {getMoveLabel(payfileExport)}
            </Button>
          </MoneyLine>
        ))}
      </ul>
    </section>
  )
}

const getMoveLabel = ({ rows, kind }: PayfileExportInImport): string =>
  rows > 0 ? `Move this ${kind}` : 'Move back'
const getExportName = ({ kind, number }: PayfileExportInImport): string =>
  `${kind === 'batch' ? 'Batch' : 'Copy'} ${number}`

export async function confirmExportedPayments({ exported }: StatementImport): Promise<boolean> {
  if (exported.rows === 0) return true
  return confirm({
    title: `Count ${formatPesos(exported.amount)} as received since?`,
    content:
      `${formatCount(exported.rows, 'payment was', 'payments were')} ` +
      `exported and came by the date of these statements. ` +
      `If the statements hold them already, they are subtracted twice: ` +
      `move them in first. 'To check' lists them.`,
    okText: 'Count as received since',
    danger: true,
  })
}
