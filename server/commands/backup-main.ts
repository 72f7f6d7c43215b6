import { existsSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { toBackupName } from '#platform/backup/archive/archive-folder.ts'
import { createBackup } from '#platform/backup/create-backup.ts'
import { getAccountName } from '#platform/get-account-name.ts'
import { UsageError } from './command-line.ts'
import { formatCount, formatBytes, openExistingDatabase, runCommand } from './command.ts'

const BACKUP_COMMAND = {
  name: 'backup',
  about: 'Makes a backup of the configured database and its files. The portal may run meanwhile.',
  options: {
    to: {
      value: 'FILE',
      text: 'New file, or a folder for it. Without it: BACKUP_DIR, else DATA_DIR/backups.',
    },
  },
  examples: ['', '--to /mnt/elsewhere'],
} as const

await runCommand(BACKUP_COMMAND, async (command) => {
  const { config, print, signal, values } = command
  const destinationPath = values.to === undefined ? undefined : choosePath(values.to, config)
  const database = await openExistingDatabase(command)
  try {
    const { dataDir, backupDir, backupRecipients, s3 } = config
    const { connectionString } = database
    print('making a backup')
    const createdBackup = await createBackup(
      {
        connectionString,
        dataDir,
        backupDir,
        backupRecipients,
        s3,
        cause: 'command',
        startedBy: getAccountName(),
        ...(destinationPath && { to: destinationPath }),
      },
      signal,
    )
    const { tables, files } = createdBackup.manifest
    const rowCount = tables.reduce((sum, table) => sum + table.rows, 0)
    print(
      `${formatCount(rowCount, 'row')} of ${formatCount(tables.length, 'table')} and ${formatCount(files.count, 'file')}`,
    )
    if (files.missing > 0)
      print(
        `${formatCount(files.missing, 'file')} missing from the store; see missing-files.txt in the backup`,
      )
    if (!createdBackup.isEncrypted) print('It is not encrypted: BACKUP_RECIPIENTS is not set.')
    print(`${createdBackup.path} (${formatBytes(createdBackup.bytes)}, SHA-256 ${createdBackup.sha256})`)
  } finally {
    await database.stop()
  }
})

/** Returns the path of a new backup. Throws UsageError if the file exists already. */
function choosePath(to: string, backupPlace: Parameters<typeof toBackupName>[2]): string {
  const path = resolve(to)
  if (!existsSync(path)) return path
  if (statSync(path).isDirectory()) return join(path, toBackupName(new Date(), 'command', backupPlace))
  throw new UsageError(`${path} exists already. A backup never replaces a file.`)
}
