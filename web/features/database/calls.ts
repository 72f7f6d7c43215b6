import { createApiQuery } from '#lib/api/create-api-query.ts'
import type { Backups, ResetPreview } from '@tahanan/contract/database/answers.ts'
import type { ResetGroup } from '@tahanan/contract/reset.ts'

const RUNNING_POLL_MS = 1500
const IDLE_POLL_MS = 30_000

export const backupsQuery = createApiQuery<Backups>(
  ['backups'],
  '/backups',
  {},
  {
    refetchInterval: ({ state }) =>
      state.data?.data.some((backup) => backup.state === 'running') ? RUNNING_POLL_MS : IDLE_POLL_MS,
  },
)

export function resetPreviewQuery(groups: readonly ResetGroup[]) {
  const groupNames = groups.join(',')
  const noCacheOptions = { staleTime: 0, gcTime: 0, refetchOnWindowFocus: false }
  return createApiQuery<ResetPreview>(
    ['reset-preview', groupNames],
    '/reset-data/preview',
    { tables: groupNames },
    noCacheOptions,
  )
}
