import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import type { Payment } from '../../../billing/payment.ts'
import { focusFirstInvalid } from '../../../forms/use-form.ts'
import { api, ApiError } from '../../../lib/api.ts'
import { useOneAtATime } from '../../../lib/use-one-at-a-time.ts'
import { toast } from '../../../ui/toast.tsx'

export interface ReviewValues {
  status: number
  remarks: string
}

/** What the status choice begins with: a created payment counts as for verification (specification 3 §4). */
export function chosenFirst({ status }: Pick<Payment, 'status'>): number {
  return status === 1 ? 2 : status
}

interface Review {
  submit: (values: ReviewValues) => Promise<void>
  busy: boolean
  /** Messages of the server at their fields. */
  errors: Readonly<Record<string, string>>
  /** Takes the messages away, once something was changed. */
  heed: () => void
}

/** Sends the verification form: 'edited successfully.' on success; a newer version keeps what was typed. */
export function useReview(payment: Payment, formId: string, onSaved: () => void): Review {
  const client = useQueryClient()
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const { mutateAsync, isPending } = useMutation({
    mutationFn: (values: ReviewValues) =>
      api.put<Payment>(`/payment/${payment.id}`, { ...values, updated_at: payment.updated_at }),
    meta: { handles: [409] },
  })
  const refresh = () => {
    void client.invalidateQueries({ queryKey: ['payment', payment.id] })
    void client.invalidateQueries({ queryKey: ['payments'] })
  }
  const submit = useOneAtATime(async ({ status, remarks }: ReviewValues) => {
    let saved: Payment
    try {
      saved = await mutateAsync({ status, remarks: remarks.trim() })
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      if (failure.status === 400) {
        const first = Object.entries(failure.errors).map(([key, [message = '']]) => [key, message] as const)
        // the messages must stand before the first can be found
        flushSync(() => setErrors(Object.fromEntries(first)))
        focusFirstInvalid(formId)
      }
      // the newer payment is fetched, and the form says that there is one
      else refresh()
      return 'open'
    }
    toast.success('Payment edited successfully.')
    // whoever opens it again at once begins with what was saved
    client.setQueryData<Payment>(['payment', payment.id], (known) => known && { ...known, ...saved })
    refresh()
    onSaved()
    return 'done'
  })
  return { submit, busy: isPending, errors, heed: () => setErrors({}) }
}
