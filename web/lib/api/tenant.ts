import { queryOptions } from '@tanstack/react-query'
import { api } from './api.ts'

/** The resident's own record (rules 3.10). */
export interface Tenant {
  id: number
  clientCode: string
  uoccname: string
  uoccpers: string
  ubaddln1: string
  ubaddln2: string
  ubaddln3: string
  ubaddln4: string
  unitNumber: string | null
  email: string
  phoneNumber: string
  socialMediaAccount: string
  /** The key of the picture. */
  image: string | null
  src?: string
  thumb?: string
  /** Pesos. */
  soaAmount: number
  soaDate: string | null
  updated_at: string
}

/** Under the account's own key, so that a changed balance reaches it too. */
export function tenantQuery(id: number) {
  return queryOptions({
    queryKey: ['me', 'tenant', id] as const,
    queryFn: ({ signal }) => api.get<Tenant>(`/tenant/${id}`, undefined, signal),
  })
}
