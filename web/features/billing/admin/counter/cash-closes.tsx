import { useState } from 'react'
import { formatCount } from '#lib/format-number.ts'
import { formatPesos } from '#lib/money.ts'
import { formatDateTime } from '#lib/time.ts'
import { Button } from '#ui/controls/button.tsx'
import { FormSheet } from '#ui/forms/form-sheet.tsx'
import { DataList } from '#ui/list-pages/data-list.tsx'
import type { CardContent, TableColumn } from '#ui/lists/data-table.tsx'
import { Facts } from '#ui/values/facts.tsx'
import type { CashClose, NextCashClose } from '@tahanan/contract/billing/answers.ts'
import { cashCloseForm } from '@tahanan/contract/billing/counter.ts'
import { sumAmounts } from '@tahanan/contract/money.ts'
import { usePagedQuery } from '../../use-paged-query.ts'
import { cashClosesQuery } from './calls.ts'

type Row = CashClose & { id: number }

const formatDifference = ({ counted: countedAmount, expected }: CashClose): string => {
  const difference = sumAmounts([countedAmount, -expected])
  return difference === 0 ? 'None' : formatPesos(difference)
}
const formatReceiverNames = ({ takenBy }: NextCashClose): string => takenBy.join(', ') || 'Nobody'

const COLUMNS: readonly TableColumn<Row>[] = [
  { label: 'Close', look: 'c-num', renderCell: ({ number }) => number },
  { label: 'Date', look: 'c-num', renderCell: ({ created_at }) => formatDateTime(created_at) },
  { label: 'Taken By', look: 'wide', renderCell: formatReceiverNames },
  { label: 'Counted By', look: 'wide', renderCell: ({ by }) => by },
  { label: 'Expected', look: 'c-num right', renderCell: ({ expected }) => formatPesos(expected) },
  { label: 'Counted', look: 'c-num right', renderCell: (close) => <b>{formatPesos(close.counted)}</b> },
  { label: 'Difference', look: 'c-num right', renderCell: formatDifference },
  { label: 'Remarks', look: 'wide', renderCell: ({ remarks }) => remarks },
]

const toCard = (close: Row): CardContent => ({
  heading: `Close ${close.number}`,
  words: (
    <>
      <p className="num">{formatDateTime(close.created_at)}</p>
      <p className="num">
        <b>{formatPesos(close.counted)}</b> of {formatPesos(close.expected)}, difference{' '}
        {formatDifference(close).toLowerCase()}
      </p>
      <p>{`Taken by ${formatReceiverNames(close)}, counted by ${close.by}`}</p>
      {close.remarks !== '' && <p>{close.remarks}</p>}
    </>
  ),
})

/**
 * Shows the payments of the next cash close, the form in which the office counts the cash, and a list of
 * earlier closes (rules 17.8).
 */
export function CashCloses() {
  const [isCounting, setCounting] = useState(false)
  const list = usePagedQuery(cashClosesQuery)
  const nextCashClose = list.query.data?.next
  return (
    <section className="sec">
      <h2>Close of the day</h2>
      {nextCashClose && nextCashClose.payments > 0 && (
        <div className="next-close">
          <Facts
            facts={[
              ['Expected cash', <b key="expected">{formatPesos(nextCashClose.expected)}</b>],
              [
                'Payments',
                formatCount(nextCashClose.payments, 'payment or reversal', 'payments and reversals'),
              ],
              ['Taken by', formatReceiverNames(nextCashClose)],
            ]}
          />
          <Button kind="primary" onClick={() => setCounting(true)}>
            Count and close
          </Button>
        </div>
      )}
      <DataList
        caption="Closes of the day"
        {...list}
        pluralNoun="closes"
        purpose="Somebody who took none of the cash counts it, and the count stands here."
        columns={COLUMNS}
        card={toCard}
        getName={({ number }) => `Close ${number}`}
      />
      {isCounting && nextCashClose && (
        <FormSheet
          formDefinition={cashCloseForm}
          title="Close of the day"
          path="/cash-close"
          noun="Close"
          extraValues={{ expected: nextCashClose.expected }}
          staleQueries={[['payments', 'cash-closes']]}
          onClose={() => setCounting(false)}
        >
          <p className="callout wide">
            Expected: {formatPesos(nextCashClose.expected)},{' '}
            {nextCashClose.expected < 0
              ? 'for more was given back than taken. '
              : `taken by ${formatReceiverNames(nextCashClose)}. `}
            Count what is in the drawer and subtract the opening float.
          </p>
        </FormSheet>
      )}
    </section>
  )
}
