import { queryClient } from '#lib/api/query-client.ts'
import type { LiveFilter } from '#lib/live/live-list.ts'
import { useLiveEvent } from '#lib/live/live.ts'
import { useLiveList } from '#lib/live/use-live-list.ts'
import { useLiveMarks } from '#ui/lists/live-rows.tsx'
import type { Payment } from '@tahanan/contract/billing/answers.ts'
import { paymentsQuery } from './calls.ts'
import { isInPaymentTab, getPaymentStatusInfo } from './payment.ts'

/**
 * Updates the list of payments by live events. Returns the texts that mark rows which have just changed, by
 * payment id.
 */
export function useLivePayments(channel: string, filter: LiveFilter): ReadonlyMap<number, string> {
  const { marks, mark } = useLiveMarks()
  const put = useLiveList<Payment>({
    queryKey: paymentsQuery(filter).queryKey,
    path: '/payments',
    filter,
    isRowInTab: isInPaymentTab,
    getStatusText: ({ status }) => getPaymentStatusInfo(status)?.label.toLowerCase() ?? '',
    onMark: mark,
  })
  useLiveEvent<Payment>(channel, (payment) => {
    put(payment)
    void queryClient.invalidateQueries({ queryKey: ['payment', payment.id] })
  })
  return marks
}
