import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { useLoginName } from '#lib/api/me.ts'
import { pesos } from '#lib/money.ts'
import { today } from '#lib/time.ts'
import { loadDraft } from '#ui/forms/drafts.ts'
import { PageHead } from '#ui/page-head.tsx'
import type { Payment } from '@tahanan/contract/billing/answers.ts'
import type { CounterType } from '@tahanan/contract/billing/counter.ts'
import '#ui/list-pages/styles.ts'
import { PAYMENT_TYPE } from '@tahanan/contract/billing/payment.ts'
import { methodLabel } from '../../payment.ts'
import { chequeSlipOf, ReceiptButton, receiptOf, SlipButton, useSavePdf } from '../../save-buttons.tsx'
import { CashCloses } from './cash-closes.tsx'
import { COUNTER_DRAFT, CounterForm } from './counter-form.tsx'
import { Drawer } from './drawer.tsx'
import { TakenPayments } from './taken-payments.tsx'
import { WaitingCheques } from './waiting-cheques.tsx'
import './counter.css'

const isPostDated = ({ chequeDate }: Payment): boolean => chequeDate !== null && chequeDate > today()

/** The counter: cash, cheques and transfers, post-dated cheques, and cash closes (rules 17). */
export default function CounterPage() {
  const drafted = loadDraft(useLoginName(), COUNTER_DRAFT)?.values.type
  const [type, setType] = useState(() => (drafted ?? PAYMENT_TYPE.cash) as CounterType)
  const [taken, setTaken] = useState<readonly Payment[]>([])
  const [change, setChange] = useState<number>()
  const pdf = useSavePdf()
  const [last] = taken
  return (
    <div className="office counter">
      <PageHead title="Counter" />
      <div className="take-line">
        <section className="panel take stack gap-4">
          <CounterForm
            // Resets the form after each payment.
            key={taken.length}
            type={type}
            onType={setType}
            isNext={taken.length > 0}
            onTaken={(payment, given) => {
              setTaken([payment, ...taken])
              setChange(given)
              if (payment.receiptNumber !== null) pdf.save(receiptOf(payment))
              else if (isPostDated(payment)) pdf.save(chequeSlipOf(payment))
            }}
          />
          {last && (
            <p className="callout success" role="status">
              <CircleCheck />
              <span className="num">
                {`${last.referenceNumber}: ${pesos(last.amountPaid)} of ${last.tenant.uoccname} `}
                {`by ${methodLabel(last.type)}, `}
                {last.receiptNumber === null ? 'for verification.' : 'posted.'}
                {change !== undefined && ` Change ${pesos(change)}.`}
              </span>
              {last.receiptNumber !== null && <ReceiptButton payment={last} />}
              {isPostDated(last) && <SlipButton payment={last} />}
            </p>
          )}
        </section>
        <Drawer />
      </div>
      <TakenPayments />
      <WaitingCheques />
      <CashCloses />
    </div>
  )
}
