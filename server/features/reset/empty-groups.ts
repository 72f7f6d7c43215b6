import type { Client } from 'pg'
import { closeLines } from '#features/reminders/repository.ts'
import { endWaitingSessions } from '#features/settings/change-website-settings.ts'
import { insertDefaultSettings } from '#features/settings/insert-default-settings.ts'
import { findSettingValue } from '#features/settings/website-settings.ts'
import { listTablesToBackUp } from '#platform/backup/begin-snapshot.ts'
import { createKysely } from '#platform/db/connect.ts'
import { publishEvent } from '#platform/realtime/outbox.ts'
import { RECORD_KINDS } from '@tahanan/contract/records/index.ts'
import { MODULES_BY_RESET_GROUP, addDependentGroups, type ResetGroup } from '@tahanan/contract/reset.ts'
import { RECORD_STATUS } from '@tahanan/contract/statuses.ts'
import { listReferences, dropForeignKeys, type Reference } from './drop-foreign-keys.ts'
import { COUNTED_NOUNS_BY_GROUP, SETTING_ROWS, TABLE_BY_FILE_OWNER, SETTING_FILE_OWNERS } from './groups.ts'

declare module '../../platform/realtime/outbox.ts' {
  interface Topics {
    /** Groups of tables were reset: clients must connect again and reload everything. */
    reset: Record<string, never>
  }
}

/**
 * Deletes the data of the groups of tables, and of groups that depend on them, in the caller's transaction.
 * The transaction blocks all other access. Also corrects totals, default settings, references and sessions.
 * Numbers of tickets and payments continue, because numbers are never reused (rules 12.5).
 */
export async function emptyGroups(
  client: Client,
  chosenGroups: readonly ResetGroup[],
  callerId: number,
  timeZone: string,
): Promise<void> {
  const groups = new Set<string>(addDependentGroups(chosenGroups))
  const hasGroup = (group: ResetGroup): boolean => groups.has(group)
  await lockAllTables(client)
  const references = await listReferences(client)
  const restoreReferences = await dropForeignKeys(client)

  if (hasGroup('comments')) await emptyTables(client, 'comments')
  else if (hasGroup('users')) await client.query('delete from comments where tenant_id is not null')
  if (hasGroup('posts')) await emptyTables(client, 'posts', 'post_view_tallies')
  for (const { reset, table } of RECORD_KINDS) if (hasGroup(reset.group)) await emptyTables(client, table)
  await emptyMoneyTables(client, hasGroup)
  await deleteTickets(
    client,
    Object.entries(MODULES_BY_RESET_GROUP).flatMap(([group, modules]) => (groups.has(group) ? modules : [])),
  )
  if (hasGroup('notifications')) {
    await emptyTables(client, 'notification_reads', 'deliveries', 'notifications')
    // It is no longer known whether their mails were sent.
    await closeLines(createKysely(client), 'Its notification was removed before it was sent.', {
      isStarted: true,
    })
  }
  if (hasGroup('users')) await deleteTenants(client)
  // The ledger of each remaining tenant starts again with the tenant's latest statement (rules 16.9).
  if (hasGroup('payments')) await client.query('select open_ledgers($1)', [timeZone])
  if (hasGroup('admins')) await removeAdmins(client, callerId, references)
  // Without this, a create request that is sent again would get the stored answer with a deleted record.
  await emptyTables(client, 'idempotency_keys')
  await resetSettings(client, hasGroup)
  await restoreReferences()
  await releaseOrphanedFiles(client, hasGroup('websiteSettings'))
  // One event makes all clients reload, because too much has changed to send an event per record.
  await publishEvent(createKysely(client), 'reset', {})
}

/**
 * Makes the tables of the groups, and of groups that depend on them, read-only for other transactions.
 * Inserts into dependent tables wait too, because they lock the row to which they refer.
 */
export async function closeGroups(client: Client, chosenGroups: readonly ResetGroup[]): Promise<void> {
  const tablesToLock = addDependentGroups(chosenGroups).flatMap((group) =>
    COUNTED_NOUNS_BY_GROUP[group].map(([, , from]) => from.split(' ', 1).join('')),
  )
  await client.query(`lock table ${[...new Set(tablesToLock)].toSorted().join(', ')} in exclusive mode`)
}

/** Locks all tables in one query before any change. This prevents deadlocks. */
export async function lockAllTables(client: Client): Promise<void> {
  const otherTables = (await listTablesToBackUp(client))
    .map(({ name }) => name)
    .filter((name) => name !== 'audit_log')
  const allTables = [
    'sessions',
    'account_tokens',
    'login_challenges',
    'second_factor_setups',
    'idempotency_keys',
    'live_tenants',
    'data_copies',
    ...otherTables,
  ]
  await client.query(`lock table ${allTables.map((name) => `"${name}"`).join(', ')} in access exclusive mode`)
}

async function emptyTables(client: Client, ...tables: readonly string[]): Promise<void> {
  for (const table of tables) await client.query(`delete from ${table}`)
}

async function emptyMoneyTables(client: Client, has: (group: ResetGroup) => boolean): Promise<void> {
  if (has('payments')) {
    await emptyTables(client, 'bank_lines', 'bank_imports', 'payment_events', 'gateway_messages')
    await emptyTables(client, 'sandbox_transactions', 'payments', 'payment_tallies', 'receipt_logos')
    // Every issued number stays in the register; only the document with personal data is removed (rules
    // 18.11).
    await client.query('update issued_numbers set document = null where document is not null')
  } else if (has('reservations')) {
    await client.query('update payments set reservation_id = null where reservation_id is not null')
  }
}

