import type { Tenant } from '@tahanan/contract/tenants/answers.ts'
import { apiQuery } from './api-query.ts'

/** Cached under the account's key, so that a change of balance refetches it. */
export const tenantQuery = (id: number) => apiQuery<Tenant>(['me', 'tenant', id], `/tenant/${id}`)
