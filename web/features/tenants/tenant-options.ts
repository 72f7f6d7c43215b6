import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import { growingList, rowsOfPages } from '#lib/api/growing-list.ts'
import type { TenantOption } from '@tahanan/contract/tenant-option.ts'
import type { Tenant } from '@tahanan/contract/tenants/answers.ts'

/** A tenant as pickers are told. */
type Listed = TenantOption & Partial<Pick<Tenant, 'withholdsTax'>>
/** A tenant as pickers keep it. */
export type PickedTenant = Omit<Listed, 'unitNumber'>

/** A tenant as pickers show it (rules 3.11). */
export const tenantLabel = ({ uoccname, clientCode }: PickedTenant): string => `${uoccname} (${clientCode})`

const TENANTS_A_PAGE = 20

/** Tenants that match a term, for the picker, which asks for more as it is scrolled. An empty term finds nobody (rules 3.11). */
export function tenantsQuery(searchTerm: string) {
  const query = { searchTerm, limit: TENANTS_A_PAGE }
  return infiniteQueryOptions({
    ...growingList<Listed>(['tenants', 'picker', searchTerm], '/tenants', query),
    select: ({ pages }) => rowsOfPages(pages),
    enabled: searchTerm !== '',
    placeholderData: keepPreviousData,
  })
}
