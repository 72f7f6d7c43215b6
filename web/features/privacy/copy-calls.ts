import { api } from '#lib/api/api.ts'
import { createApiQuery } from '#lib/api/create-api-query.ts'
import type { DownloadLink } from '@tahanan/contract/answers.ts'
import type { DataCopies, DataCopy } from '@tahanan/contract/privacy/copy-answers.ts'

const POLL_INTERVAL_MS = 2000

export const isRunning = ({ state }: Pick<DataCopy, 'state'>): boolean =>
  state === 'waiting' || state === 'making'

/** Without `tenantId`, loads the copies of the logged-in resident. Polls while a copy is being created. */
export const copiesQuery = (tenantId?: number) =>
  createApiQuery<DataCopies>(
    ['data-copies', tenantId ?? 'own'],
    tenantId === undefined ? '/data-copies' : `/tenant/${tenantId}/data-copies`,
    {},
    { refetchInterval: ({ state }) => (state.data?.data.some(isRunning) ? POLL_INTERVAL_MS : false) },
  )

export const requestCopy = (tenantId?: number) =>
  api.post<DataCopy>(tenantId === undefined ? '/data-copy' : `/tenant/${tenantId}/data-copy`, {})

export const createCopyLink = (id: number) => api.post<DownloadLink>(`/data-copy/${id}/link`)
