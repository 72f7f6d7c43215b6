import { api, ApiError } from '#lib/api/api.ts'
import { createApiQuery } from '#lib/api/create-api-query.ts'
import type { MessageAnswer } from '@tahanan/contract/answers.ts'
import type { AuthenticatorSecret, OwnSession, RecoveryCodes } from '@tahanan/contract/sessions/answers.ts'
import type { Passwords } from './password-rules.ts'

// Polls, because the server sends no live event when another session of the account is active.
const POLL_OPTIONS = { staleTime: 0, refetchInterval: 60_000 }

export const sessionsQuery = createApiQuery<OwnSession[]>(['sessions'], '/sessions', {}, POLL_OPTIONS)

export function endSessions(id?: number): Promise<MessageAnswer> {
  return api.delete(id === undefined ? '/sessions' : `/sessions/${id}`)
}

/**
 * Changes the password. A retried request may be rejected because its first attempt succeeded (rules 15.33).
 * To check this, sends the new password also as the old one.
 */
export async function changePassword(passwords: Passwords): Promise<void> {
  try {
    await api.put('/change-password', passwords)
  } catch (failure) {
    const isPerhapsSaved =
      failure instanceof ApiError && failure.wasRepeated && failure.errors.oldPassword !== undefined
    if (!isPerhapsSaved || !(await isPasswordSaved(passwords))) throw failure
  }
}

async function isPasswordSaved(passwords: Passwords): Promise<boolean> {
  try {
    const requestBody = { ...passwords, oldPassword: passwords.newPassword }
    await api.put('/change-password', requestBody, { quiet: true, watched: true })
    return true
  } catch (failure) {
    if (failure instanceof ApiError && failure.errors.oldPassword !== undefined) return false
    throw failure
  }
}

export const secondFactorApi = {
  begin: (password: string) => api.post<AuthenticatorSecret>('/second-factor/begin', { password }),
  confirm: (code: string) => api.post<RecoveryCodes>('/second-factor/confirm', { code }),
  renewCodes: (password: string) => api.post<RecoveryCodes>('/second-factor/recovery-codes', { password }),
  turnOff: (password: string, code: string) => api.delete<unknown>('/second-factor', { password, code }),
}
