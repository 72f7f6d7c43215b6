import { TriangleAlert } from 'lucide-react'
import { DraftMark } from '#features/conversation/draft-mark.tsx'
import { formatBalance, formatPesos } from '#lib/money.ts'
import { formatDateTime } from '#lib/time.ts'
import type { CardContent, TableColumn } from '#ui/lists/data-table.tsx'
import type { SortKey } from '#ui/lists/sort.tsx'
import { DateTimeText } from '#ui/values/date-time-text.tsx'
import type { Payment } from '@tahanan/contract/billing/answers.ts'
import { simplifyGatewayMessage } from '@tahanan/contract/billing/get-gateway-outcome.ts'
import { OutcomeLine, PaymentStatusTag } from '../../payment-tags.tsx'
import { getMethodLabel } from '../../payment.ts'

function PaymentStatusCell({ payment }: { payment: Payment }) {
  return (
    <span className="paystatus">
      <PaymentStatusTag status={payment.status} reversed={payment.reversed} />
      {payment.setAside && (
        <span className="aside-mark inline gap-1">
          <TriangleAlert className="small" />
          Set aside
        </span>
      )}
    </span>
  )
}

export const OFFICE_PAYMENT_SORT_KEYS: readonly SortKey[] = [
  { key: 'referenceNumber', label: 'Reference Number', kind: 'text' },
  { key: 'clientCode', label: 'Client Code', kind: 'text' },
  { key: 'clientName', label: 'Client Name', kind: 'text' },
  { key: 'created_at', label: 'Created Date', kind: 'date' },
  { key: 'transactionDate', label: 'Transaction Date', kind: 'date' },
  { key: 'status', label: 'Status', kind: 'status' },
]

/** Columns of the office's list of payments (rules 8.22). */
export const OFFICE_PAYMENT_COLUMNS: readonly TableColumn<Payment>[] = [
  {
    label: 'Reference Number',
    look: 'c-num',
    isRowOpener: true,
    renderCell: ({ referenceNumber, id }) => (
      <>
        {referenceNumber} <DraftMark kind="payment" id={id} />
      </>
    ),
  },
  {
    label: 'Client Code',
    look: 'c-num',
    columnAbove: 'Client Name',
    renderCell: ({ tenant }) => tenant.clientCode,
  },
  {
    label: 'Client Name',
    look: 'wide',
    renderCell: ({ tenant }) => <span className="clip">{tenant.uoccname}</span>,
  },
  {
    label: 'Transaction Date',
    look: 'c-num',
    renderCell: ({ transactionDate }) => <DateTimeText value={transactionDate} fold />,
  },
  {
    label: 'SOA Amount',
    look: 'c-num right',
    columnAbove: 'Paid Amount',
    renderCell: ({ soaAmount }) => formatBalance(soaAmount),
  },
  { label: 'Paid Amount', look: 'c-num right', renderCell: ({ amountPaid }) => formatPesos(amountPaid) },
  { label: 'Type', look: 'fold', renderCell: ({ type }) => getMethodLabel(type) },
  { label: 'Status', renderCell: (payment) => <PaymentStatusCell payment={payment} /> },
  {
    label: 'Outsource Status',
    look: 'fold',
    columnAbove: 'Type',
    renderCell: (payment) => <OutcomeLine payment={payment} />,
  },
  {
    label: 'Message',
    look: 'wide',
    columnAbove: 'Status',
    renderCell: ({ message }) => <span className="clip">{simplifyGatewayMessage(message)}</span>,
  },
]

export function toPaymentCard(payment: Payment): CardContent {
  const { referenceNumber, tenant, type, amountPaid, transactionDate, created_at } = payment
  return {
    heading: (
      <span className="num">
        {formatPesos(amountPaid)} <small>{referenceNumber}</small>
      </span>
    ),
    words: (
      <>
        <p>
          {tenant.uoccname} <span className="num unit-code">{tenant.clientCode}</span>{' '}
          <DraftMark kind="payment" id={payment.id} />
        </p>
        <p className="num">
          {getMethodLabel(type)}, {formatDateTime(transactionDate ?? created_at)}
        </p>
        <PaymentStatusCell payment={payment} />
        <OutcomeLine payment={payment} />
      </>
    ),
  }
}
