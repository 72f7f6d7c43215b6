import type { Tenant } from '@tahanan/contract/tenants/answers.ts'
import { apiQuery } from './api-query.ts'

/** Under the account's own key, so that a changed balance reaches it too. */
export const tenantQuery = (id: number) => apiQuery<Tenant>(['me', 'tenant', id], `/tenant/${id}`)
