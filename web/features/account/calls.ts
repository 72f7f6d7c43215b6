import type { Done } from '@tahanan/contract/answers.ts'
import type { AppSecret, OwnSession, RecoveryCodes } from '@tahanan/contract/sessions/answers.ts'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api/api.ts'

export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) => api.get<OwnSession[]>('/sessions', undefined, signal),
  staleTime: 0,
  // activity elsewhere is told by no event
  refetchInterval: 60_000,
})

/** Ends one session of the caller's; without an id all but this one. */
export function endSessions(id?: number): Promise<Done> {
  return api.delete(id === undefined ? '/sessions' : `/sessions/${id}`)
}

export const secondFactor = {
  begin: (password: string) => api.post<AppSecret>('/second-factor/begin', { password }),
  confirm: (code: string) => api.post<RecoveryCodes>('/second-factor/confirm', { code }),
  renewCodes: (password: string) => api.post<RecoveryCodes>('/second-factor/recovery-codes', { password }),
  turnOff: (password: string, code: string) => api.delete<unknown>('/second-factor', { password, code }),
}
