import { pageQuery } from '#lib/api/api-query.ts'
import { api } from '#lib/api/api.ts'
import { queryClient } from '#lib/api/query-client.ts'
import type { ListFilter } from '#lib/api/records.ts'
import type { ListOf } from '@tahanan/contract/answers.ts'
import type { Delivery, Resent } from '@tahanan/contract/deliveries/answers.ts'

/** Query of a page of deliveries; polls, since no event reports them. */
export const deliveriesQuery = (filter: ListFilter) =>
  pageQuery<ListOf<Delivery>>(
    ['deliveries', filter],
    '/deliveries',
    { ...filter },
    { refetchInterval: 30_000 },
  )

/** Sends deliveries again, and refreshes the open list. */
export async function resend(ids: readonly number[]): Promise<Resent> {
  const resent = await api.post<Resent>('/deliveries-resent', { ids })
  await queryClient.invalidateQueries({ queryKey: ['deliveries'] })
  return resent
}
