import { api, ApiError } from '#lib/api/api.ts'
import { queryClient } from '#lib/api/query-client.ts'
import { confirm } from '#ui/overlays/dialogs.ts'
import { showFailure } from '#ui/overlays/failures.ts'
import { toast } from '#ui/overlays/toast.tsx'
import type { IssuedNumber } from '@tahanan/contract/billing/series-answers.ts'

/**
 * Issues an invoice for a charge, after a confirmation. The number of an invoice can never be used again
 * (rules 18.6).
 */
export async function issueInvoice(entryId: number): Promise<void> {
  const confirmationText = 'It takes the next number of the open series, for good.'
  if (
    !(await confirm({
      title: 'Issue an invoice for this charge?',
      content: confirmationText,
      okText: 'Issue',
    }))
  )
    return
  try {
    const { number } = await api.post<IssuedNumber>('/invoice', { entryId })
    toast.success(`Invoice ${number} issued.`)
    void queryClient.invalidateQueries({ queryKey: ['me', 'ledger'] })
    void queryClient.invalidateQueries({ queryKey: ['receipts'] })
  } catch (failure) {
    if (!(failure instanceof ApiError)) throw failure
    await showFailure(failure)
  }
}
