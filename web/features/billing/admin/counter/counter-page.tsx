import { useState } from 'react'
import { pesos } from '#lib/money.ts'
import { today } from '#lib/time.ts'
import { Segments } from '#ui/controls/segments.tsx'
import { PageHead } from '#ui/page-head.tsx'
import type { Payment } from '@tahanan/contract/billing/answers.ts'
import { COUNTER_TYPES, type CounterType } from '@tahanan/contract/billing/counter.ts'
import '#ui/list-pages/styles.ts'
import { methodLabel } from '../../payment.ts'
import { chequeSlipOf, ReceiptButton, receiptOf, SlipButton, useSavePdf } from '../../save-buttons.tsx'
import { CashCloses } from './cash-closes.tsx'
import { CounterForm } from './counter-form.tsx'
import { Drawer } from './drawer.tsx'
import { TakenPayments } from './taken-payments.tsx'
import { WaitingCheques } from './waiting-cheques.tsx'
import './counter.css'

const TYPES = COUNTER_TYPES.map(({ type, label }) => ({ value: type, label }))
const isPostDated = ({ chequeDate }: Payment): boolean => chequeDate !== null && chequeDate > today()

/** The counter: cash, cheques and transfers, post-dated cheques, and cash closes (rules 17). */
export default function CounterPage() {
  const [type, setType] = useState<CounterType>(4)
  const [taken, setTaken] = useState<readonly Payment[]>([])
  const pdf = useSavePdf()
  const [last] = taken
  return (
    <div className="office counter">
      <PageHead title="Counter" />
      <div className="take-line">
        <section className="panel take">
          <Segments aria-label="Way of paying" options={TYPES} value={type} onChange={setType} />
          <CounterForm
            // Resets the form after each payment.
            key={`${type} ${taken.length}`}
            type={type}
            onTaken={(payment) => {
              setTaken([payment, ...taken])
              if (payment.receiptNumber !== null) pdf.save(receiptOf(payment))
              else if (isPostDated(payment)) pdf.save(chequeSlipOf(payment))
            }}
          />
          {last && (
            <p className="callout" role="status">
              <span className="num">
                {`${last.referenceNumber}: ${pesos(last.amountPaid)} of ${last.tenant.uoccname} `}
                {`by ${methodLabel(last.type)}, `}
                {last.receiptNumber === null ? 'for verification.' : 'posted.'}
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
