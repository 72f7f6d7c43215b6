import type { Client } from 'pg'
import { dropForeignKeys } from '#features/reset/drop-foreign-keys.ts'
import { endAccountAccess, lockAllTables, releaseOrphanedFiles } from '#features/reset/empty-groups.ts'
import { recordAction } from '#platform/audit/record-action.ts'
import { createBackup, type CreateBackupOptions } from '#platform/backup/create-backup.ts'
import { requireNoPortalRunning } from '#platform/backup/restore-backup.ts'
import type { DbOrTx } from '#platform/db/client.ts'
import { connect, createKysely } from '#platform/db/connect.ts'
import { getAccountName } from '#platform/get-account-name.ts'
import { MODULES } from '@tahanan/contract/tickets/index.ts'
import { resetDemoSettings } from '../settings.ts'
import { findDemo, hasDemo, type DemoSelection } from './find-demo.ts'

/**
 * Throws if the database contains the demo community. A portal without `DEMO=true` calls it at its start,
 * because the demo's passwords are public.
 */
export async function requireNoDemo(db: DbOrTx): Promise<void> {
  if (!(await hasDemo(db))) return
  throw new Error(
    'This database holds the demo community, whose passwords are in the README, and DEMO is not true.\n' +
      'Remove it first:\n' +
      '  npm run remove-demo -- --list    lists its records\n' +
      '  npm run remove-demo              makes a backup, then removes it\n' +
      'or start with DEMO=true to keep the demo.',
  )
}

/** Returns what a removal of the demo would delete. Throws if there is no demo community. */
export async function previewDemoRemoval(connectionString: string): Promise<DemoSelection> {
  return withClient(connectionString, requireDemoCommunity)
}

/**
 * Makes a backup, then deletes the demo's rows in one transaction. Sets demo settings that nobody has changed
 * to the defaults. The portal must be stopped. Throws if records of real users reference the demo.
 */
export async function removeDemo(
  installation: Pick<
    CreateBackupOptions,
    'connectionString' | 'dataDir' | 'backupDir' | 'backupRecipients' | 's3'
  >,
  signal?: AbortSignal,
) {
  await withClient(installation.connectionString, async (client) => {
    await requireNoPortalRunning(client)
    requireNoBlockers(await requireDemoCommunity(client))
  })
  const backup = await createBackup(
    { ...installation, cause: 'command', startedBy: getAccountName() },
    signal,
  )
  return withClient(installation.connectionString, async (client) => {
    await client.query('begin')
    await client.query(`set local lock_timeout = '10s'`)
    await lockAllTables(client)
    const demoSelection = await requireDemoCommunity(client)
    requireNoBlockers(demoSelection)
    await deleteDemo(client, demoSelection.conditions)
    await recordAction(createKysely(client), {
      action: 'remove',
      subject: 'database',
      detail:
        `The demo community was removed by the account ${getAccountName()} of the machine: ` +
        `${demoSelection.counts.join(', ')}.`,
    })
    await requireNoPortalRunning(client)
    await client.query('commit')
    return { backup: backup.path }
  })
}

async function withClient<Result>(
  connectionString: string,
  callback: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = await connect(connectionString, 'tahanan-remove-demo')
  try {
    return await callback(client)
  } finally {
    // Closes the connection, which also rolls back an open transaction.
    await client.end().catch(() => {})
  }
}

async function requireDemoCommunity(client: Client): Promise<DemoSelection> {
  const demoSelection = await findDemo(client)
  if (!demoSelection) throw new Error('There is no demo community in this database.')
  return demoSelection
}

function requireNoBlockers({ blockers }: DemoSelection): void {
  if (blockers.length === 0) return
  throw new Error(
    'Nothing was removed: records of users refer to the demo community.\n' +
      `${blockers.map((line) => `  ${line}`).join('\n')}\n` +
      'Either begin with an empty DATA_DIR or database. Or start with DEMO=true and, as the super-administrator,\n' +
      'reset these groups (Utilities, Database) or give the accounts in use another e-mail address and password,\n' +
      'so that they stay. Then try again.',
  )
}

async function deleteDemo(client: Client, conditions: DemoSelection['conditions']): Promise<void> {
  const restoreReferences = await dropForeignKeys(client)
  const selectIds = (table: string): string => `select id from ${table} where ${conditions[table] ?? 'false'}`
  await endAccountAccess(client, 'client', selectIds('tenants'))
  await endAccountAccess(client, 'admin', selectIds('admins'))
  await endAccountAccess(client, 'super-admin', selectIds('super_admins'))
  await client.query(`delete from live_tenants where tenant_id in (${selectIds('tenants')})`)
  await client.query(`delete from gateway_messages where payment_id in (${selectIds('payments')})`)
  await client.query(`delete from sandbox_transactions where ${conditions['payments'] ?? 'false'}`)
  for (const [table, condition] of Object.entries(conditions))
    await client.query(`delete from ${table} where ${condition}`)
  await client.query(
    `delete from ticket_counters where module = any($1) and module not in (select module from tickets)`,
    [MODULES.map(({ name }) => name)],
  )
  for (const tableAndCondition of [
    `ticket_counters where module = 'payment'`,
    'number_series where year is not null',
  ])
    await client.query(`delete from ${tableAndCondition} and not exists (select from payments)`)
  await resetDemoSettings(createKysely(client))
  await restoreReferences()
  await releaseOrphanedFiles(client, false)
}
