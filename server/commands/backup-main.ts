import { existsSync, statSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join, resolve } from 'node:path'
import { backupName } from '#platform/backup/archive/archive-folder.ts'
import { makeBackup } from '#platform/backup/make-backup.ts'
import { UsageError, formatCount, formatBytes, openForReading, readArguments, runCommand } from './command.ts'

const USAGE = `npm run backup -- [--to FILE or FOLDER]

Makes a backup of the configured database and its files. The portal may run meanwhile.
Without --to the backup is in BACKUP_DIR, or else in DATA_DIR/backups.`

await runCommand(USAGE, async (command) => {
  const { config, print, signal } = command
  const to = readTarget()
  const database = await openForReading(command)
  try {
    const { dataDir, backupDir, s3 } = config
    const { connectionString } = database
    print('making a backup')
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
    print(
      `${formatCount(rows, 'row')} of ${formatCount(tables.length, 'table')} and ${formatCount(files.count, 'file')}`,
    )
    if (files.missing > 0)
      print(
        `${formatCount(files.missing, 'file')} missing from the store; see missing-files.txt in the backup`,
      )
    print(`${made.path} (${formatBytes(made.bytes)}, SHA-256 ${made.sha256})`)
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
  throw new UsageError(`${path} exists already. A backup never replaces a file.`)
}
