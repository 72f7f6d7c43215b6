import { rm } from 'node:fs/promises'
import { basename } from 'node:path'
import { sql } from 'kysely'
import { openSecondFactorKey } from '#features/sessions/second-factor/open-second-factor-key.ts'
import { listSequences } from '#platform/backup/begin-snapshot.ts'
import { createBackup } from '#platform/backup/create-backup.ts'
import { markBackupsAsRemoved } from '#platform/backup/repository.ts'
import { requireFitTarget } from '#platform/backup/restore-backup.ts'
import { openDatabase, type Db } from '#platform/db/client.ts'
import { connect, createKysely } from '#platform/db/connect.ts'
import { findEmbedded } from '#platform/db/embedded/find-embedded.ts'
import { silentLog } from '#platform/db/embedded/server-process.ts'
import { startEmbedded } from '#platform/db/embedded/start-embedded.ts'
import { waitForDatabase } from '#platform/db/wait-for-database.ts'
import { getErrorMessage } from '#platform/explain-to-operator.ts'
import { createBucket } from '#platform/files/store/bucket.ts'
import { claimBucket } from '#platform/files/store/require-own-bucket.ts'
import { getAccountName } from '#platform/get-account-name.ts'
import type { S3Config } from '#platform/platform-config.ts'
import { UsageError } from './command-line.ts'
import { formatCount, parseDatabaseUrl, runCommand } from './command.ts'
import { restorePortal } from './restore-portal.ts'

const MOVE_COMMAND = {
  name: 'move',
  about: `Moves the embedded database of DATA_DIR into an empty database of your own PostgreSQL server, through a backup.
Keeps the backup, the files and the embedded database. Passes of guests and links in mails stay valid.
Everyone logs in again. The portal must be stopped.`,
  options: { to: { value: 'ADDRESS', text: 'Address of the empty database; DATABASE_URL without it.' } },
  examples: ['--to postgresql://portal:password@db.example.ph/portal'],
} as const

/**
 * Tables that backups omit but `npm run move` copies. Without them mailed links, data copies, push
 * subscriptions and idempotency keys would stop working.
 */
const MOVED_TABLES = ['account_tokens', 'data_copies', 'push_subscriptions', 'idempotency_keys']

await runCommand(MOVE_COMMAND, async ({ config, print, signal, values }) => {
  const { dataDir, backupDir, s3, secondFactorKeyFile } = config
  const { option, databaseUrl: to } = chooseTarget(values.to, config.databaseUrl)
  if (findEmbedded(dataDir).state === 'none') throw new Error(`There is no embedded database in ${dataDir}.`)
  print('checking the target')
  await waitForDatabase(to, undefined, option)
  await requireFitTarget(to)
  const embeddedDatabase = await startEmbedded({ dataDir, log: { ...silentLog, warn: print } })
  try {
    print('making a backup of the embedded database')
    const { connectionString } = embeddedDatabase
    await ensureKeyFile(connectionString, secondFactorKeyFile)
    // Makes a backup without encryption, because it is restored at once and the portal has no secret key to
    // decrypt it.
    const { path: archive } = await createBackup(
      { connectionString, dataDir, backupDir, s3, cause: 'command', startedBy: getAccountName() },
      signal,
    )
    const moveOrder = { connectionString: to, dataDir, s3, secondFactorKeyFile, archive }
    const finish = (target: Db): Promise<void> => copyRowsOutsideBackup(connectionString, target)
    const restoreResult = await restorePortal(
      { ...moveOrder, replace: false, files: false, finish },
      print,
    ).catch(async (error: unknown) => {
      await removeBackup(connectionString, archive)
      throw error
    })
    if (s3) await transferBucket(s3, to)
    print(
      `moved ${formatCount(restoreResult.rows, 'row')}. Now set DATABASE_URL to the new address and start the portal.`,
    )
    print(`The portal still needs the key of two-step login in ${secondFactorKeyFile}.`)
    print(`The backup ${archive} and the embedded database stay until you remove them.`)
  } finally {
    await embeddedDatabase.stop()
  }
})

