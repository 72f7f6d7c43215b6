import { createElement, useRef, useState } from 'react'
import { queryClient } from '#lib/api/query-client.ts'
import { disableShortcutsWhile } from '#lib/keys/disable-shortcuts.tsx'
import { toText } from '#lib/record-values.ts'
import { useNonOverlappingCall } from '#lib/use-non-overlapping-call.ts'
import { forgetTypedInputs } from '#ui/decisions/prompt-for-fields.tsx'
import type { UndeclaredField } from '#ui/forms/newer-version-note.tsx'
import { useFormWithDraft } from '#ui/forms/use-form-with-draft.ts'
import type { FormState } from '#ui/forms/use-form.ts'
import { showUnfinishedUploads, useSave } from '#ui/forms/use-save.ts'
import { confirm } from '#ui/overlays/dialogs.ts'
import type { PaymentWithHistory } from '@tahanan/contract/billing/answers.ts'
import {
  PAYMENT_STATUS,
  paymentReviewForm,
  SETTLEMENT_REMARKS_REQUIRED,
} from '@tahanan/contract/billing/payment.ts'
import type { Details } from '@tahanan/contract/forms/validate.ts'
import { BALANCE_KEYS, paymentQuery } from '../../calls.ts'
import { getPaymentStatusInfo } from '../../payment.ts'
import { PostingFacts } from './posting-facts.tsx'

/** Returns the status that the form shows first. 'Created' is shown as 'for verification' (rules 8.23). */
function getInitialStatus(status: unknown): number {
  return status === PAYMENT_STATUS.created || typeof status !== 'number'
    ? PAYMENT_STATUS.forVerification
    : status
}

export function getChosenStatus({ values }: Pick<FormState, 'values'>): number {
  return getInitialStatus(values.status)
}

const isDecision = (status: number): boolean =>
  status === PAYMENT_STATUS.verified || status === PAYMENT_STATUS.posted

/**
 * Returns the state of the form in which the office decides about a payment. A newer version of the payment
 * does not overwrite the user's input.
 */
export function usePaymentReview(payment: PaymentWithHistory, isSaving: boolean, onClose: () => void) {
  const { form, forgetDraft, close } = useFormWithDraft({
    name: `payment ${payment.id}`,
    form: paymentReviewForm,
    writer: 'admin',
    action: 'update',
    record: { ...payment },
    isSaving,
    otherValues: ({ status }) => ({ status: getInitialStatus(status) }),
    onClose,
  })
  const [gatewayMessage, setGatewayMessage] = useState<string>()
  const status = getChosenStatus(form)
  const isDeciding = isDecision(status) && status !== payment.status
  // Set if the gateway has not reported a success: remarks, a proof and a second click are then required
  // (rules 8.32).
  const pendingMessage = isDeciding ? gatewayMessage : undefined
  const nextStatus = useRef(status)
  const onSavedRef = useRef(onClose)
  /** Resolves to the version of the payment whose facts the user has confirmed, or to undefined. */
  const confirmPosting = async (): Promise<string | undefined> => {
    const latestPayment = await disableShortcutsWhile(queryClient.fetchQuery(paymentQuery(payment.id))).catch(
      () => payment,
    )
    const isConfirmed = await confirm({
      title: 'Post this payment?',
      content: createElement(PostingFacts, { payment: latestPayment }),
      okText: 'Post',
    })
    return isConfirmed ? latestPayment.updated_at : undefined
  }
  const save = useSave({
    form,
    path: '/payment',
    id: payment.id,
    noun: 'Payment',
    // Name in the message after saving. After a decision it is, for example, 'PY-2026-000012 verified'.
    getName: ({ referenceNumber, status: savedStatus }) =>
      [
        toText(referenceNumber),
        savedStatus !== payment.status && getPaymentStatusInfo(savedStatus)?.label.toLowerCase(),
      ]
        .filter(Boolean)
        .join(' '),
    staleQueries: [['payment', payment.id], ['payments'], ...BALANCE_KEYS],
    // Query key whose cache gets the saved values, so that a reopened form shows them.
    openRecordKey: ['payment', payment.id],
    onRefused: ({ code, message }) => {
      if (code !== 'gatewayPending') return false
      setGatewayMessage(message)
      form.set('status', nextStatus.current)
      return true
    },
    onSaved: () => {
      forgetDraft()
      forgetTypedInputs(`payment ${payment.id}`)
      onSavedRef.current()
    },
  })
  const send = useNonOverlappingCall(async (next: number, onDone: () => void, input: Details = {}) => {
    if (showUnfinishedUploads(form.uploads, 'payment')) return
    const isNewDecision = isDecision(next) && next !== payment.status
    if (isNewDecision && payment.setAside && toText(form.values.remarks).trim() === '')
      return form.showErrors({ remarks: [SETTLEMENT_REMARKS_REQUIRED] })
    const needsConfirmation = isNewDecision && next === PAYMENT_STATUS.posted && pendingMessage === undefined
    const confirmedVersion = needsConfirmation && form.check() ? await confirmPosting() : undefined
    if (needsConfirmation && confirmedVersion === undefined) return
    nextStatus.current = next
    onSavedRef.current = onDone
    await save.submit({
      ...input,
      status: next,
      ...(pendingMessage !== undefined && { confirmed: true }),
      // If nothing was typed, sends the version that the question showed, which may be newer than the form's.
      ...(confirmedVersion !== undefined && !form.dirty && { updated_at: confirmedVersion }),
    })
  })
  const submit = async (onDone: () => void): Promise<void> => (form.dirty ? send(status, onDone) : onDone())
  return {
    form,
    forget: forgetDraft,
    close,
    submit,
    decide: send,
    busy: save.busy,
    pending: pendingMessage,
  }
}

export const STATUS_FIELD_FORMAT: Readonly<Record<string, UndeclaredField>> = {
  status: {
    label: 'Status',
    formatValue: (status) => getPaymentStatusInfo(status)?.label ?? '',
  },
}
