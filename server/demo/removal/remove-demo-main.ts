import { parseArgs } from 'node:util'
import { openForRestoring, runCommand, UsageError } from '#commands/command.ts'
import { openDatabase } from '#platform/db/client.ts'
import { requireMigrated } from '#platform/db/migrate.ts'
import { previewDemo, removeDemo } from './remove-demo.ts'

const USAGE = `npm run remove-demo -- [--list]

Makes a backup, then removes the demo community. The portal must be stopped. Refuses if records of users refer to the
demo. With --list it only shows the counts and these records.`

await runCommand(USAGE, async (command) => {
  const onlyList = readArguments(process.argv.slice(2))
  const { config, print, signal } = command
  const { connectionString, stop } = await openForRestoring(command)
  try {
    const { db, close } = openDatabase({ connectionString, poolSize: 1 })
    await requireMigrated(db).finally(close)
    const { counts, blockers } = await previewDemo(connectionString)
    print('the demo community has:')
    for (const line of counts) console.log(`             ${line}`)
    if (onlyList) {
      for (const line of blockers) print(`not removable: ${line}`)
      return
    }
    const { dataDir, backupDir, s3 } = config
    print('making a backup')
    const { backup } = await removeDemo({ connectionString, dataDir, backupDir, s3 }, signal)
    print(`removed. The backup is ${backup}`)
    print('Without a super-administrator the next start makes one (SUPER_ADMIN_EMAIL, SUPER_ADMIN_PASSWORD).')
  } finally {
    await stop()
  }
})

function readArguments(args: string[]): boolean {
  try {
    return parseArgs({ args, options: { list: { type: 'boolean' } } }).values.list === true
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
}
