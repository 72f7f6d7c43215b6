import { parseArgs } from 'node:util'
import { openForRestoring, runCommand, UsageError } from '#commands/command.ts'
import { openDatabase } from '#platform/db/client.ts'
import { requireMigrated } from '#platform/db/migrate.ts'
import { previewDemo, removeDemo } from './remove-demo.ts'

const USAGE = `npm run remove-demo -- [--list]

Removes the demo community that the first start made, after a backup. The portal must be stopped. It stops where records that
people made hang on the demo. With --list it only shows what goes and what is in the way.`

await runCommand(USAGE, async (command) => {
  const onlyList = readArguments(process.argv.slice(2))
  const { config, print, signal } = command
  const { connectionString, stop } = await openForRestoring(command)
  try {
    const { db, close } = openDatabase({ connectionString, poolSize: 1 })
    await requireMigrated(db).finally(close)
    const { goes, inTheWay } = await previewDemo(connectionString)
    print('of the demo community there are:')
    for (const line of goes) console.log(`             ${line}`)
    if (onlyList) {
      for (const line of inTheWay) print(`in the way: ${line}`)
      return
    }
    const { dataDir, backupDir, s3 } = config
    print('making a backup')
    const { backup } = await removeDemo({ connectionString, dataDir, backupDir, s3 }, signal)
    print(`removed. The backup lies in ${backup}`)
    print(
      'Where no super-administrator is left, the next start makes one (SUPER_ADMIN_EMAIL, SUPER_ADMIN_PASSWORD).',
    )
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
