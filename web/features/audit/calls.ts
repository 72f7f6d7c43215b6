import { pageQuery } from '#lib/api/api-query.ts'
import type { ListOf } from '@tahanan/contract/answers.ts'
import type { AuditEntry } from '@tahanan/contract/audit/answers.ts'

/** The empty filter. `subject` is a table, `actor` an area, and days are `2026-03-14`. */
export const NO_FILTER = { searchTerm: '', action: '', subject: '', actor: '', from: '', to: '' }

export type AuditFilter = typeof NO_FILTER

export function auditQuery(filter: AuditFilter, page: number, limit: number) {
  const query = { ...filter, page, limit }
  return pageQuery<ListOf<AuditEntry>>(['audit-log', filter, page, limit], '/audit-log', query, {
    staleTime: 5000,
  })
}
