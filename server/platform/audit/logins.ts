import type { AuditSubject } from '@tahanan/contract/audit.ts'
import type { Area } from '@tahanan/contract/limits.ts'
import type { DbOrTx } from '../db/client.ts'
import { prepared } from '../db/client.ts'
import { recordAction, recordRepeated } from './record.ts'

/** An account of one of the areas. */
export interface AccountOf {
  readonly area: Area
  readonly id: number
}

const SUBJECTS: Readonly<Record<Area, AuditSubject>> = {
  client: 'tenants',
  admin: 'admins',
  'super-admin': 'super_admins',
}

const NAMES: Readonly<Record<Area, string>> = {
  client: `select client_code || coalesce(' ' || nullif(uoccname, ''), '') as name from tenants where id = $1`,
  admin: 'select name from admins where id = $1',
  'super-admin': 'select name from super_admins where id = $1',
}

async function nameOf(db: DbOrTx, { area, id }: AccountOf): Promise<string> {
  const [row] = await prepared<{ name: string }>(db, `audit.name ${area}`, NAMES[area], [id])
  return row?.name ?? ''
}

/** Records that an administrator or the super-administrator logged in. Residents have the Logged In Monitor. */
export async function recordLogin(
  db: DbOrTx,
  account: AccountOf,
  address: string,
  detail?: string,
): Promise<void> {
  if (account.area === 'client') return
  const name = await nameOf(db, account)
  await recordAction(db, {
    action: 'login',
    subject: SUBJECTS[account.area],
    subjectId: account.id,
    subjectName: name,
    detail: detail ?? null,
    actor: { area: account.area, id: account.id, name, address },
  })
}

/** Records that an administrator or the super-administrator chose a password with a mailed link: nobody is logged in then. */
export async function recordChosenPassword(db: DbOrTx, account: AccountOf, address: string): Promise<void> {
  if (account.area === 'client') return
  const name = await nameOf(db, account)
  await recordAction(db, {
    action: 'change',
    subject: SUBJECTS[account.area],
    subjectId: account.id,
    subjectName: name,
    detail: 'Chose a password with a link that was mailed.',
    after: { password: 'changed' },
    actor: { area: account.area, id: account.id, name, address },
  })
}

/** Records that an administrator or the super-administrator logged out. */
export async function recordLogout(
  db: DbOrTx,
  { area, id, name }: AccountOf & { name: string },
  address: string,
  detail?: string,
): Promise<void> {
  if (area === 'client') return
  await recordAction(db, {
    action: 'logout',
    subject: SUBJECTS[area],
    subjectId: id,
    subjectName: name,
    detail: detail ?? null,
    actor: { area, id, name, address },
  })
}

/**
 * Records a failed login. The input is not kept: people type their password into the wrong field. Residents' are recorded only
 * after too many tries (`tooMany`), for they mistype all day. `id` is null where there is no such account; it then takes as
 * long as where there is one.
 */
export async function recordFailedLogin(
  db: DbOrTx,
  { area, id }: { area: Area; id: number | null },
  address: string,
  reason: keyof typeof REASONS,
): Promise<void> {
  if (area === 'client' && reason !== 'tooMany') return
  const name = await nameOf(db, { area, id: id ?? 0 })
  await recordRepeated(db, {
    action: 'loginFailed',
    subject: SUBJECTS[area],
    subjectId: id,
    subjectName: name || null,
    detail: `${REASONS[reason]}${id === null ? ' There is no such account.' : ''}`,
    actor: { area: 'nobody', id: null, name: '', address },
  })
}

/** Returns the address that an account's last failed login came from; empty where none is recorded. */
export async function lastFailedLoginAddress(db: DbOrTx, { area, id }: AccountOf): Promise<string> {
  const last = await db
    .selectFrom('audit_log')
    .select('address')
    .where('action', '=', 'loginFailed')
    .where('subject', '=', SUBJECTS[area])
    .where('subject_id', '=', String(id))
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return last?.address ?? ''
}

const REASONS = {
  wrong: 'The login details were wrong.',
  wrongCode: 'The code of the authenticator app was wrong.',
  codesUsedUp: 'Too many wrong codes within a day; until it has passed only recovery codes are taken.',
  tooMany: 'Too many failed logins; further ones are refused for some minutes.',
} as const
