import type { ListOf } from '@tahanan/contract/answers.ts'
import type { AuditEntry } from '@tahanan/contract/audit/answers.ts'
import { LIMITS } from '@tahanan/contract/limits.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api/api.ts'

/** Filter of the audit log; an empty text does not matter. */
export interface AuditFilter {
  searchTerm: string
  action: string
  /** A kind of record, `tickets`. */
  subject: string
  /** An area, `admin`. */
  actor: string
  /** Days, `2026-03-14`. */
  from: string
  to: string
}

export const NO_FILTER: AuditFilter = {
  searchTerm: '',
  action: '',
  subject: '',
  actor: '',
  from: '',
  to: '',
}

const LIMIT = LIMITS.pageSize

export { LIMIT as AUDIT_PAGE_SIZE }

export function auditQuery(filter: AuditFilter, page: number) {
  return queryOptions({
    queryKey: ['audit-log', filter, page] as const,
    queryFn: ({ signal }) =>
      api.get<ListOf<AuditEntry>>('/audit-log', { ...filter, page, limit: LIMIT }, signal),
    placeholderData: keepPreviousData,
    staleTime: 5000,
  })
}
