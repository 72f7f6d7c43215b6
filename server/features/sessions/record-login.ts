import { recordAction, recordRateLimitedAction, type RecordedAction } from '#platform/audit/record-action.ts'
import type { DbOrTx } from '#platform/db/client.ts'
import { PortalError } from '#platform/errors.ts'
import { failedLogins, type LOGIN_REFUSALS } from '#platform/metrics/counters.ts'
import type { Area } from '@tahanan/contract/limits.ts'
import { ACCOUNT_TABLES, type Account } from './accounts.ts'
import { tryLogin, type LoginAttempt, type LoginSubject } from './login-attempt.ts'

async function findName(db: DbOrTx, { area, id }: Account): Promise<string> {
  const row =
    area === 'client'
      ? await db.selectFrom('tenants').select('client_code as name').where('id', '=', id).executeTakeFirst()
      : await db.selectFrom(ACCOUNT_TABLES[area]).select('name').where('id', '=', id).executeTakeFirst()
  return row?.name ?? ''
}

async function recordOwnAction(
  db: DbOrTx,
  { area, id }: Account,
  address: string,
  entry: Pick<RecordedAction, 'action' | 'detail' | 'after'>,
): Promise<void> {
  if (area === 'client') return
  const name = await findName(db, { area, id })
  const actor = { area, id, name, address }
  await recordAction(db, { ...entry, subject: ACCOUNT_TABLES[area], subjectId: id, subjectName: name, actor })
}

export const recordLogin = (db: DbOrTx, account: Account, address: string, detail?: string) =>
  recordOwnAction(db, account, address, { action: 'login', detail: detail ?? null })

export const recordChosenPassword = (db: DbOrTx, account: Account, address: string) =>
  recordOwnAction(db, account, address, {
    action: 'change',
    detail: 'Chose a password with a link that was mailed.',
    after: { password: 'changed' },
  })

export const recordLogout = (db: DbOrTx, account: Account, address: string, detail?: string) =>
  recordOwnAction(db, account, address, { action: 'logout', detail: detail ?? null })

/**
 * Counts a failed login for `/metrics` and writes it to the audit log. The input is not written, because
 * people type passwords into the wrong field. For residents, only refusals after too many attempts are
 * written (`tooMany`). `id` is null for an unknown account. The name is queried even then, so that both cases
 * take the same time.
 */
export async function recordFailedLogin(
  db: DbOrTx,
  { area, id }: { area: Area; id: number | null },
  address: string,
  reason: keyof typeof REASON_TEXTS,
): Promise<void> {
  failedLogins.inc({ area, reason })
  if (area === 'client' && reason !== 'tooMany') return
  const name = await findName(db, { area, id: id ?? 0 })
  await recordRateLimitedAction(db, {
    action: 'loginFailed',
    subject: ACCOUNT_TABLES[area],
    subjectId: id,
    subjectName: name || null,
    detail: `${REASON_TEXTS[reason]}${id === null ? ' There is no such account.' : ''}`,
    actor: { area: 'nobody', id: null, name: '', address },
  })
}

export async function tryLoginWithAudit<Result>(
  db: DbOrTx,
  { id, ...subject }: LoginSubject & { readonly id: number | null },
  check: (attempt: LoginAttempt) => Promise<Result>,
): Promise<Result> {
  try {
    return await tryLogin(db, subject, check)
  } catch (error) {
    if (error instanceof PortalError && error.code === 'tooManyLogins')
      await recordFailedLogin(db, { area: subject.area, id }, subject.address, 'tooMany')
    throw error
  }
}

export async function findLastFailedLoginAddress(db: DbOrTx, { area, id }: Account): Promise<string> {
  const lastFailedLogin = await db
    .selectFrom('audit_log')
    .select('address')
    .where('action', '=', 'loginFailed')
    .where('subject', '=', ACCOUNT_TABLES[area])
    .where('subject_id', '=', String(id))
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return lastFailedLogin?.address ?? ''
}

const REASON_TEXTS: Readonly<Record<(typeof LOGIN_REFUSALS)[number], string>> = {
  wrong: 'The login details were wrong.',
  wrongCode: 'The code of the authenticator app was wrong.',
  codesUsedUp: 'Too many wrong codes within a day; until it has passed only recovery codes are taken.',
  tooMany: 'Too many failed logins; further ones are refused for some minutes.',
}
