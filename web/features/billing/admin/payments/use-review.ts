import type { Payment } from '@tahanan/contract/billing/answers.ts'
import { paymentReviewForm } from '@tahanan/contract/billing/payment.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { isPaymentStatus, paymentStatusInfo } from '../../payment.ts'
import { readDraft } from '../../../../ui/forms/drafts.ts'
import type { Beside } from '../../../../ui/forms/newer-note.tsx'
import { type FormState, useForm } from '../../../../ui/forms/use-form.ts'
import { useKeptDraft } from '../../../../ui/forms/use-kept-draft.ts'
import { api, ApiError } from '../../../../lib/api/api.ts'
import { useAdmin } from '../../../../lib/api/me.ts'
import { pesos } from '../../../../lib/money.ts'
import { useOneAtATime } from '../../../../lib/use-one-at-a-time.ts'
import { confirm } from '../../../../ui/overlays/dialogs.ts'
import { toast } from '../../../../ui/overlays/toast.tsx'

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
  const { mutateAsync, isPending } = useMutation({
    mutationFn: (body: Readonly<Record<string, unknown>>) =>
      api.put<Payment>(`/payment/${payment.id}`, { ...body, updated_at: form.version }),
    meta: { handles: [409, 'locked'] },
  })
  const submit = useOneAtATime(async () => {
    if (!form.dirty) {
      onSaved()
      return 'done'
    }
    const fields = form.check()
    if (!fields) return 'open'
    if (chosenStatus(form) === 4 && payment.status !== 4 && !(await confirmPosting(payment))) return 'open'
    let saved: Payment
    try {
      saved = await mutateAsync({ ...fields, status: chosenStatus(form) })
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      if (failure.status === 400) form.refuse(failure.errors)
      if (failure.outdated) form.markOutdated()
      void client.invalidateQueries({ queryKey: ['payment', payment.id] })
      void client.invalidateQueries({ queryKey: ['payments'] })
      return 'open'
    }
    toast.success('Payment edited successfully.')
    // opened again at once, it begins with the saved values
    client.setQueryData<Payment>(['payment', payment.id], (known) => known && { ...known, ...saved })
    void client.invalidateQueries({ queryKey: ['payment', payment.id] })
    void client.invalidateQueries({ queryKey: ['payments'] })
    onSaved()
    return 'done'
  })
  return { submit, busy: isPending }
}

/** Words for the status when two people changed it. */
export const BESIDE: Readonly<Record<string, Beside>> = {
  status: {
    label: 'Status',
    words: (status) =>
      typeof status === 'number' && isPaymentStatus(status) ? paymentStatusInfo(status).editLabel : '',
  },
}
