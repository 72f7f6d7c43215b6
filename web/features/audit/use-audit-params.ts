import { useAddress } from '#lib/address/use-address.ts'
import { type AuditFilter, NO_FILTER } from './calls.ts'

const NAMES = Object.keys(NO_FILTER) as (keyof AuditFilter)[]

/** Filter and page of the audit log in the address, for reloads and shared links. */
export function useAuditParams() {
  const [params, changeAddress] = useAddress()
  const filter = { ...NO_FILTER }
  for (const name of NAMES) filter[name] = (params.get(name) ?? '').slice(0, 200)
  const page = Math.max(1, Math.trunc(Number(params.get('page'))) || 1)
  return {
    filter,
    page,
    change: ({ page: next = 1, ...rest }: Partial<AuditFilter> & { page?: number }): void =>
      changeAddress(
        (address) => {
          for (const [name, value] of Object.entries({ ...rest, page: next > 1 ? String(next) : '' })) {
            if (value) address.set(name, value)
            else address.delete(name)
          }
        },
        // A page adds a history entry; a filter replaces it.
        { replace: Object.keys(rest).length > 0, isSearch: rest.searchTerm !== undefined },
      ),
  }
}
