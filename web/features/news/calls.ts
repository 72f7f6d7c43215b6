import { apiQuery } from '#lib/api/api-query.ts'
import type { OwnDeliveries } from '@tahanan/contract/deliveries/answers.ts'

/** The caller's choices of news; a form starts with what is saved now. */
export const deliveriesQuery = apiQuery<OwnDeliveries>(
  ['delivery-choices'],
  '/delivery-choices',
  {},
  { staleTime: 0 },
)
