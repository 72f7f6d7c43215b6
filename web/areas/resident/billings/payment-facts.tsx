import type { ReactNode } from 'react'
import { PaymentStatusTag, StandingLine } from '../../../billing/payment-tags.tsx'
import { methodLabel, outsourceLabel, type Payment } from '../../../billing/payment.ts'
import { pesos } from '../../../lib/money.ts'
import type { RecordColumn } from '../../../ui/record-table.tsx'
import { When } from '../../../ui/when.tsx'

const words = (text: string): ReactNode => (text === '' ? null : <span className="clip">{text}</span>)

/** The columns of a resident's payments, in the specification's order (1 §2, 'Payments'). */
export const PAYMENT_COLUMNS: readonly RecordColumn<Payment>[] = [
  {
    label: 'Created Date',
    look: 'c-num',
    opens: true,
    show: ({ created_at }) => <When value={created_at} fold />,
    sortBy: ({ created_at }) => created_at,
  },
  {
    label: 'Invoice Date',
    under: 'Created Date',
    look: 'c-num',
    show: ({ invoiceDate }) => <When value={invoiceDate} day />,
    sortBy: ({ invoiceDate }) => invoiceDate ?? '',
  },
  {
    label: 'Transaction Date',
    look: 'c-num',
    show: ({ transactionDate }) => <When value={transactionDate} fold />,
    sortBy: ({ transactionDate }) => transactionDate ?? '',
  },
  {
    label: 'Soa Amount',
    under: 'Paid Amount',
    look: 'c-num right',
    show: ({ soaAmount }) => pesos(soaAmount),
    sortBy: ({ soaAmount }) => soaAmount,
  },
  {
    label: 'Paid Amount',
    look: 'c-num right',
    show: ({ amountPaid }) => <b>{pesos(amountPaid)}</b>,
    sortBy: ({ amountPaid }) => amountPaid,
  },
  {
    label: 'Type',
    look: 'wide',
    show: ({ type }) => methodLabel(type),
    sortBy: ({ type }) => methodLabel(type),
  },
  {
    label: 'Status',
    show: (payment) => (
      <>
        <PaymentStatusTag status={payment.status} />
        <StandingLine payment={payment} />
      </>
    ),
    sortBy: ({ status }) => status,
  },
  {
    label: 'Outsource Status',
    under: 'Type',
    show: ({ outsourceStatus }) => outsourceLabel(outsourceStatus),
    sortBy: ({ outsourceStatus }) => outsourceLabel(outsourceStatus),
  },
  {
    label: 'Message',
    look: 'wide',
    show: ({ message }) => words(message),
    sortBy: ({ message }) => message,
  },
  {
    label: 'Remarks',
    under: 'Message',
    look: 'wide',
    show: ({ remarks }) => words(remarks ?? ''),
    sortBy: ({ remarks }) => remarks ?? '',
  },
]
