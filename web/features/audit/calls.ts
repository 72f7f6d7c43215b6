import type { AuditEntry } from '@tahanan/contract/audit.ts'
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
      api.get<{ data: AuditEntry[]; total: number; from: number }>(
        '/audit-log',
        { ...filter, page, limit: LIMIT },
        signal,
      ),
    placeholderData: keepPreviousData,
    staleTime: 5000,
  })
}
