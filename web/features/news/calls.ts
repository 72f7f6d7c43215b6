import { apiQuery } from '#lib/api/api-query.ts'
import { api } from '#lib/api/api.ts'
import { queryClient } from '#lib/api/query-client.ts'
import type { DeliveryChoices, OwnDeliveries } from '@tahanan/contract/deliveries/answers.ts'

/** The caller's choices of news; a form starts with what is saved now. */
export const deliveriesQuery = apiQuery<OwnDeliveries>(
  ['delivery-choices'],
  '/delivery-choices',
  {},
  { staleTime: 0 },
)

/** Saves changed choices, and shows them as they are saved. */
export async function saveChoices(changes: Partial<DeliveryChoices>): Promise<void> {
  const saved = await api.put<OwnDeliveries>('/delivery-choices', changes)
  queryClient.setQueryData(deliveriesQuery.queryKey, saved)
}