async function deleteTickets(client: Client, modules: readonly string[]): Promise<void> {
  if (modules.length === 0) return
  const values = [modules]
  const ticketIdsQuery = 'select id from tickets where module = any($1)'
  await client.query(`delete from gate_events where ticket_id in (${ticketIdsQuery})`, values)
  if (modules.includes('visitor')) {
    await client.query('delete from gate_events where walk_in_id is not null')
    await emptyTables(client, 'walk_ins')
  }
  if (modules.includes('reservation')) await emptyTables(client, 'waiting_entries')
  await client.query('delete from tickets where module = any($1)', values)
  await client.query('delete from ticket_tallies where module = any($1)', values)
  if (modules.includes('reservation')) await client.query('delete from reservation_tallies')
}

async function deleteTenants(client: Client): Promise<void> {
  // Not listed: statements, feedback and notifications, because `dropForeignKeys` deletes or clears rows
  // that refer to tenants.
  await emptyTables(client, 'statement_imports', 'live_tenants', 'reminder_batches', 'gate_events')
  // Requests of people without an account are deleted too, because their records are deleted with the
  // tenants.
  await emptyTables(client, 'privacy_requests')
  await emptyReaderTables(client, 'client')
  await endAccountAccess(client, 'client', 'select id from tenants')
  await emptyTables(client, 'tenants')
}

/**
 * Removes all administrators, and all super-administrators except the caller. If remaining records refer to
 * an administrator, the account is not deleted but closed, and only its name stays (rules 12.4).
 */
async function removeAdmins(
  client: Client,
  callerId: number,
  references: readonly Reference[],
): Promise<void> {
  await emptyReaderTables(client, 'admin')
  await emptyTables(client, 'list_views')
  await endAccountAccess(client, 'admin', 'select id from admins')
  await endAccountAccess(client, 'super-admin', `select id from super_admins where id <> ${Number(callerId)}`)
  const referencedIdQueries = references
    .filter(({ parent }) => parent === 'admins')
    .map(({ child, column }) => `select ${column} from ${child} where ${column} is not null`)
  await client.query(`delete from admins where id not in (${referencedIdQueries.join(' union ')})`)
  await client.query(
    `update admins set status = ${RECORD_STATUS.deleted}, email = '', password_hash = '', roles = '[]',
       last_seen = null, totp_secret = null, totp_since = null, totp_step = null, updated_at = clock_timestamp()`,
  )
  await client.query('delete from super_admins where id <> $1', [callerId])
}

/**
 * Deletes notification marks and deliveries of all accounts in an area. These tables have no foreign key to
 * accounts, so deleting the accounts does not delete the rows.
 */
async function emptyReaderTables(client: Client, area: 'client' | 'admin'): Promise<void> {
  for (const table of ['notification_reads', 'deliveries', 'delivery_choices'])
    await client.query(`delete from ${table} where area = $1`, [area])
}

/** Tables that refer to an account by `area` and `account_id`, without a foreign key. */
const ACCOUNT_TABLES = [
  'account_tokens',
  'recovery_codes',
  'login_challenges',
  'second_factor_setups',
  'privacy_notice_views',
]

/** Tables that refer to an account by `area` and `reader_id`, without a foreign key. */
const READER_TABLES = ['notification_reads', 'deliveries', 'delivery_choices']

/**
 * Ends the sessions of accounts and deletes their rows in `ACCOUNT_TABLES` and `READER_TABLES`. `ids` is an
 * SQL query for the ids of the accounts.
 */
export async function endAccountAccess(
  client: Client,
  area: 'client' | 'admin' | 'super-admin',
  ids: string,
): Promise<void> {
  const { rows: endedSessions } = await client.query<{ id: number }>(
    `delete from sessions where area = $1 and account_id in (${ids}) returning id`,
    [area],
  )
  if (endedSessions.length > 0)
    await publishEvent(createKysely(client), 'sessionsEnded', { ids: endedSessions.map(({ id }) => id) })
  for (const table of ACCOUNT_TABLES)
    await client.query(`delete from ${table} where area = $1 and account_id in (${ids})`, [area])
  for (const table of READER_TABLES)
    await client.query(`delete from ${table} where area = $1 and reader_id in (${ids})`, [area])
}

async function resetSettings(client: Client, has: (group: ResetGroup) => boolean): Promise<void> {
  const db = createKysely(client)
  if (has('websiteSettings')) {
    if ((await findSettingValue(db, 'isUnderMaintenance')) === '1') await endWaitingSessions(db)
    await client.query(`delete from ${SETTING_ROWS.websiteSettings}`)
    await emptyTables(client, 'terms', 'bank_accounts', 'privacy_notice_views', 'privacy_notices')
  }
  if (has('systemParameterSettings')) {
    await emptyTables(client, 'service_settings', 'due_rules', 'holidays', 'prepared_answers')
    await client.query(`delete from ${SETTING_ROWS.systemParameterSettings}`)
  }
  await insertDefaultSettings(db)
  if (has('websiteSettings')) await publishEvent(db, 'settings', {})
  if (has('systemParameterSettings')) await publishEvent(db, 'services', {})
}

/** Marks files without an owner as released. The daily cleaner job deletes released files a day later. */
export async function releaseOrphanedFiles(
  client: Client,
  shouldReleaseSettingFiles: boolean,
): Promise<void> {
  const release = 'update files f set owner_kind = null, owner_id = null, released_at = clock_timestamp()'
  for (const [kind, table] of Object.entries(TABLE_BY_FILE_OWNER))
    await client.query(
      `${release} where owner_kind = $1 and not exists (select from ${table} o where o.id = f.owner_id)`,
      [kind],
    )
  if (shouldReleaseSettingFiles)
    await client.query(`${release} where owner_kind = any($1)`, [SETTING_FILE_OWNERS])
}
