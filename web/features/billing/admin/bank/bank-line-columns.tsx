import { Check, CircleDashed, EyeOff, Sparkles } from 'lucide-react'
import { formatPesos } from '#lib/money.ts'
import { formatDate } from '#lib/time.ts'
import type { CardContent, TableColumn } from '#ui/lists/data-table.tsx'
import { Tag } from '#ui/values/status-tag.tsx'
import type { BankLine } from '@tahanan/contract/billing/bank-answers.ts'
import { BANK_LINE_STATUS, BANK_LINE_STATES } from '@tahanan/contract/billing/bank.ts'
import { renderTenantHeading } from '../../tenant-columns.tsx'

const STATUS_ICONS = { 1: Sparkles, 2: CircleDashed, 3: Check, 4: EyeOff } as const
const STATUS_COLOURS = { 1: 'gold', 2: 'magenta', 3: 'green', 4: 'geekblue' } as const

export function LineTag({ status }: Pick<BankLine, 'status'>) {
  return (
    <Tag colour={STATUS_COLOURS[status]} icon={STATUS_ICONS[status]}>
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
      {(reason || remarks) && <small>{status === BANK_LINE_STATUS.aside ? remarks : reason}</small>}
    </>
  )
}

export const BANK_LINE_COLUMNS: readonly TableColumn<BankLine>[] = [
  { label: 'Date', look: 'c-num', renderCell: ({ date }) => formatDate(date) },
  { label: 'Amount', look: 'c-num right', renderCell: ({ amount }) => formatPesos(amount) },
  {
    label: 'Fee',
    look: 'c-num right',
    columnAbove: 'Amount',
    renderCell: ({ fee }) => (fee ? formatPesos(fee) : ''),
  },
  {
    label: 'Reference',
    look: 'c-num',
    isRowOpener: true,
    renderCell: ({ reference }) => <span className="clip">{reference || 'None'}</span>,
  },
  {
    label: 'Description',
    look: 'wide',
    renderCell: ({ description, account }) => (
      <>
        <span className="clip">{description}</span>
        <small>{account}</small>
      </>
    ),
  },
  { label: 'Payment', look: 'wide', renderCell: (line) => <PaymentOrReason line={line} /> },
  { label: 'State', renderCell: (line) => <LineTag {...line} /> },
]

export const toBankLineCard = (line: BankLine): CardContent => ({
  heading: (
    <span className="num">
      {formatPesos(line.amount)} <small>{formatDate(line.date)}</small>
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
