import { useQuery } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { useLoginName } from '#lib/api/me.ts'
import { formatCount } from '#lib/format-number.ts'
import { formatPesos } from '#lib/money.ts'
import { formatDay, formatTime, getToday } from '#lib/time.ts'
import { loadDraft } from '#ui/forms/drafts.ts'
import { PageHead } from '#ui/page-head.tsx'
import '#ui/list-pages/styles.ts'
import { QueryState } from '#ui/query-state.tsx'
import { Facts } from '#ui/values/facts.tsx'
import type { Payment } from '@tahanan/contract/billing/answers.ts'
import type { OfficePaymentType } from '@tahanan/contract/billing/counter.ts'
import { PAYMENT_TYPE } from '@tahanan/contract/billing/payment.ts'
import { getMethodLabel } from '../../payment.ts'
import { ReceiptButton, SlipButton, toChequeSlipPdf, toReceiptPdf, useSavePdf } from '../../save-buttons.tsx'
import { cashClosesQuery, counterPaymentsQuery, FIRST_PAGE } from './calls.ts'
import { CashCloses } from './cash-closes.tsx'
import { COUNTER_DRAFT_NAME, CounterForm } from './counter-form.tsx'
import { CounterPayments } from './taken-payments.tsx'
import { WaitingCheques } from './waiting-cheques.tsx'
import './counter.css'

const isPostDated = ({ chequeDate }: Payment): boolean => chequeDate !== null && chequeDate > getToday()

/**
 * Counter page: receives cash, cheques and transfers, lists post-dated cheques, and closes the cash
 * (rules 17).
 */
export default function CounterPage() {
  const draftedType = loadDraft(useLoginName(), COUNTER_DRAFT_NAME)?.values.type
  const [type, setType] = useState(() => (draftedType ?? PAYMENT_TYPE.cash) as OfficePaymentType)
  const [savedPayments, setSavedPayments] = useState<readonly Payment[]>([])
  const [change, setChange] = useState<number>()
  const pdf = useSavePdf()
  const [last] = savedPayments
  return (
    <div className="office counter">
      <PageHead title="Counter" />
      <div className="take-line">
        <section className="panel take stack gap-4">
          <CounterForm
            key={savedPayments.length}
            type={type}
            onType={setType}
            isNext={savedPayments.length > 0}
            onPaymentSaved={(payment, givenChange) => {
              setSavedPayments([payment, ...savedPayments])
              setChange(givenChange)
              if (payment.receiptNumber !== null) pdf.save(toReceiptPdf(payment))
              else if (isPostDated(payment)) pdf.save(toChequeSlipPdf(payment))
            }}
          />
          {last && (
            <p className="callout success" role="status">
              <CircleCheck />
              <span className="num">
                {`${last.referenceNumber}: ${formatPesos(last.amountPaid)} of ${last.tenant.uoccname} `}
                {`by ${getMethodLabel(last.type)}, `}
                {last.receiptNumber === null ? 'for verification.' : 'posted.'}
                {change !== undefined && ` Change ${formatPesos(change)}.`}
              </span>
              {last.receiptNumber !== null && <ReceiptButton payment={last} />}
              {isPostDated(last) && <SlipButton payment={last} />}
            </p>
          )}
        </section>
        <CashDrawer />
      </div>
      <CounterPayments />
      <WaitingCheques />
      <CashCloses />
    </div>
  )
}

function CashDrawer() {
  const cashClosesResult = useQuery(cashClosesQuery(FIRST_PAGE))
  const counterPaymentsResult = useQuery(counterPaymentsQuery(FIRST_PAGE))
  const today = counterPaymentsResult.data?.data.filter(({ created_at }) => formatDay(created_at) === 'Today')
  return (
    <aside className="panel drawer stack" aria-label="Drawer">
      {cashClosesResult.data ? (
        <Facts
          facts={[
            ['In the drawer', <b key="expected">{formatPesos(cashClosesResult.data.next.expected)}</b>],
            ['Since the last close', formatCount(cashClosesResult.data.next.payments, 'payment', 'payments')],
          ]}
        />
      ) : (
        <QueryState query={cashClosesResult} title="We could not load the cash in the drawer" />
      )}
      <h2>Taken by you today</h2>
      {!today && <QueryState query={counterPaymentsResult} title="We could not load your payments" />}
      {today?.length === 0 && <p className="subtle">Nothing yet</p>}
      <ul>
        {today?.map(({ id, created_at, amountPaid, tenant, receiptNumber, referenceNumber }) => (
          <li key={id}>
            <span className="num">{formatTime(created_at)}</span>
            <span>
              <span className="unit-code">{tenant.clientCode}</span>{' '}
              <small className="num">{receiptNumber ?? referenceNumber}</small>
            </span>
            <b className="num">{formatPesos(amountPaid)}</b>
          </li>
        ))}
      </ul>
    </aside>
  )
}
