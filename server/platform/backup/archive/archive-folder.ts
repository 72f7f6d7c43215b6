import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Backup } from '@tahanan/contract/database/answers.ts'
import { ENCRYPTED_EXTENSION } from './encryption.ts'

export type Cause = Backup['cause']

const NAME =
  /^tahanan-(\d{4}-\d{2}-\d{2})T(\d{2})-(\d{2})-(\d{2})Z-(person|schedule|reset|command)\.tar(?:\.age)?$/
const PARTIAL = '.partial'

interface BackupFile {
  readonly file: string
  readonly cause: Cause
  readonly startedAt: Date
  readonly bytes: number
}

export interface BackupPlace {
  readonly dataDir: string
  readonly backupDir?: string | undefined
  /** `BACKUP_RECIPIENTS`: public age keys for which backups are encrypted. */
  readonly backupRecipients?: readonly string[] | undefined
}

/** The folder of backups: `BACKUP_DIR`, else `DATA_DIR/backups` (rules 12.10). */
export const getBackupFolder = ({ dataDir, backupDir }: BackupPlace): string =>
  backupDir ?? join(dataDir, 'backups')

/** Returns a name such as `tahanan-2026-11-21T02-30-00Z-schedule.tar`: the time in UTC and the cause. */
export function backupName(
  startedAt: Date,
  cause: Cause,
  { backupRecipients = [] }: Pick<BackupPlace, 'backupRecipients'> = {},
): string {
  const time = startedAt.toISOString().slice(0, 19).replaceAll(':', '-')
  return `tahanan-${time}Z-${cause}.tar${backupRecipients.length > 0 ? ENCRYPTED_EXTENSION : ''}`
}

export const isEncryptedName = (file: string): boolean => file.endsWith(ENCRYPTED_EXTENSION)

export const toPartialName = (file: string): string => `${file}${PARTIAL}`

export const isBackupName = (file: string): boolean => NAME.test(file)

/** Returns the finished backups in a folder, newest first; an empty list if the folder is missing. */
export async function listBackupFiles(folder: string): Promise<BackupFile[]> {
  const found: BackupFile[] = []
  for (const file of await namesIn(folder)) {
    const match = NAME.exec(file)
    if (!match) continue
    const [, day = '', hour = '', minute = '', second = '', cause] = match
    const size = await stat(join(folder, file)).catch(() => null)
    if (!size?.isFile()) continue
    const startedAt = new Date(`${day}T${hour}:${minute}:${second}Z`)
    if (Number.isNaN(startedAt.getTime())) continue
    found.push({ file, cause: cause as Cause, startedAt, bytes: size.size })
  }
  return found.toSorted((a, b) => b.startedAt.getTime() - a.startedAt.getTime())
}

/** Maximum manual backups in the folder of backups (rules 12.23). */
export const MOST_MANUAL = 20

/** Whether a person or command requested a backup: it counts for `MOST_MANUAL` and is never deleted automatically. */
export const isManual = (cause: Cause): boolean => cause === 'person' || cause === 'command'

export async function countManual(folder: string): Promise<number> {
  return (await listBackupFiles(folder)).filter(({ cause }) => isManual(cause)).length
}

/** Deletes unfinished files. Requires the backup lock, since a running backup has such a file too. */
export async function removePartials(folder: string): Promise<void> {
  for (const name of await namesIn(folder)) {
    if (name.endsWith(PARTIAL) && isBackupName(name.slice(0, -PARTIAL.length)))
      await rm(join(folder, name), { force: true })
  }
}

async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
}
