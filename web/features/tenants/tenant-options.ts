import type { ListOf } from '@tahanan/contract/answers.ts'
import type { Tenant } from '@tahanan/contract/tenants/answers.ts'
import type { TenantOption } from '@tahanan/contract/tenants/tenant-option.ts'
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import { api } from '../../lib/api/api.ts'

/** A tenant as pickers are told. */
type Listed = TenantOption & Partial<Pick<Tenant, 'withholdsTax'>>
/** A tenant as pickers keep it. */
export type PickedTenant = Omit<Listed, 'unitNumber'>

/** A tenant as pickers show it (rules 3.11). */
export const tenantLabel = ({ uoccname, clientCode }: PickedTenant): string => `${uoccname} (${clientCode})`

const TENANTS_A_PAGE = 20

/** Tenants that match a term, for the picker, which asks for more as it is scrolled. An empty term finds nobody (rules 3.11). */
export function tenantsQuery(searchTerm: string) {
  return infiniteQueryOptions({
    queryKey: ['tenants', 'picker', searchTerm] as const,
    queryFn: ({ signal, pageParam }) =>
      api.get<ListOf<Listed>>('/tenants', { page: pageParam, limit: TENANTS_A_PAGE, searchTerm }, signal),
    initialPageParam: 1,
    getNextPageParam: ({ total }, pages) =>
      pages.length * TENANTS_A_PAGE < total ? pages.length + 1 : undefined,
    // somebody who was added meanwhile shifts the pages by one
    select: ({ pages }) => [
      ...new Map(pages.flatMap(({ data }) => data.map((tenant) => [tenant.id, tenant]))).values(),
    ],
    enabled: searchTerm !== '',
    placeholderData: keepPreviousData,
  })
}
