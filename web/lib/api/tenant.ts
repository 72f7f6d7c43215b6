import type { Tenant } from '@tahanan/contract/tenants/answers.ts'
import { queryOptions } from '@tanstack/react-query'
import { api } from './api.ts'

/** Under the account's own key, so that a changed balance reaches it too. */
export function tenantQuery(id: number) {
  return queryOptions({
    queryKey: ['me', 'tenant', id] as const,
    queryFn: ({ signal }) => api.get<Tenant>(`/tenant/${id}`, undefined, signal),
  })
}
