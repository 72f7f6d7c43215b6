import { useMutation } from '@tanstack/react-query'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { api } from '#lib/api/api.ts'
import { formatPesos } from '#lib/money.ts'
import { formatDate } from '#lib/time.ts'
import { Button } from '#ui/controls/button.tsx'
import { Sheet } from '#ui/overlays/sheet.tsx'
import { Section } from '#ui/panels/section.tsx'
import type { ImportRow, PreviewLedgerEntry } from '@tahanan/contract/billing/import-answers.ts'
import { describeLedgerEntry } from '@tahanan/contract/billing/ledger.ts'
import { MoneyLine } from '../../money-line.tsx'
import { refreshImports } from '../calls.ts'

/**
 * Shows the ledger entries of a tenant in two groups: those that the new statement includes, and later ones.
 * Each entry can be moved to the other group (rules 7.31).
 */
export function EntriesSheet(props: { uniqId: string; row: ImportRow; onClose: () => void }) {
  const { uniqId, row, onClose } = props
  const { entries, uoccname, urefno } = row
  const { mutate, isPending } = useMutation({
    mutationFn: ({ id, inStatement, batch }: PreviewLedgerEntry) =>
      api.put(`/statement-imports/${uniqId}/entries/${id}`, { inStatement: !inStatement, batch }),
    onSettled: refreshImports,
  })
  const entryGroups = [
    { title: 'In this statement', held: true },
    { title: 'Since this statement', held: false },
  ]
  return (
    <Sheet
      place="box"
      title="Payments and charges"
      subtitle={[uoccname, urefno].filter(Boolean).join(', ')}
      onClose={onClose}
    >
      <div className="importdetail stack gap-4">
        <p>
          {entries.some(({ canMove }) => canMove)
            ? 'What the statement holds does not count again. Move a line if the accounting system says otherwise.'
            : 'This row brings no new statement, so everything counts as it does now.'}
        </p>
        {entryGroups.map(({ title, held }) => (
          <Section key={title} title={title}>
            <ul className="soa-list">
              {entries
                .filter(({ inStatement }) => inStatement === held)
                .map((entry) => (
                  <PreviewEntryLine
                    key={entry.id}
                    entry={entry}
                    busy={isPending}
                    onMove={() => mutate(entry)}
                  />
                ))}
            </ul>
            {!entries.some(({ inStatement }) => inStatement === held) && <p className="muted">Nothing</p>}
          </Section>
        ))}
      </div>
    </Sheet>
  )
}

function PreviewEntryLine({
  entry,
  busy,
  onMove,
}: {
  entry: PreviewLedgerEntry
  busy: boolean
  onMove: () => void
}) {
  const { reference, date, amount, inStatement, moved, canMove, batch } = entry
  const { name: kind, label } = describeLedgerEntry(entry)
  const name = `${kind} ${reference || label}`
  const moveLabel = inStatement ? 'Move out of the statement' : 'Move into the statement'
  return (
    <MoneyLine
      title={name}
      details={[formatDate(date), batch !== null && `batch ${batch}`, moved && 'moved by the office']}
      amount={formatPesos(amount)}
    >
      {canMove && (
        <Button
          icon={inStatement ? ArrowDown : ArrowUp}
          disabled={busy}
          aria-label={`${moveLabel}: ${name}`}
          onClick={onMove}
        >
          {moveLabel}
        </Button>
      )}
    </MoneyLine>
  )
}
