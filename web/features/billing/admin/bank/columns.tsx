import { Check, CircleDashed, EyeOff, Sparkles } from 'lucide-react'
import { pesos } from '#lib/money.ts'
import { formatDate } from '#lib/time.ts'
import type { CardWords, RecordColumn } from '#ui/lists/record-table.tsx'
import { Tag } from '#ui/values/status-tag.tsx'
import type { BankLine } from '@tahanan/contract/billing/bank-answers.ts'
import { BANK_LINE, BANK_LINE_STATES } from '@tahanan/contract/billing/bank.ts'
import { renderTenantHeading } from '../../tenant-words.tsx'

const ICONS = { 1: Sparkles, 2: CircleDashed, 3: Check, 4: EyeOff } as const
const COLOURS = { 1: 'gold', 2: 'magenta', 3: 'green', 4: 'geekblue' } as const

export function LineTag({ status }: Pick<BankLine, 'status'>) {
  return (
    <Tag colour={COLOURS[status]} icon={ICONS[status]}>
      {BANK_LINE_STATES.find((state) => state.status === status)?.label.toUpperCase()}
    </Tag>
  )
}

function PaymentOrReason({ line: { payment, reason, remarks, status } }: { line: BankLine }) {
  return (
    <>
      {payment && (
        <span className="num">
          {payment.referenceNumber}, {renderTenantHeading(payment)}
        </span>
      )}
      {(reason || remarks) && <small>{status === BANK_LINE.aside ? remarks : reason}</small>}
    </>
  )
}

export const COLUMNS: readonly RecordColumn<BankLine>[] = [
  { label: 'Date', look: 'c-num', show: ({ date }) => formatDate(date) },
  { label: 'Amount', look: 'c-num right', show: ({ amount }) => pesos(amount) },
  { label: 'Fee', look: 'c-num right', under: 'Amount', show: ({ fee }) => (fee ? pesos(fee) : '') },
  {
    label: 'Reference',
    look: 'c-num',
    opens: true,
    show: ({ reference }) => <span className="clip">{reference || 'None'}</span>,
  },
  {
    label: 'Description',
    look: 'wide',
    show: ({ description, account }) => (
      <>
        <span className="clip">{description}</span>
        <small>{account}</small>
      </>
    ),
  },
  { label: 'Payment', look: 'wide', show: (line) => <PaymentOrReason line={line} /> },
  { label: 'State', show: (line) => <LineTag {...line} /> },
]

export const toCard = (line: BankLine): CardWords => ({
  heading: (
    <span className="num">
      {pesos(line.amount)} <small>{formatDate(line.date)}</small>
    </span>
  ),
  words: (
    <>
      <p className="num">{line.reference}</p>
      <p>{line.description}</p>
      <p>
        <PaymentOrReason line={line} />
      </p>
      <LineTag {...line} />
    </>
  ),
})
