import type { Payment } from '@tahanan/contract/billing/answers.ts'
import type { Details } from '@tahanan/contract/forms/validate.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { FormState } from '../../../../ui/forms/use-form.ts'
import { api, ApiError } from '../../../../lib/api/api.ts'
import { useOneAtATime } from '../../../../lib/use-one-at-a-time.ts'
import { confirm } from '../../../../ui/overlays/dialogs.ts'
import { toast } from '../../../../ui/overlays/toast.tsx'

interface ApprovalOptions {
  form: FormState
  payment: Payment
  onActing: (is: boolean) => void
  onActed: () => Promise<void>
}

/** Approves a reservation and its payment together, after asking, with the remarks that were typed (rules 8.26). */
export function useApproveReserved({ form, payment: { id }, onActing, onActed }: ApprovalOptions): {
  run: () => Promise<void>
  busy: boolean
} {
  const client = useQueryClient()
  const { mutateAsync, isPending } = useMutation({
    mutationFn: (body: Details) =>
      api.put<Payment>(`/payment/reserved/${id}`, { ...body, updated_at: form.version }),
    meta: { handles: [409, 'locked'] },
  })
  const run = useOneAtATime(async () => {
    const fields = form.check((key) => key !== 'status')
    if (!fields) return 'open'
    const sure = await confirm({
      title: 'Do you want to approve this item?',
      content: 'You cannot undo this.',
      okText: 'Approve',
    })
    if (!sure) return 'open'
    onActing(true)
    try {
      const saved = await mutateAsync(fields)
      client.setQueryData<Payment>(['payment', id], (known) => known && { ...known, ...saved })
      toast.success('Payment approved successfully.')
      await onActed()
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      // a field that is still closed cannot take the focus
      onActing(false)
      if (failure.status === 400) form.refuse(failure.errors)
      if (failure.outdated) form.markOutdated()
      // the shell tells other failures; the present state is fetched either way
      await client.invalidateQueries({ queryKey: ['payment', id] })
    } finally {
      onActing(false)
    }
    void client.invalidateQueries({ queryKey: ['payments'] })
    return 'open'
  })
  return { run, busy: isPending }
}
