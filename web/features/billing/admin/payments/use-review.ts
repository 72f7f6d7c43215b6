import type { Payment } from '@tahanan/contract/billing/answers.ts'
import { paymentReviewForm } from '@tahanan/contract/billing/payment.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { isPaymentStatus, paymentStatusInfo } from '../../payment.ts'
import { readDraft } from '../../../../ui/forms/drafts.ts'
import type { Beside } from '../../../../ui/forms/newer-note.tsx'
import { type FormState, useForm } from '../../../../ui/forms/use-form.ts'
import { useKeptDraft } from '../../../../ui/forms/use-kept-draft.ts'
import { useSave } from '../../../../ui/forms/use-save.ts'
import { useAdmin } from '../../../../lib/api/me.ts'
import { pesos } from '../../../../lib/money.ts'
import { useOneAtATime } from '../../../../lib/use-one-at-a-time.ts'
import { confirm } from '../../../../ui/overlays/dialogs.ts'

/** The status that the choice begins with: a created payment counts as for verification (rules 8.23). */
function chosenFirst(status: unknown): number {
  return status === 1 || typeof status !== 'number' ? 2 : status
}

/** The status that is chosen in the form. */
export function chosenStatus({ values }: Pick<FormState, 'values'>): number {
  return chosenFirst(values.status)
}

/** The form of a payment's verification: its remarks, and beside them its status. */
export function useReviewForm(payment: Payment, hold: boolean): { form: FormState; forget: () => void } {
  const { email } = useAdmin()
  const name = `payment ${payment.id}`
  const [draft] = useState(() => readDraft(email, name))
  const form = useForm({
    form: paymentReviewForm,
    writer: 'admin',
    action: 'update',
    record: { ...payment },
    hold,
    draft,
    beside: ({ status }) => ({ status: chosenFirst(status) }),
  })
  return { form, forget: useKeptDraft(email, name, form, form.dirty) }
}

/** Asks before a change that cannot be undone. */
function confirmPosting({ referenceNumber, amountPaid }: Payment): Promise<boolean> {
  return confirm({
    title: 'Post this payment?',
    content: `${referenceNumber}, ${pesos(amountPaid)}. It gets its receipt and cannot be changed any more.`,
    okText: 'Post',
  })
}

interface ReviewOptions {
  form: FormState
  payment: Payment
  onSaved: () => void
}

/** Sends the verification form: 'edited successfully.' on success; a newer version keeps what was typed. */
export function useReview({ form, payment, onSaved }: ReviewOptions): {
  submit: () => Promise<void>
  busy: boolean
} {
  const client = useQueryClient()
  const save = useSave({
    form,
    path: '/payment',
    id: payment.id,
    noun: 'Payment',
    stale: [['payment', payment.id], ['payments']],
    onSaved: (saved) => {
      // opened again at once, it begins with the saved values
      client.setQueryData<Payment>(['payment', payment.id], (known) => known && { ...known, ...saved })
      onSaved()
    },
  })
  const submit = useOneAtATime(async () => {
    const status = chosenStatus(form)
    const posts = status === 4 && payment.status !== 4
    if (!form.dirty) onSaved()
    else if (!posts || (form.check() && (await confirmPosting(payment)))) await save.submit({ status })
    return 'open'
  })
  return { submit, busy: save.busy }
}

/** Words for the status when two people changed it. */
export const BESIDE: Readonly<Record<string, Beside>> = {
  status: {
    label: 'Status',
    words: (status) =>
      typeof status === 'number' && isPaymentStatus(status) ? paymentStatusInfo(status).editLabel : '',
  },
}
