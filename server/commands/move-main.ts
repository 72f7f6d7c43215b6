import { userInfo } from 'node:os'
import { openSecondFactorKey } from '#features/sessions/second-factor/second-factor-key.ts'
import { makeBackup } from '#platform/backup/make-backup.ts'
import { openDatabase } from '#platform/db/client.ts'
import { findEmbedded } from '#platform/db/embedded/find-embedded.ts'
import { silentLog } from '#platform/db/embedded/server-process.ts'
import { startEmbedded } from '#platform/db/embedded/start-embedded.ts'
import { waitForDatabase } from '#platform/db/wait-for-database.ts'
import { counted, readArguments, runCommand, UsageError } from './command.ts'
import { restorePortal } from './restore-portal.ts'

const USAGE = `npm run move -- --to postgresql://user:password@host/database

Moves the embedded database of DATA_DIR into an empty database of your own PostgreSQL server, by way of a backup, which stays.
Files stay where they are. The portal must be stopped; the embedded database is left as it was.`

await runCommand(USAGE, async ({ config, say, signal }) => {
  const to = readArguments({ options: { to: { type: 'string' } } }).values.to ?? config.databaseUrl
  if (!to) throw new UsageError('Where to?')
  const { dataDir, backupDir, s3, secondFactorKeyFile } = config
  if (findEmbedded(dataDir).state === 'none')
    throw new UsageError(`There is no embedded database in ${dataDir}.`)
  await waitForDatabase(to)
  const embedded = await startEmbedded({ dataDir, log: { ...silentLog, warn: say } })
  let archive: string
  try {
    say('making a backup of the embedded database')
    const { connectionString } = embedded
    await keepKey(connectionString, secondFactorKeyFile)
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
    say,
  )
  say(
    `${counted(restored.rows, 'row')} are there. Now set DATABASE_URL to the new address and start the portal.`,
  )
  say(`The key of two-step login is in ${secondFactorKeyFile}, which the portal needs there as well.`)
  say(`The backup stays in ${archive}, the embedded database where it was, until you remove them.`)
})

/** Makes sure that the key of two-step login is in its file: no backup holds it. */
async function keepKey(connectionString: string, file: string): Promise<void> {
  const { db, close } = openDatabase({ connectionString, poolSize: 1 })
  await openSecondFactorKey(db, file).finally(close)
}
