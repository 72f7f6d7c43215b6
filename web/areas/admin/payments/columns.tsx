import { TriangleAlert } from 'lucide-react'
import { methodLabel, outsourceLabel, type Payment } from '../../../billing/payment.ts'
import { PaymentStatusTag } from '../../../billing/payment-tags.tsx'
import { pesos } from '../../../lib/money.ts'
import { showDateTime } from '../../../lib/time.ts'
import type { CardWords, RecordColumn } from '../../../ui/record-table.tsx'
import { When } from '../../../ui/when.tsx'

interface StatusProps {
  payment: Payment
}

/** The status, and that a person must look where the payment was set aside. */
function Status({ payment }: StatusProps) {
  return (
    <span className="paystatus">
      <PaymentStatusTag status={payment.status} />
      {payment.setAside && (
        <span className="aside-mark">
          <TriangleAlert className="i sm" aria-hidden />
          Set aside
        </span>
      )}
    </span>
  )
}

/** The columns of the office's list (specification 3 §2, 'Payments'). */
export const COLUMNS: readonly RecordColumn<Payment>[] = [
  {
    label: 'Reference Number',
    look: 'c-num',
    opens: true,
    show: ({ referenceNumber }) => referenceNumber,
    sortBy: ({ referenceNumber }) => referenceNumber,
  },
  {
    label: 'Client Code',
    look: 'c-num',
    under: 'Client Name',
    show: ({ tenant }) => tenant.clientCode,
    sortBy: ({ tenant }) => tenant.clientCode,
  },
  {
    label: 'Client Name',
    look: 'wide',
    show: ({ tenant }) => <span className="clip">{tenant.uoccname}</span>,
    sortBy: ({ tenant }) => tenant.uoccname,
  },
  {
    label: 'Transaction Date',
    look: 'c-num c-time',
    show: ({ transactionDate }) => <When value={transactionDate} fold />,
    sortBy: ({ transactionDate }) => transactionDate ?? '',
  },
  {
    label: 'SOA Amount',
    look: 'c-num right',
    under: 'Paid Amount',
    show: ({ soaAmount }) => pesos(soaAmount),
    sortBy: ({ soaAmount }) => soaAmount,
  },
  {
    label: 'Paid Amount',
    look: 'c-num right',
    show: ({ amountPaid }) => pesos(amountPaid),
    sortBy: ({ amountPaid }) => amountPaid,
  },
  {
    label: 'Type',
    look: 'fold',
    show: ({ type }) => methodLabel(type),
    sortBy: ({ type }) => methodLabel(type),
  },
  { label: 'Status', show: (payment) => <Status payment={payment} />, sortBy: ({ status }) => status },
  {
    label: 'Outsource Status',
    look: 'fold',
    under: 'Type',
    show: ({ outsourceStatus }) => outsourceLabel(outsourceStatus),
    sortBy: ({ outsourceStatus }) => outsourceLabel(outsourceStatus),
  },
  {
    label: 'Message',
    look: 'wide',
    under: 'Status',
    show: ({ message }) => <span className="clip">{message}</span>,
    sortBy: ({ message }) => message,
  },
]

/** A payment in the list on a phone. */
export function cardOf(payment: Payment): CardWords {
  const { referenceNumber, tenant, type, amountPaid, transactionDate, created_at } = payment
  return {
    heading: (
      <span className="num">
        {pesos(amountPaid)} <small>{referenceNumber}</small>
      </span>
    ),
    words: (
      <>
        <p>
          {tenant.uoccname} <span className="num">{tenant.clientCode}</span>
        </p>
        <p className="num">
          {methodLabel(type)}, {showDateTime(transactionDate ?? created_at)}
        </p>
        <Status payment={payment} />
      </>
    ),
  }
}
