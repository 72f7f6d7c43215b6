import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api/api.ts'

/** One place where an account is logged in. */
export interface Session {
  id: number
  /** In words: 'Chrome on Android'; empty where the browser said nothing. */
  device: string
  address: string
  created_at: string
  active_at: string
  /** The one that asks. */
  current: boolean
}

export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) => api.get<Session[]>('/sessions', undefined, signal),
  staleTime: 0,
  // activity elsewhere is told by no event
  refetchInterval: 60_000,
})

/** Ends one session of the caller's; without an id all but this one. */
export function endSessions(id?: number): Promise<{ message: string }> {
  return api.delete(id === undefined ? '/sessions' : `/sessions/${id}`)
}

/** Secret for an authenticator app, as text and as a picture. */
export interface Secret {
  /** Base32. */
  secret: string
  /** `otpauth://…`; on a phone it opens the app. */
  uri: string
  /** QR code of the secret, as an SVG. */
  qr: string
}

/** Codes that each stand in for the app once. They are told this one time. */
export interface RecoveryCodes {
  recoveryCodes: string[]
}

export const secondFactor = {
  begin: (password: string) => api.post<Secret>('/second-factor/begin', { password }),
  confirm: (code: string) => api.post<RecoveryCodes>('/second-factor/confirm', { code }),
  renewCodes: (password: string) => api.post<RecoveryCodes>('/second-factor/recovery-codes', { password }),
  turnOff: (password: string, code: string) => api.delete<unknown>('/second-factor', { password, code }),
}
