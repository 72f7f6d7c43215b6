import type { Db } from '#platform/db/client.ts'
import { TEST_PASSWORD } from '#testing/accounts.ts'
import type { Caller } from '#testing/callers.ts'
import type { TestPortal } from '#testing/portal.ts'
import type { Area } from '@tahanan/contract/limits.ts'

export async function createAccount(portal: TestPortal, area: Area) {
  const areaCaller = await portal.as(area)
  return {
    who: areaCaller,
    login: 'clientCode' in areaCaller.account ? areaCaller.account.clientCode : areaCaller.account.email,
  }
}

export const logIn = (caller: Caller, area: Area, login: string, password = TEST_PASSWORD) =>
  caller.post<Record<string, string>>(area === 'client' ? '/login' : `/login/${area}`, {
    [area === 'client' ? 'clientCode' : 'email']: login,
    password,
  })

export const setMaintenance = ({ db }: TestPortal, value: '0' | '1') =>
  db.updateTable('settings').set({ value }).where('name', '=', 'isUnderMaintenance').execute()

export const listTokens = ({ db }: TestPortal, area: Area, id: number) =>
  db.selectFrom('account_tokens').selectAll().where('area', '=', area).where('account_id', '=', id).execute()

export const createChoiceBody = (token: unknown, password: unknown, confirmation: unknown = password) => ({
  token,
  password,
  password_confirmation: confirmation,
})

export const createChangePasswordBody = (
  newPassword: string,
  oldPassword = TEST_PASSWORD,
  reNewPassword = newPassword,
) => ({
  oldPassword,
  newPassword,
  reNewPassword,
})

export async function addFailures(db: Db, subject: string, count: number): Promise<void> {
  await db
    .insertInto('login_failures')
    .values(Array.from({ length: count }, () => ({ subject })))
    .execute()
}
