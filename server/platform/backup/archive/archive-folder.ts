import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Backup } from '@tahanan/contract/database/answers.ts'
import { ENCRYPTED_EXTENSION } from './encryption.ts'

export type Cause = Backup['cause']

const BACKUP_NAME_PATTERN =
  /^tahanan-(\d{4}-\d{2}-\d{2})T(\d{2})-(\d{2})-(\d{2})Z-(person|schedule|reset|command)\.tar(?:\.age)?$/
const PARTIAL_EXTENSION = '.partial'

interface BackupFile {
  readonly file: string
  readonly cause: Cause
  readonly startedAt: Date
  readonly bytes: number
}

export interface BackupLocation {
  readonly dataDir: string
  readonly backupDir?: string | undefined
  /** Public age keys for encryption. If empty, backups are not encrypted. */
  readonly backupRecipients?: readonly string[] | undefined
}

/** Returns `BACKUP_DIR` if it is set, otherwise `DATA_DIR/backups` (rules 12.10). */
export const getBackupFolder = ({ dataDir, backupDir }: BackupLocation): string =>
  backupDir ?? join(dataDir, 'backups')

/** Returns the file name of a backup, with the time in UTC: `tahanan-2026-11-21T02-30-00Z-schedule.tar`. */
export function toBackupName(
  startedAt: Date,
  cause: Cause,
  { backupRecipients = [] }: Pick<BackupLocation, 'backupRecipients'> = {},
): string {
  const time = startedAt.toISOString().slice(0, 19).replaceAll(':', '-')
  return `tahanan-${time}Z-${cause}.tar${backupRecipients.length > 0 ? ENCRYPTED_EXTENSION : ''}`
}

export const isEncryptedName = (file: string): boolean => file.endsWith(ENCRYPTED_EXTENSION)

export const toPartialName = (file: string): string => `${file}${PARTIAL_EXTENSION}`

export const isBackupName = (file: string): boolean => BACKUP_NAME_PATTERN.test(file)

/** Lists the backups in the folder, newest first; an empty list if the folder does not exist. */
export async function listBackupFiles(folder: string): Promise<BackupFile[]> {
  const backupFiles: BackupFile[] = []
  for (const file of await listNames(folder)) {
    const match = BACKUP_NAME_PATTERN.exec(file)
    if (!match) continue
    const [, day = '', hour = '', minute = '', second = '', cause] = match
    const fileStats = await stat(join(folder, file)).catch(() => null)
    if (!fileStats?.isFile()) continue
    const startedAt = new Date(`${day}T${hour}:${minute}:${second}Z`)
    if (Number.isNaN(startedAt.getTime())) continue
    backupFiles.push({ file, cause: cause as Cause, startedAt, bytes: fileStats.size })
  }
  return backupFiles.toSorted((a, b) => b.startedAt.getTime() - a.startedAt.getTime())
}

/** Maximum number of manual backups in the folder (rules 12.23). */
export const MAX_MANUAL_BACKUPS = 20

/** Returns true for manual backups, which count towards `MAX_MANUAL_BACKUPS` and are never deleted automatically. */
export const isManual = (cause: Cause): boolean => cause === 'person' || cause === 'command'

export async function countManualBackups(folder: string): Promise<number> {
  return (await listBackupFiles(folder)).filter(({ cause }) => isManual(cause)).length
}

/**
 * Removes unfinished backup files. The caller must have the backup lock; otherwise the file of a running
 * backup would be removed too.
 */
export async function removePartialFiles(folder: string): Promise<void> {
  for (const name of await listNames(folder)) {
    if (name.endsWith(PARTIAL_EXTENSION) && isBackupName(name.slice(0, -PARTIAL_EXTENSION.length)))
      await rm(join(folder, name), { force: true })
  }
}

async function listNames(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
}
