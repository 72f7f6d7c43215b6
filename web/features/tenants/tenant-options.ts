import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import { createDataQuery } from '#lib/api/create-api-query.ts'
import { createInfiniteListQuery, flattenPages } from '#lib/api/create-infinite-list-query.ts'
import type { TenantOption } from '@tahanan/contract/answers.ts'
import type { Tenant } from '@tahanan/contract/tenants/answers.ts'

type ListedTenant = TenantOption & Partial<Pick<Tenant, 'withholdsTax'>>
export type PickedTenant = Omit<ListedTenant, 'unitNumber'>

/** Returns the label of a tenant in tenant pickers (rules 3.11). */
export const formatTenant = ({ uoccname, clientCode }: PickedTenant): string => `${uoccname} (${clientCode})`

/** Loads a tenant by id. The result is an empty list if the tenant does not exist. */
export const pickedTenantQuery = (id: number) =>
  createDataQuery<ListedTenant[]>(['tenants', 'picked', id], '/tenants', { id, limit: 1 })

const PAGE_SIZE = 20

/** Query of the tenants that match a term. Disabled while the term is empty (rules 3.11). */
export function tenantsQuery(searchTerm: string) {
  const query = { searchTerm, limit: PAGE_SIZE }
  return infiniteQueryOptions({
    ...createInfiniteListQuery<ListedTenant>(['tenants', 'picker', searchTerm], '/tenants', query),
    select: ({ pages }) => flattenPages(pages),
    enabled: searchTerm !== '',
    placeholderData: keepPreviousData,
  })
}