function chooseTarget(to: string | undefined, configuredUrl: string | undefined) {
  if (to !== undefined) return parseDatabaseUrl('--to', to)
  if (configuredUrl !== undefined) return { option: 'DATABASE_URL', databaseUrl: configuredUrl }
  throw new UsageError('Name the target: --to postgresql://user:password@host/database.')
}

async function removeBackup(connectionString: string, archive: string): Promise<void> {
  await rm(archive, { force: true })
  const { db, close } = openDatabase({ connectionString, poolSize: 1 })
  await markBackupsAsRemoved(db, [basename(archive)]).finally(close)
}

async function transferBucket(s3: Readonly<S3Config>, connectionString: string): Promise<void> {
  const { db, close } = openDatabase({ connectionString, poolSize: 1 })
  await claimBucket(createBucket(s3), db)
    .catch((error: unknown) => {
      throw new Error(
        `All rows were moved, but the bucket could not be given to the new database (${getErrorMessage(error)}). ` +
          'Set DATABASE_URL to it, and run: npm run take-bucket -- --yes',
        { cause: error },
      )
    })
    .finally(close)
}

/**
 * Copies what backups do not contain: the secrets of the portal, the codes of passes and `MOVED_TABLES`. So
 * passes that guests already have and links in mails stay valid.
 */
async function copyRowsOutsideBackup(connectionString: string, target: Db): Promise<void> {
  // A connection without a time limit, because there may be many passes.
  const client = await connect(connectionString, 'tahanan-move')
  const db = createKysely(client)
  try {
    const secrets = await db.selectFrom('secrets').selectAll().execute()
    await target.deleteFrom('secrets').execute()
    if (secrets.length > 0) await target.insertInto('secrets').values(secrets).execute()
    const passes = await db.selectFrom('gate_passes').select(['id', 'code']).execute()
    // Replaces all codes first, because the random code of a restored pass may be the code of another pass.
    await sql`update gate_passes set code = 'pass ' || id`.execute(target)
    await sql`update gate_passes as p set code = source.code
      from unnest(${passes.map(({ id }) => id)}::bigint[], ${passes.map(({ code }) => code)}::text[])
        as source (id, code)
      where p.id = source.id`.execute(target)
    for (const table of MOVED_TABLES) await copyTable(db, target, table)
    // Jobs do not move. Without its job an unfinished copy would refuse a new one for hours.
    await target.deleteFrom('data_copies').where('state', 'in', ['waiting', 'making']).execute()
    // Sessions are not copied, but their ids continue, because push subscriptions contain them.
    const sequences = await listSequences(
      client,
      [...MOVED_TABLES, 'sessions'].map((name) => ({ name, columns: [] })),
    )
    for (const { table, column, value, called } of sequences)
      await sql`select setval(pg_get_serial_sequence(${table}, ${column}), ${value}, ${called})`.execute(
        target,
      )
  } finally {
    await client.end()
  }
}

/** The source may be older: then it lacks columns, or the table. */
async function copyTable(source: Db, target: Db, table: string): Promise<void> {
  const { rows: tables } = await sql`select where to_regclass(${table}) is not null`.execute(source)
  if (tables.length === 0) return
  const { rows } = await sql<{ row: Record<string, unknown> }>`
    select to_jsonb(source) as row from ${sql.table(table)} as source`.execute(source)
  const [firstRow] = rows
  if (!firstRow) return
  const columns = sql.join(Object.keys(firstRow.row).map((column) => sql.ref(column)))
  await sql`insert into ${sql.table(table)} (${columns}) overriding system value
    select ${columns} from jsonb_populate_recordset(null::${sql.table(table)},
      ${JSON.stringify(rows.map(({ row }) => row))}::jsonb)`.execute(target)
}

/** Creates the key file of two-step login if it is missing, because backups do not contain it. */
async function ensureKeyFile(connectionString: string, file: string): Promise<void> {
  const { db, close } = openDatabase({ connectionString, poolSize: 1 })
  await openSecondFactorKey(db, file).finally(close)
}
