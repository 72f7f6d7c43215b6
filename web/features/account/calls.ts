import { apiQuery } from '#lib/api/api-query.ts'
import { api } from '#lib/api/api.ts'
import type { Done } from '@tahanan/contract/answers.ts'
import type { AppSecret, OwnSession, RecoveryCodes } from '@tahanan/contract/sessions/answers.ts'

// Polled, because no live event is sent when another session is active.
const POLLED = { staleTime: 0, refetchInterval: 60_000 }

export const sessionsQuery = apiQuery<OwnSession[]>(['sessions'], '/sessions', {}, POLLED)

export function endSessions(id?: number): Promise<Done> {
  return api.delete(id === undefined ? '/sessions' : `/sessions/${id}`)
}

export const secondFactor = {
  begin: (password: string) => api.post<AppSecret>('/second-factor/begin', { password }),
  confirm: (code: string) => api.post<RecoveryCodes>('/second-factor/confirm', { code }),
  renewCodes: (password: string) => api.post<RecoveryCodes>('/second-factor/recovery-codes', { password }),
  turnOff: (password: string, code: string) => api.delete<unknown>('/second-factor', { password, code }),
}
