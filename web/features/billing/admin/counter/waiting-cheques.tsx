import { formatPesos } from '#lib/money.ts'
import { formatDate, getToday } from '#lib/time.ts'
import type { CardContent, TableColumn } from '#ui/lists/data-table.tsx'
import type { Payment } from '@tahanan/contract/billing/answers.ts'
import { hasPaymentAbility } from '../../payment.ts'
import { SlipButton } from '../../save-buttons.tsx'
import { renderTenantHeading } from '../../tenant-columns.tsx'
import { chequesToDepositQuery } from './calls.ts'
import { CounterList, PAYER_COLUMN } from './counter-list.tsx'

const isDue = ({ chequeDate }: Payment): boolean => chequeDate !== null && chequeDate <= getToday()

const renderDueDate = (payment: Payment) => (
  <>
    {formatDate(payment.chequeDate)} {isDue(payment) && <b className="due">Due</b>}
  </>
)

const COLUMNS: readonly TableColumn<Payment>[] = [
  { label: 'Cheque Date', look: 'c-num', renderCell: renderDueDate },
  { label: 'Payment', look: 'c-num', renderCell: ({ referenceNumber }) => referenceNumber },
  PAYER_COLUMN,
  { label: 'Bank', look: 'wide', renderCell: ({ bank }) => bank },
  { label: 'Cheque Number', look: 'c-num', renderCell: ({ bankReference }) => bankReference },
  { label: 'Amount', look: 'c-num right', renderCell: ({ amountPaid }) => <b>{formatPesos(amountPaid)}</b> },
  {
    label: 'Slip',
    renderCell: (payment) => hasPaymentAbility(payment, 'chequeSlip') && <SlipButton payment={payment} />,
  },
]

const toCard = (payment: Payment): CardContent => ({
  heading: renderTenantHeading(payment.tenant),
  words: (
    <>
      <p className="num">
        <b>{formatPesos(payment.amountPaid)}</b> {renderDueDate(payment)}
      </p>
      <p className="num">{`${payment.bank} ${payment.bankReference}, ${payment.referenceNumber}`}</p>
      {hasPaymentAbility(payment, 'chequeSlip') && <SlipButton payment={payment} />}
    </>
  ),
})

/** Post-dated cheques that are not posted yet, earliest cheque date first (rules 17.6). */
export const WaitingCheques = () => (
  <CounterList
    title="Post-dated cheques"
    pluralNoun="cheques"
    getQuery={chequesToDepositQuery}
    columns={COLUMNS}
    card={toCard}
  />
)
