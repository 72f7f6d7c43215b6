import { apiQuery } from '#lib/api/api-query.ts'
import type { Backups, ResetPreview } from '@tahanan/contract/database/answers.ts'
import type { ResetGroup } from '@tahanan/contract/reset.ts'

const RUNNING_MS = 1500
const IDLE_MS = 30_000

export const backupsQuery = apiQuery<Backups>(
  ['backups'],
  '/backups',
  {},
  {
    refetchInterval: ({ state }) =>
      state.data?.data.some((backup) => backup.state === 'running') ? RUNNING_MS : IDLE_MS,
  },
)

/** Loads the number of rows per table that a reset of these groups would delete. */
export function previewQuery(groups: readonly ResetGroup[]) {
  const tables = groups.join(',')
  const uncached = { staleTime: 0, gcTime: 0, refetchOnWindowFocus: false }
  return apiQuery<ResetPreview>(['reset-preview', tables], '/reset-data/preview', { tables }, uncached)
}
