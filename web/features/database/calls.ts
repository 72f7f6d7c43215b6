import type { ResetGroup } from '@tahanan/contract/reset.ts'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api/api.ts'

/** A backup of the whole portal, as the API lists it. Instants are ISO 8601. */
export interface Backup {
  id: number
  file: string | null
  bytes: number | null
  sha256: string | null
  state: string
  cause: string
  startedBy: string
  started_at: string
  finished_at: string | null
  problem: string | null
  /** The machine that answers can reach it. */
  downloadable: boolean
}

export interface Backups {
  data: Backup[]
  schedule: {
    next: string | null
    /** 'daily 02:30'; null where none are scheduled. */
    every: string | null
    keep: number
  }
}

const RUNNING_MS = 1500
const IDLE_MS = 30_000

/** The backups, asked for often while one is being made. */
export const backupsQuery = queryOptions({
  queryKey: ['backups'],
  queryFn: ({ signal }) => api.get<Backups>('/backups', undefined, signal),
  refetchInterval: ({ state }) =>
    state.data?.data.some((backup) => backup.state === 'running') ? RUNNING_MS : IDLE_MS,
})

/** Rows of a group that a reset would take. */
export interface GroupPreview {
  name: ResetGroup
  label: string
  /** '1,204 payments' */
  words: string
  count: number
  note: string
  /** False where a chosen group takes it along. */
  chosen: boolean
}

/** Query of the rows that a reset of these groups would take; asked anew each time. */
export function previewQuery(groups: readonly ResetGroup[]) {
  const tables = groups.join(',')
  return queryOptions({
    queryKey: ['reset-preview', tables],
    queryFn: ({ signal }) => api.get<{ groups: GroupPreview[] }>('/reset-data/preview', { tables }, signal),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
}
