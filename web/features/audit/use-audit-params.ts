import { useSearchParams } from 'react-router'
import { type AuditFilter, NO_FILTER } from './calls.ts'

const NAMES = Object.keys(NO_FILTER) as (keyof AuditFilter)[]

/** The filter and the page live in the address, so that a reload or a shared link finds the same entries. */
export function useAuditParams() {
  const [params, setParams] = useSearchParams()
  const filter = { ...NO_FILTER }
  for (const name of NAMES) filter[name] = (params.get(name) ?? '').slice(0, 200)
  const page = Math.max(1, Math.trunc(Number(params.get('page'))) || 1)
  return {
    filter,
    page,
    change: ({ page: next = 1, ...rest }: Partial<AuditFilter> & { page?: number }): void =>
      setParams(
        (before) => {
          for (const [name, value] of Object.entries({ ...rest, page: next > 1 ? String(next) : '' })) {
            if (value) before.set(name, value)
            else before.delete(name)
          }
          return before
        },
        // a page is a step of the browser's history, a search is not: it follows typing
        { replace: Object.keys(rest).length > 0 },
      ),
  }
}
