import type { FileRef } from '@tahanan/contract/forms/fields.ts'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../lib/api/api.ts'

/** One policy under a header of the house rules. */
export interface Policy {
  id: number
  subHeader: string
  title: string
  date: string | null
  files: FileRef[]
}

export interface PolicyHeader {
  id: number
  header: string
  files: FileRef[]
  policies: Policy[]
}

/** All headers in their order, each with its policies. */
export const policiesQuery = queryOptions({
  queryKey: ['policies'] as const,
  queryFn: async ({ signal }) =>
    (await api.get<{ data: PolicyHeader[] }>('/policies', undefined, signal)).data,
})
