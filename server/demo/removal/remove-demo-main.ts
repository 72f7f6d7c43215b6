import { openTargetDatabase, requireDatabase, runCommand } from '#commands/command.ts'
import { openDatabase } from '#platform/db/client.ts'
import { requireMigratedSchema } from '#platform/db/migrate.ts'
import { previewDemoRemoval, removeDemo } from './remove-demo.ts'

const REMOVE_DEMO_COMMAND = {
  name: 'remove-demo',
  about: `Makes a backup, then removes the demo community. The portal must be stopped. Refuses if records of users refer to the
demo.`,
  options: { list: { text: 'Shows only the counts of the demo and the records that refer to it.' } },
  examples: ['--list', ''],
} as const

await runCommand(REMOVE_DEMO_COMMAND, async (command) => {
  const { config, print, signal, values } = command
  requireDatabase(config)
  const { connectionString, stop } = await openTargetDatabase(command)
  try {
    const { db, close } = openDatabase({ connectionString, poolSize: 1 })
    await requireMigratedSchema(db).finally(close)
    const { counts, blockers } = await previewDemoRemoval(connectionString)
    print('the demo community has:')
    for (const line of counts) console.log(`             ${line}`)
    if (values.list) {
      for (const line of blockers) print(`not removable: ${line}`)
      return
    }
    const { dataDir, backupDir, backupRecipients, s3 } = config
    print('making a backup')
    const { backup } = await removeDemo(
      { connectionString, dataDir, backupDir, backupRecipients, s3 },
      signal,
    )
    print(`removed. The backup is ${backup}`)
    print('Without a super-administrator the next start makes one (SUPER_ADMIN_EMAIL, SUPER_ADMIN_PASSWORD).')
  } finally {
    await stop()
  }
})
