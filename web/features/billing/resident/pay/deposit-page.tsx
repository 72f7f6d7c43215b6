import { useState } from 'react'
import { useNavigate } from 'react-router'
import { ApiError } from '#lib/api/api.ts'
import { formatBalance } from '#lib/money.ts'
import { toFiles } from '#lib/record-values.ts'
import { toCommunityTime } from '#lib/time.ts'
import { useNonOverlappingCall } from '#lib/use-non-overlapping-call.ts'
import { Field } from '#ui/controls/field.tsx'
import { Input } from '#ui/controls/input.tsx'
import { sendWithConfirmations } from '#ui/forms/send-with-confirmations.ts'
import { showMessage } from '#ui/overlays/dialogs.ts'
import { toast } from '#ui/overlays/toast.tsx'
import type { Payment } from '@tahanan/contract/billing/answers.ts'
import { depositForm, formatInvoiceNumber } from '@tahanan/contract/billing/payment.ts'
import type { Tenant } from '@tahanan/contract/tenants/answers.ts'
import { BankAccountCards } from '../../bank-accounts/bank-account-cards.tsx'
import { DUPLICATE_PAYMENT_QUESTIONS } from '../../payment.ts'
import { hasFieldErrors, PayForm, refreshPayments, usePayForm } from './pay-form.tsx'
import { PayPage, type Payer } from './pay-page.tsx'

/** Confirmations that the server may require before it accepts a deposit (rules 8.37, 8.40). */
const CONFIRMATION_QUESTIONS = {
  oldTransaction: {
    field: 'confirmed',
    title: 'Send it with this date?',
    okText: 'Send',
    cancelText: 'Change the date',
  },
  ...DUPLICATE_PAYMENT_QUESTIONS,
} as const

/** Payment by bank deposit, with a photo of the deposit slip (rules 8.9). */
export default function DepositPage() {
  return (
    <PayPage method="deposit" lead="Send a photo of your deposit slip. The PMO verifies it and posts it.">
      {(payer) => <DepositForm payer={payer} />}
    </PayPage>
  )
}

function DepositForm({ payer }: { payer: Payer }) {
  const { tenant, reservation } = payer
  const payForm = usePayForm<Payment>({
    declared: depositForm,
    payer,
    method: 'deposit',
    path: '/payment',
    // Errors open no general dialog, because this form shows the messages of rules 8.9.
    handles: 'all',
  })
  const { form, restored, forget, send } = payForm
  const [isUnanswered, setUnanswered] = useState(false)
  const navigate = useNavigate()
  const submit = useNonOverlappingCall(async () => {
    const checkedFields = form.check()
    if (!checkedFields) return 'open'
    if (form.uploads.failed) {
      await showMessage('error', 'Unable to submit deposit.', 'ERROR')
      return 'open'
    }
    setUnanswered(false)
    try {
      if (!(await sendWithConfirmations(send, checkedFields, CONFIRMATION_QUESTIONS))) return 'open'
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      if (!hasFieldErrors(failure)) {
        // Without an answer the deposit may have been saved, so the resident must check before sending it
        // again (rules 8.10).
        setUnanswered(failure.isUnanswered)
        refreshPayments()
        await showMessage('error', 'Unable to submit deposit.', 'ERROR')
      }
      return 'open'
    }
    forget()
    refreshPayments()
    toast.success('DEPOSIT SLIP UPLOADED')
    void navigate(reservation ? `/reservations?serviceId=${reservation.id}` : '/')
    return 'done'
  })
  const hasSlip = toFiles(form.values.images).length > 0 || form.uploads.failed
  return (
    <PayForm
      {...payForm}
      submitLabel="Submit"
      blockedReason={
        form.uploads.busy
          ? 'The slip is still uploading.'
          : hasSlip
            ? undefined
            : 'Choose the photo of your deposit slip first.'
      }
      note={
        <>
          <BankAccountCards />
          {restored && <p className="help">What you typed before is back. It is not sent yet.</p>}
          {isUnanswered && (
            <p className="callout" role="alert">
              We got no answer. Please check your payments before you send it again.
            </p>
          )}
        </>
      }
      onSubmit={submit}
    >
      <Field label="Invoice Number">
        <Input value={toInvoiceNumber(tenant)} readOnly />
      </Field>
      {!reservation && (
        <Field label="SOA Amount">
          <Input className="figure" value={formatBalance(tenant.soaAmount)} readOnly />
        </Field>
      )}
    </PayForm>
  )
}

/**
 * Returns the invoice number that the server will assign: client code and date of the statement (rules 8.3).
 */
function toInvoiceNumber({ clientCode, soaDate }: Tenant): string {
  const [year, month, day] = (toCommunityTime(soaDate)?.slice(0, 10) ?? '').split('-').map(Number)
  return formatInvoiceNumber(clientCode, year && month && day ? { year, month, day } : null)
}
