import { useAddress } from '#lib/address/use-address.ts'
import { saveRows, rowsPerPage } from '#ui/lists/list-choices.ts'
import { type AuditFilter, NO_FILTER } from './calls.ts'

const NAMES = Object.keys(NO_FILTER) as (keyof AuditFilter)[]

/** Filter, page and rows per page (rules 12.22) of the audit log in the address, for reloads and shared links. */
export function useAuditParams() {
  const [params, changeAddress] = useAddress()
  const filter = { ...NO_FILTER }
  for (const name of NAMES) filter[name] = (params.get(name) ?? '').slice(0, 200)
  const page = Math.max(1, Math.trunc(Number(params.get('page'))) || 1)
  const limit = rowsPerPage(params.get('limit'))
  return {
    filter,
    page,
    limit,
    change: ({ page: next = 1, ...rest }: Partial<AuditFilter> & { page?: number }): void =>
      changeAddress(
        (address) => {
          for (const [name, value] of Object.entries({ ...rest, page: next > 1 ? String(next) : '' })) {
            if (value) address.set(name, value)
            else address.delete(name)
          }
          // Shared links show the same rows.
          if (next > 1) address.set('limit', String(limit))
        },
        // A page adds a history entry; a filter replaces it.
        { replace: Object.keys(rest).length > 0, isSearch: rest.searchTerm !== undefined },
      ),
    /** Changes the rows per page, and keeps the first row on the open page. */
    resize: (rows: number): void => {
      saveRows(rows)
      const next = Math.floor(((page - 1) * limit) / rows) + 1
      changeAddress(
        (address) => {
          address.set('limit', String(rows))
          if (next > 1) address.set('page', String(next))
          else address.delete('page')
        },
        { replace: true },
      )
    },
  }
}
