import { requireNoPortalRunning } from '#platform/backup/restore.ts'
import { connect } from '#platform/db/connect.ts'
import { findEmbedded } from '#platform/db/embedded/find-embedded.ts'
import { readArguments, openForRestoring, runCommand, UsageError } from './command.ts'
import { upgradeToOne } from './upgrade-to-1/upgrade.ts'

const USAGE = `npm run upgrade-to-1

Upgrades the database of a version before 1.0.0, once, while no portal runs on it. Prints the rows and the
sums of amounts of each table before and after. Make a backup with the old version first.`

// Remove at the next release, with the folder upgrade-to-1/ and `refuseEarlier` of migrate.ts.

await runCommand(USAGE, async (command) => {
  readArguments({ options: {} })
  const { databaseUrl, dataDir } = command.config
  if (!databaseUrl && findEmbedded(dataDir).state === 'none')
    throw new UsageError(`There is no database in ${dataDir}.`)
  const { connectionString, stop } = await openForRestoring(command)
  try {
    const client = await connect(connectionString, 'tahanan-upgrade')
    try {
      await requireNoPortalRunning(client)
      await upgradeToOne(client, command.print)
    } finally {
      await client.end()
    }
    command.print('The database now has version 1.0.0. Start the portal.')
  } finally {
    await stop()
  }
})
