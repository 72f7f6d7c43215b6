import { formatPesos } from '#lib/money.ts'
import { formatDateTime } from '#lib/time.ts'
import type { CardContent, TableColumn } from '#ui/lists/data-table.tsx'
import type { Payment } from '@tahanan/contract/billing/answers.ts'
import { PaymentStatusTag } from '../../payment-tags.tsx'
import { hasPaymentAbility, getMethodLabel } from '../../payment.ts'
import { ReceiptButton, SlipButton } from '../../save-buttons.tsx'
import { renderTenantHeading } from '../../tenant-columns.tsx'
import { counterPaymentsQuery } from './calls.ts'
import { CounterList, PAYER_COLUMN } from './counter-list.tsx'

const ReceiptOrSlip = ({ payment }: { payment: Payment }) => {
  if (hasPaymentAbility(payment, 'receipt')) return <ReceiptButton payment={payment} />
  return hasPaymentAbility(payment, 'chequeSlip') ? <SlipButton payment={payment} /> : null
}

const PaymentStatusCell = ({ status, reversed }: Payment) => (
  <div className="acts">
    <PaymentStatusTag status={status} reversed={reversed} />
  </div>
)

const COLUMNS: readonly TableColumn<Payment>[] = [
  { label: 'Date', look: 'c-num', renderCell: ({ created_at }) => formatDateTime(created_at) },
  { label: 'Payment', look: 'c-num', renderCell: ({ referenceNumber }) => referenceNumber },
  PAYER_COLUMN,
  { label: 'Type', renderCell: ({ type }) => getMethodLabel(type) },
  { label: 'Amount', look: 'c-num right', renderCell: ({ amountPaid }) => <b>{formatPesos(amountPaid)}</b> },
  { label: 'Status', renderCell: (payment) => <PaymentStatusCell {...payment} /> },
  { label: 'Given', renderCell: (payment) => <ReceiptOrSlip payment={payment} /> },
]

const toCard = (payment: Payment): CardContent => ({
  heading: renderTenantHeading(payment.tenant),
  words: (
    <>
      <p className="num">
        <b>{formatPesos(payment.amountPaid)}</b>{' '}
        {`by ${getMethodLabel(payment.type)}, ${payment.referenceNumber}`}
      </p>
      <p className="num">{formatDateTime(payment.created_at)}</p>
      <PaymentStatusCell {...payment} />
      <ReceiptOrSlip payment={payment} />
    </>
  ),
})

/** Payments that this administrator received at the counter, with receipts and slips (rules 17.11). */
export const CounterPayments = () => (
  <CounterList
    title="Taken by you"
    pluralNoun="payments"
    getQuery={counterPaymentsQuery}
    columns={COLUMNS}
    card={toCard}
  />
)
