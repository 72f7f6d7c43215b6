import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Payment } from '../../../billing/payment.ts'
import { api } from '../../../lib/api.ts'
import { useOneAtATime } from '../../../lib/use-one-at-a-time.ts'
import { confirm } from '../../../ui/dialogs.ts'
import { toast } from '../../../ui/toast.tsx'

/** Approves a reservation and its payment together, after asking (specification 3 §7). */
export function useApproveReserved(): { run: (payment: Payment) => Promise<void>; busy: boolean } {
  const client = useQueryClient()
  const { mutateAsync, isPending } = useMutation({
    mutationFn: (id: number) => api.put<Payment>(`/payment/reserved/${id}`, {}),
  })
  const run = useOneAtATime(async ({ id }: Payment) => {
    const sure = await confirm({
      title: 'Do you want to approve this item?',
      content: 'You cannot undo this.',
      okText: 'Approve',
    })
    if (!sure) return 'open'
    try {
      const saved = await mutateAsync(id)
      client.setQueryData<Payment>(['payment', id], (known) => known && { ...known, ...saved })
      toast.success('Payment approved successfully.')
    } catch {
      // told by the shell; what is true now is fetched either way
    }
    void client.invalidateQueries({ queryKey: ['payment', id] })
    void client.invalidateQueries({ queryKey: ['payments'] })
    return 'open'
  })
  return { run, busy: isPending }
}
