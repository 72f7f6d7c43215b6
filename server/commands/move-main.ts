import { userInfo } from 'node:os'
import { openSecondFactorKey } from '#features/sessions/second-factor/second-factor-key.ts'
import { makeBackup } from '#platform/backup/make-backup.ts'
import { openDatabase } from '#platform/db/client.ts'
import { findEmbedded } from '#platform/db/embedded/find-embedded.ts'
import { silentLog } from '#platform/db/embedded/server-process.ts'
import { startEmbedded } from '#platform/db/embedded/start-embedded.ts'
import { waitForDatabase } from '#platform/db/wait-for-database.ts'
import { takeBucket } from '#platform/files/store/bucket-owner.ts'
import { createBucket } from '#platform/files/store/bucket.ts'
import type { S3Config } from '#platform/platform-config.ts'
import { formatCount, readArguments, runCommand, UsageError } from './command.ts'
import { restorePortal } from './restore-portal.ts'

const USAGE = `npm run move -- --to postgresql://user:password@host/database

Moves the embedded database of DATA_DIR into an empty database of your own PostgreSQL server, through a backup.
Keeps the backup, the files and the embedded database. The portal must be stopped.`

await runCommand(USAGE, async ({ config, print, signal }) => {
  const to = readArguments({ options: { to: { type: 'string' } } }).values.to ?? config.databaseUrl
  if (!to) throw new UsageError('Name the target with --to.')
  const { dataDir, backupDir, s3, secondFactorKeyFile } = config
  if (findEmbedded(dataDir).state === 'none')
    throw new UsageError(`There is no embedded database in ${dataDir}.`)
  await waitForDatabase(to)
  const embedded = await startEmbedded({ dataDir, log: { ...silentLog, warn: print } })
  let archive: string
  try {
    print('making a backup of the embedded database')
    const { connectionString } = embedded
    await ensureKeyFile(connectionString, secondFactorKeyFile)
    const made = await makeBackup(
      { connectionString, dataDir, backupDir, s3, cause: 'command', startedBy: userInfo().username },
      signal,
    )
    archive = made.path
  } finally {
    await embedded.stop()
  }
  const restored = await restorePortal(
    { connectionString: to, dataDir, s3, secondFactorKeyFile, archive, replace: false, files: false },
    print,
  )
  if (s3) await giveBucket(s3, to)
  print(
    `moved ${formatCount(restored.rows, 'row')}. Now set DATABASE_URL to the new address and start the portal.`,
  )
  print(`The portal still needs the key of two-step login in ${secondFactorKeyFile}.`)
  print(`The backup ${archive} and the embedded database stay until you remove them.`)
})

/** Makes the new database the owner of the bucket, in which the files stay. */
async function giveBucket(s3: Readonly<S3Config>, connectionString: string): Promise<void> {
  const { db, close } = openDatabase({ connectionString, poolSize: 1 })
  await takeBucket(createBucket(s3), db).finally(close)
}

/** Creates the key file of two-step login if missing; backups do not contain it. */
async function ensureKeyFile(connectionString: string, file: string): Promise<void> {
  const { db, close } = openDatabase({ connectionString, poolSize: 1 })
  await openSecondFactorKey(db, file).finally(close)
}
