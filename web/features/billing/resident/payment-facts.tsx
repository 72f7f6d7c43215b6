import type { ReactNode } from 'react'
import { formatBalance, pesos } from '#lib/money.ts'
import type { RecordColumn } from '#ui/lists/record-table.tsx'
import type { SortKey } from '#ui/lists/sort.tsx'
import { When } from '#ui/values/when.tsx'
import type { Payment } from '@tahanan/contract/billing/answers.ts'
import { simplifyGatewayMessage } from '@tahanan/contract/billing/gateway-outcome.ts'
import { OutcomeLine, PaymentStatusTag, SlipLine } from '../payment-tags.tsx'
import { methodLabel } from '../payment.ts'

const words = (text: string): ReactNode => (text === '' ? null : <span className="clip">{text}</span>)

export const PAYMENT_SORT_KEYS: readonly SortKey[] = [
  { key: 'created_at', label: 'Created Date', kind: 'date' },
  { key: 'transactionDate', label: 'Transaction Date', kind: 'date' },
  { key: 'status', label: 'Status', kind: 'status' },
]

/** Columns of a resident's payments, in the order of rules 8.28. */
export const PAYMENT_COLUMNS: readonly RecordColumn<Payment>[] = [
  {
    label: 'Created Date',
    look: 'c-num',
    opens: true,
    show: ({ created_at }) => <When value={created_at} fold />,
  },
  {
    label: 'Invoice Date',
    under: 'Created Date',
    look: 'c-num',
    show: ({ invoiceDate }) => <When value={invoiceDate} day />,
  },
  {
    label: 'Transaction Date',
    look: 'c-num',
    show: ({ transactionDate }) => <When value={transactionDate} fold />,
  },
  {
    label: 'Soa Amount',
    under: 'Paid Amount',
    look: 'c-num right',
    show: ({ soaAmount }) => formatBalance(soaAmount),
  },
  { label: 'Paid Amount', look: 'c-num right', show: ({ amountPaid }) => <b>{pesos(amountPaid)}</b> },
  { label: 'Type', look: 'wide', show: ({ type }) => methodLabel(type) },
  {
    label: 'Status',
    show: (payment) => (
      <>
        <PaymentStatusTag status={payment.status} reversed={payment.reversed} />
        <SlipLine payment={payment} />
      </>
    ),
  },
  {
    label: 'Outsource Status',
    under: 'Type',
    show: (payment) => <OutcomeLine payment={payment} />,
  },
  { label: 'Message', look: 'wide', show: ({ message }) => words(simplifyGatewayMessage(message)) },
  { label: 'Remarks', under: 'Message', look: 'wide', show: ({ remarks }) => words(remarks) },
]
