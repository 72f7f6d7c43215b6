import { requireNoPortalRunning } from '#platform/backup/restore.ts'
import { connect } from '#platform/db/connect.ts'
import { openForRestoring, requireDatabase, runCommand } from './command.ts'
import { upgradeToOne } from './upgrade-to-1/upgrade.ts'

const UPGRADE_TO_1 = {
  name: 'upgrade-to-1',
  about: `Upgrades the database of a version before 1.0.0, once, while no portal runs on it. Prints the rows and the
sums of amounts of each table before and after. Make a backup with the old version first.`,
  options: {},
  examples: [''],
} as const

// Remove at the next release, with the folder upgrade-to-1/ and `refuseEarlier` of migrate.ts.

await runCommand(UPGRADE_TO_1, async (command) => {
  requireDatabase(command.config)
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
