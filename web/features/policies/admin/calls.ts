import type { ListOf } from '@tahanan/contract/answers.ts'
import type { FileRef } from '@tahanan/contract/forms/fields.ts'
import { queryOptions } from '@tanstack/react-query'
import type { FormRecord } from '../../../ui/forms/form-sheet.tsx'
import { api } from '../../../lib/api/api.ts'
import { LINKS_AGE_MS } from '../../../lib/api/records.ts'

export interface Policy extends FormRecord {
  policyHeaderId: number
  subHeader: string
  title: string
  /** An instant. */
  date: string
  files: FileRef[]
}

export interface PolicyHeader extends FormRecord {
  header: string
  sequenceNumber: number
  files: FileRef[]
  policies: Policy[]
}

/** All headers that match, in their order, each with its policies. */
export function headersQuery(searchTerm: string) {
  return queryOptions({
    queryKey: ['records', 'policies', searchTerm] as const,
    queryFn: ({ signal }) =>
      api.get<ListOf<PolicyHeader>>('/policies', { page: 1, limit: 0, searchTerm }, signal),
    refetchInterval: LINKS_AGE_MS,
  })
}
