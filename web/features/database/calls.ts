import type { Backups, ResetPreview } from '@tahanan/contract/database/answers.ts'
import type { ResetGroup } from '@tahanan/contract/reset.ts'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api/api.ts'

const RUNNING_MS = 1500
const IDLE_MS = 30_000

/** The backups, asked for often while one is being made. */
export const backupsQuery = queryOptions({
  queryKey: ['backups'],
  queryFn: ({ signal }) => api.get<Backups>('/backups', undefined, signal),
  refetchInterval: ({ state }) =>
    state.data?.data.some((backup) => backup.state === 'running') ? RUNNING_MS : IDLE_MS,
})

/** Query of the rows that a reset of these groups would take; asked anew each time. */
export function previewQuery(groups: readonly ResetGroup[]) {
  const tables = groups.join(',')
  return queryOptions({
    queryKey: ['reset-preview', tables],
    queryFn: ({ signal }) => api.get<ResetPreview>('/reset-data/preview', { tables }, signal),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
}
