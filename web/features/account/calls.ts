import { api } from '#lib/api/api.ts'
import { createApiQuery } from '#lib/api/create-api-query.ts'
import type { MessageAnswer } from '@tahanan/contract/answers.ts'
import type { AuthenticatorSecret, OwnSession, RecoveryCodes } from '@tahanan/contract/sessions/answers.ts'

// Polls, because the server sends no live event when another session of the account is active.
const POLL_OPTIONS = { staleTime: 0, refetchInterval: 60_000 }

export const sessionsQuery = createApiQuery<OwnSession[]>(['sessions'], '/sessions', {}, POLL_OPTIONS)

export function endSessions(id?: number): Promise<MessageAnswer> {
  return api.delete(id === undefined ? '/sessions' : `/sessions/${id}`)
}

export const secondFactorApi = {
  begin: (password: string) => api.post<AuthenticatorSecret>('/second-factor/begin', { password }),
  confirm: (code: string) => api.post<RecoveryCodes>('/second-factor/confirm', { code }),
  renewCodes: (password: string) => api.post<RecoveryCodes>('/second-factor/recovery-codes', { password }),
  turnOff: (password: string, code: string) => api.delete<unknown>('/second-factor', { password, code }),
}
