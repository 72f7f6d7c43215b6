import { pesos } from '#lib/money.ts'
import { formatDateTime } from '#lib/time.ts'
import type { CardWords, RecordColumn } from '#ui/lists/record-table.tsx'
import type { Payment } from '@tahanan/contract/billing/answers.ts'
import { PaymentStatusTag } from '../../payment-tags.tsx'
import { can, getMethodLabel } from '../../payment.ts'
import { ReceiptButton, SlipButton } from '../../save-buttons.tsx'
import { renderTenantHeading } from '../../tenant-words.tsx'
import { takenQuery } from './calls.ts'
import { CounterList, PAYER_COLUMN } from './counter-list.tsx'

const ReceiptOrSlip = ({ payment }: { payment: Payment }) => {
  if (can(payment, 'receipt')) return <ReceiptButton payment={payment} />
  return can(payment, 'chequeSlip') ? <SlipButton payment={payment} /> : null
}

const Status = ({ status, reversed }: Payment) => (
  <div className="acts">
    <PaymentStatusTag status={status} reversed={reversed} />
  </div>
)

const COLUMNS: readonly RecordColumn<Payment>[] = [
  { label: 'Date', look: 'c-num', show: ({ created_at }) => formatDateTime(created_at) },
  { label: 'Payment', look: 'c-num', show: ({ referenceNumber }) => referenceNumber },
  PAYER_COLUMN,
  { label: 'Type', show: ({ type }) => getMethodLabel(type) },
  { label: 'Amount', look: 'c-num right', show: ({ amountPaid }) => <b>{pesos(amountPaid)}</b> },
  { label: 'Status', show: (payment) => <Status {...payment} /> },
  { label: 'Given', show: (payment) => <ReceiptOrSlip payment={payment} /> },
]

const toCard = (payment: Payment): CardWords => ({
  heading: renderTenantHeading(payment.tenant),
  words: (
    <>
      <p className="num">
        <b>{pesos(payment.amountPaid)}</b> {`by ${getMethodLabel(payment.type)}, ${payment.referenceNumber}`}
      </p>
      <p className="num">{formatDateTime(payment.created_at)}</p>
      <Status {...payment} />
      <ReceiptOrSlip payment={payment} />
    </>
  ),
})

/** Payments that this administrator received at the counter, with receipts and slips (rules 17.11). */
export const TakenPayments = () => (
  <CounterList title="Taken by you" things="payments" getQuery={takenQuery} columns={COLUMNS} card={toCard} />
)
