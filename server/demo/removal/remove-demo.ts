import { userInfo } from 'node:os'
import type { Client } from 'pg'
import { endAccounts, lockAllTables, releaseOrphans } from '#features/reset/empty-groups.ts'
import { dropReferences } from '#features/reset/references.ts'
import { recordAction } from '#platform/audit/record.ts'
import { makeBackup, type BackupOrder } from '#platform/backup/make-backup.ts'
import { requireNoPortalRunning } from '#platform/backup/restore.ts'
import type { DbOrTx } from '#platform/db/client.ts'
import { connect, kyselyOn } from '#platform/db/connect.ts'
import { MODULES } from '@tahanan/contract/tickets/index.ts'
import { resetDemoSettings } from '../settings.ts'
import { findDemo, holdsDemo, type FoundDemo } from './find-demo.ts'

/** Throws, with what to do, where the database of a portal without `DEMO=true` holds the demo community. */
export async function refuseDemo(db: DbOrTx): Promise<void> {
  if (!(await holdsDemo(db))) return
  throw new Error(
    'This database holds the demo community, whose passwords stand in the README, and DEMO is not true. Remove it first:\n' +
      '  npm run remove-demo -- --list    shows what goes\n' +
      '  npm run remove-demo              makes a backup, then removes it\n' +
      'or start with DEMO=true to go on with the demo.',
  )
}

/** Returns what a removal would take and what hangs on it. Throws where there is no demo community. */
export async function previewDemo(connectionString: string): Promise<FoundDemo> {
  return withClient(connectionString, requireDemo)
}

/**
 * Makes a backup and removes what the demo's loader made, in one transaction; settings that are still the demo's become
 * those of a first start. The portal must be stopped. Throws where people's records hang on it.
 */
export async function removeDemo(
  place: Pick<BackupOrder, 'connectionString' | 'dataDir' | 'backupDir' | 's3'>,
  signal?: AbortSignal,
) {
  await withClient(place.connectionString, async (client) => {
    await requireNoPortalRunning(client)
    requireNothingInTheWay(await requireDemo(client))
  })
  const backup = await makeBackup({ ...place, cause: 'command', startedBy: userInfo().username }, signal)
  return withClient(place.connectionString, async (client) => {
    await client.query('begin')
    await client.query(`set local lock_timeout = '10s'`)
    await lockAllTables(client)
    const found = await requireDemo(client)
    requireNothingInTheWay(found)
    await deleteDemo(client, found.made)
    await recordAction(kyselyOn(client), {
      action: 'remove',
      subject: 'database',
      detail: `The demo community was removed by the account ${userInfo().username} of the machine: ${found.goes.join(', ')}.`,
    })
    await requireNoPortalRunning(client)
    await client.query('commit')
    return { backup: backup.path }
  })
}

async function withClient<Result>(
  connectionString: string,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = await connect(connectionString, 'tahanan-remove-demo')
  try {
    return await work(client)
  } finally {
    // An open transaction is rolled back by it.
    await client.end().catch(() => {})
  }
}

async function requireDemo(client: Client): Promise<FoundDemo> {
  const found = await findDemo(client)
  if (!found) throw new Error('There is no demo community in this database.')
  return found
}

function requireNothingInTheWay({ inTheWay }: FoundDemo): void {
  if (inTheWay.length === 0) return
  throw new Error(
    'Nothing was removed: people made records that hang on the demo community.\n' +
      `${inTheWay.map((line) => `  ${line}`).join('\n')}\n` +
      'Either begin with an empty DATA_DIR or database. Or start with DEMO=true and, as the super-administrator, reset these groups\n' +
      '(Utilities, Database) or give accounts that are in use their own e-mail address and password; those stay. Then try again.',
  )
}

async function deleteDemo(client: Client, made: FoundDemo['made']): Promise<void> {
  const restoreReferences = await dropReferences(client)
  const ids = (table: string): string => `select id from ${table} where ${made[table] ?? 'false'}`
  await endAccounts(client, 'client', ids('tenants'))
  await endAccounts(client, 'admin', ids('admins'))
  await endAccounts(client, 'super-admin', ids('super_admins'))
  await client.query(`delete from live_tenants where tenant_id in (${ids('tenants')})`)
  await client.query(
    `delete from notification_reads where (area = 'client' and reader_id in (${ids('tenants')}))
       or (area = 'admin' and reader_id in (${ids('admins')}))`,
  )
  await client.query(`delete from gateway_messages where payment_id in (${ids('payments')})`)
  await client.query(`delete from sandbox_transactions where ${made['payments'] ?? 'false'}`)
  for (const [table, condition] of Object.entries(made))
    await client.query(`delete from ${table} where ${condition}`)
  // Numbers that only demo records had may be given out again.
  await client.query(
    `delete from ticket_counters where module = any($1) and module not in (select module from tickets)`,
    [MODULES.map(({ name }) => name)],
  )
  for (const numbers of [`ticket_counters where module = 'payment'`, 'number_series where year is not null'])
    await client.query(`delete from ${numbers} and not exists (select from payments)`)
  await resetDemoSettings(kyselyOn(client))
  await restoreReferences()
  await releaseOrphans(client, false)
}
