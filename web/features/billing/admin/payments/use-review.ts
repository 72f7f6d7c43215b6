import type { Payment, PaymentWithHistory } from '@tahanan/contract/billing/answers.ts'
import { paymentReviewForm } from '@tahanan/contract/billing/payment.ts'
import { createElement, useState } from 'react'
import { BALANCE_KEYS, paymentQuery } from '../../calls.ts'
import { isPaymentStatus, paymentStatusInfo } from '../../payment.ts'
import type { Beside } from '../../../../ui/forms/newer-note.tsx'
import { useDraftedForm } from '../../../../ui/forms/use-drafted-form.ts'
import type { FormState } from '../../../../ui/forms/use-form.ts'
import { useSave } from '../../../../ui/forms/use-save.ts'
import { useOneAtATime } from '../../../../lib/use-one-at-a-time.ts'
import { confirm } from '../../../../ui/overlays/dialogs.ts'
import { PostingFacts } from './posting-facts.tsx'
import { queryClient } from '../../../../lib/api/query-client.ts'

/** The status that the choice begins with: a created payment counts as for verification (rules 8.23). */
function chosenFirst(status: unknown): number {
  return status === 1 || typeof status !== 'number' ? 2 : status
}

/** The status that is chosen in the form. */
export function chosenStatus({ values }: Pick<FormState, 'values'>): number {
  return chosenFirst(values.status)
}

/** The form of a payment's verification: its remarks, and beside them its status. */
export function useReviewForm(payment: Payment, hold: boolean, onClose: () => void) {
  return useDraftedForm({
    name: `payment ${payment.id}`,
    form: paymentReviewForm,
    writer: 'admin',
    action: 'update',
    record: { ...payment },
    hold,
    beside: ({ status }) => ({ status: chosenFirst(status) }),
    onClose,
  })
}

interface ReviewOptions {
  form: FormState
  payment: PaymentWithHistory
  onSaved: () => void
}

/** Sends the verification form: 'edited successfully.' on success; a newer version keeps what was typed. */
export function useReview({ form, payment, onSaved }: ReviewOptions): {
  submit: () => Promise<void>
  busy: boolean
  /** The gateway's word, where it is no success: remarks, a proof and a second press are needed (rules 8.32). */
  pending: string | undefined
} {
  const [said, setSaid] = useState<string>()
  const status = chosenStatus(form)
  const decides = (status === 3 || status === 4) && status !== payment.status
  const pending = decides ? said : undefined
  /** Asks before a change that cannot be undone, with what is left to pay now. */
  const confirmPosting = async (): Promise<boolean> => {
    const latest = await queryClient.fetchQuery(paymentQuery(payment.id)).catch(() => payment)
    return confirm({
      title: 'Post this payment?',
      content: createElement(PostingFacts, { payment: latest }),
      okText: 'Post',
    })
  }
  const save = useSave({
    form,
    path: '/payment',
    id: payment.id,
    noun: 'Payment',
    stale: [['payment', payment.id], ['payments'], ...BALANCE_KEYS],
    onRefused: ({ code, message }) => {
      if (code === 'gatewayPending') setSaid(message)
      return code === 'gatewayPending'
    },
    // opened again at once, it begins with the saved values
    shown: ['payment', payment.id],
    onSaved,
  })
  const submit = useOneAtATime(async () => {
    const asks = status === 4 && decides && pending === undefined
    if (!form.dirty) onSaved()
    else if (!asks || (form.check() && (await confirmPosting())))
      await save.submit({ status, ...(pending !== undefined && { confirmed: true }) })
    return 'open'
  })
  return { submit, busy: save.busy, pending }
}

/** Words for the status when two people changed it. */
export const BESIDE: Readonly<Record<string, Beside>> = {
  status: {
    label: 'Status',
    words: (status) =>
      typeof status === 'number' && isPaymentStatus(status) ? paymentStatusInfo(status).editLabel : '',
  },
}
