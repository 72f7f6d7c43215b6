import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import { dataQuery } from '#lib/api/api-query.ts'
import { createInfiniteListQuery, flattenPages } from '#lib/api/create-infinite-list-query.ts'
import type { TenantOption } from '@tahanan/contract/answers.ts'
import type { Tenant } from '@tahanan/contract/tenants/answers.ts'

type Listed = TenantOption & Partial<Pick<Tenant, 'withholdsTax'>>
export type PickedTenant = Omit<Listed, 'unitNumber'>

/** Returns the label of a tenant in pickers (rules 3.11). */
export const formatTenant = ({ uoccname, clientCode }: PickedTenant): string => `${uoccname} (${clientCode})`

/** Has no row if the tenant does not exist. */
export const pickedTenantQuery = (id: number) =>
  dataQuery<Listed[]>(['tenants', 'picked', id], '/tenants', { id, limit: 1 })

const PAGE_SIZE = 20

/** Disabled for an empty term (rules 3.11). */
export function tenantsQuery(searchTerm: string) {
  const query = { searchTerm, limit: PAGE_SIZE }
  return infiniteQueryOptions({
    ...createInfiniteListQuery<Listed>(['tenants', 'picker', searchTerm], '/tenants', query),
    select: ({ pages }) => flattenPages(pages),
    enabled: searchTerm !== '',
    placeholderData: keepPreviousData,
  })
}
