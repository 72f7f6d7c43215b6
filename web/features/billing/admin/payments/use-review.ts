import { createElement, useRef, useState } from 'react'
import { queryClient } from '#lib/api/query-client.ts'
import { wordsOf } from '#lib/record-values.ts'
import { useOneAtATime } from '#lib/use-one-at-a-time.ts'
import type { Beside } from '#ui/forms/newer-note.tsx'
import { useDraftedForm } from '#ui/forms/use-drafted-form.ts'
import type { FormState } from '#ui/forms/use-form.ts'
import { useSave } from '#ui/forms/use-save.ts'
import { confirm } from '#ui/overlays/dialogs.ts'
import type { PaymentWithHistory } from '@tahanan/contract/billing/answers.ts'
import { paymentReviewForm, SETTLEMENT_REMARKS_REQUIRED } from '@tahanan/contract/billing/payment.ts'
import { BALANCE_KEYS, paymentQuery } from '../../calls.ts'
import { paymentStatusInfo } from '../../payment.ts'
import { PostingFacts } from './posting-facts.tsx'

/** The status that the choice begins with: a created payment counts as for verification (rules 8.23). */
function chosenFirst(status: unknown): number {
  return status === 1 || typeof status !== 'number' ? 2 : status
}

/** The status that is chosen in the form. */
export function chosenStatus({ values }: Pick<FormState, 'values'>): number {
  return chosenFirst(values.status)
}

/**
 * The verification of a payment, with its remarks and beside them its status: the form, and what sends it. A newer version keeps what
 * was typed.
 */
export function useReview(payment: PaymentWithHistory, isSaving: boolean, onClose: () => void) {
  const { form, forget, close } = useDraftedForm({
    name: `payment ${payment.id}`,
    form: paymentReviewForm,
    writer: 'admin',
    action: 'update',
    record: { ...payment },
    isSaving,
    beside: ({ status }) => ({ status: chosenFirst(status) }),
    onClose,
  })
  const [said, setSaid] = useState<string>()
  const status = chosenStatus(form)
  const decides = (status === 3 || status === 4) && status !== payment.status
  // where the gateway's word is no success, remarks, a proof and a second press are needed (rules 8.32)
  const pending = decides ? said : undefined
  // the status that is sent, and what follows once it is saved
  const wanted = useRef(status)
  const leave = useRef(onClose)
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
    nameOf: ({ referenceNumber }) => wordsOf(referenceNumber),
    stale: [['payment', payment.id], ['payments'], ...BALANCE_KEYS],
    // opened again at once, it begins with the saved values
    shown: ['payment', payment.id],
    onRefused: ({ code, message }) => {
      if (code !== 'gatewayPending') return false
      setSaid(message)
      form.set('status', wanted.current)
      return true
    },
    onSaved: () => {
      forget()
      leave.current()
    },
  })
  const send = useOneAtATime(async (next: number, then: () => void) => {
    const settles = (next === 3 || next === 4) && next !== payment.status
    if (settles && payment.setAside && wordsOf(form.values.remarks).trim() === '')
      return form.showErrors({ remarks: [SETTLEMENT_REMARKS_REQUIRED] })
    const asks = settles && next === 4 && pending === undefined
    if (asks && !(form.check() && (await confirmPosting()))) return
    wanted.current = next
    leave.current = then
    await save.submit({ status: next, ...(pending !== undefined && { confirmed: true }) })
  })
  const submit = async (): Promise<void> => (form.dirty ? send(status, onClose) : close())
  return { form, forget, close, submit, post: (then: () => void) => send(4, then), busy: save.busy, pending }
}

/** Words for the status when two people changed it. */
export const BESIDE: Readonly<Record<string, Beside>> = {
  status: {
    label: 'Status',
    words: (status) => paymentStatusInfo(status)?.editLabel ?? '',
  },
}
