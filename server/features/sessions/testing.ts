import { TEST_PASSWORD } from '#testing/accounts.ts'
import type { Caller } from '#testing/callers.ts'
import type { TestPortal } from '#testing/portal.ts'
import type { Area } from '@tahanan/contract/limits.ts'

/** An account of an area with a session, and what it logs in with. */
export async function somebody(portal: TestPortal, area: Area) {
  const who = await portal.as(area)
  return { who, login: 'clientCode' in who.account ? who.account.clientCode : who.account.email }
}

/** Tries to log in, with a client code or an e-mail address. */
export const logIn = (caller: Caller, area: Area, login: string, password = TEST_PASSWORD) =>
  caller.post<Record<string, string>>(area === 'client' ? '/login' : `/login/${area}`, {
    [area === 'client' ? 'clientCode' : 'email']: login,
    password,
  })

/** Turns maintenance on ('1') or off ('0'). */
export const maintenance = ({ db }: TestPortal, value: '0' | '1') =>
  db.updateTable('settings').set({ value }).where('name', '=', 'isUnderMaintenance').execute()

/** Returns the rows of the links that an account may choose a password with. */
export const tokensOf = ({ db }: TestPortal, area: Area, id: number) =>
  db.selectFrom('account_tokens').selectAll().where('area', '=', area).where('account_id', '=', id).execute()

/** Body of a call that chooses a password with a link. */
export const chosen = (token: unknown, password: unknown, confirmation: unknown = password) => ({
  token,
  password,
  password_confirmation: confirmation,
})

/** Body of a call that changes the own password. */
export const changed = (newPassword: string, oldPassword = TEST_PASSWORD, reNewPassword = newPassword) => ({
  oldPassword,
  newPassword,
  reNewPassword,
})
