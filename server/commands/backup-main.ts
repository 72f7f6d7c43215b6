import { existsSync, statSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join, resolve } from 'node:path'
import { backupName } from '#platform/backup/archive/archive-folder.ts'
import { makeBackup } from '#platform/backup/make-backup.ts'
import { UsageError, counted, inUnits, reachForReading, readArguments, runCommand } from './command.ts'

const USAGE = `npm run backup -- [--to FILE or FOLDER]

Makes a backup of the database and the files that the environment and .env name, while the portal runs or does not.
Without --to it lies in BACKUP_DIR, or in DATA_DIR/backups where that is not set.`

await runCommand(USAGE, async (command) => {
  const { config, say, signal } = command
  const to = readTarget()
  const database = await reachForReading(command)
  try {
    const { dataDir, backupDir, s3 } = config
    const { connectionString } = database
    say('making a backup')
    const made = await makeBackup(
      {
        connectionString,
        dataDir,
        backupDir,
        s3,
        cause: 'command',
        startedBy: userInfo().username,
        ...(to && { to }),
      },
      signal,
    )
    const { tables, files } = made.manifest
    const rows = tables.reduce((sum, table) => sum + table.rows, 0)
    say(`${counted(rows, 'row')} of ${counted(tables.length, 'table')} and ${counted(files.count, 'file')}`)
    if (files.missing > 0)
      say(
        `${counted(files.missing, 'file')} that the database names were not in the store; see missing-files.txt in it`,
      )
    say(`${made.path} (${inUnits(made.bytes)}, SHA-256 ${made.sha256})`)
  } finally {
    await database.stop()
  }
})

function readTarget(): string | undefined {
  const { to } = readArguments({ options: { to: { type: 'string' } } }).values
  if (to === undefined) return undefined
  const path = resolve(to)
  if (!existsSync(path)) return path
  if (statSync(path).isDirectory()) return join(path, backupName(new Date(), 'command'))
  throw new UsageError(`${path} exists already. A backup is never written over another file.`)
}
