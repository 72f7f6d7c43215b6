import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Db } from '#platform/db/client.ts'
import { connect, createKysely } from '#platform/db/connect.ts'
import { openStorage, type StorageConfig } from '#platform/files/store/open-storage.ts'
import { createFolder } from '../create-folder.ts'
import { PortalError } from '../errors.ts'
import { fsyncPath } from '../fsync-path.ts'
import { acquireBackupLock } from './acquire-backup-lock.ts'
import {
  getBackupFolder,
  toBackupName,
  countManualBackups,
  isManual,
  listBackupFiles,
  MAX_MANUAL_BACKUPS,
  toPartialName,
  removePartialFiles,
  type BackupLocation,
  type Cause,
} from './archive/archive-folder.ts'
import { openArchive } from './archive/open-archive.ts'
import { writeArchive, type WrittenArchive } from './archive/write-archive.ts'
import { CLOCK_TOLERANCE_MS } from './backup-schedule.ts'
import {
  createBackupRow,
  markAbandonedAsFailed,
  markBackupAsFailed,
  markBackupAsDone,
  recordFileName,
  markBackupsAsRemoved,
} from './repository.ts'

export interface CreateBackupOptions extends StorageConfig, BackupLocation {
  readonly connectionString: string
  readonly cause: Cause
  readonly startedBy: string
  readonly id?: number
  readonly to?: string
  readonly keep?: number
}

/**
 * Makes a backup and records it in the table `backups`; the portal may be running or stopped. The archive
 * gets its final name only after it is completely written to disk. Throws BackupRunningError, and
 * `backupsFull` (rules 12.23).
 */
export async function createBackup(order: CreateBackupOptions, signal?: AbortSignal) {
  const folder = order.to ? dirname(resolve(order.to)) : getBackupFolder(order)
  const controlClient = await connect(order.connectionString, 'tahanan-backup')
  const recordsDb = createKysely(controlClient)
  try {
    await acquireBackupLock(controlClient)
    await markAbandonedAsFailed(recordsDb, order.id)
    await removePartialFiles(getBackupFolder(order))
    if (order.id === undefined && order.to === undefined) await requireManualBackupSlot(folder, order.cause)
    const id = order.id ?? (await createBackupRow(recordsDb, order.cause, order.startedBy))
    try {
      const path = order.to ? resolve(order.to) : await findFreeName(folder, order)
      await recordFileName(recordsDb, id, order.to ? path : basename(path))
      const archiveResult = await writeArchiveDurably(order, folder, path, signal)
      await markBackupAsDone(recordsDb, id, {
        ...archiveResult,
        problem: describeMissingFiles(archiveResult),
      })
      if (order.keep !== undefined)
        await removeOldScheduledBackups(recordsDb, folder, order.keep, basename(path))
      return { ...archiveResult, path }
    } catch (error) {
      // An abort causes follow-up errors. The reason of the abort is recorded instead of these errors.
      const reason = signal?.aborted ? (signal.reason as unknown) : error
      await markBackupAsFailed(recordsDb, id, describeFailure(reason)).catch(() => {})
      throw reason
    }
  } finally {
    await controlClient.end().catch(() => {})
  }
}

/** Throws `backupsFull` if the folder already has the maximum number of manual backups. */
export async function requireManualBackupSlot(folder: string, cause: Cause): Promise<void> {
  if (!isManual(cause)) return
  const count = await countManualBackups(folder)
  if (count >= MAX_MANUAL_BACKUPS)
    throw new PortalError('backupsFull', { placeholders: { count, most: MAX_MANUAL_BACKUPS } })
}

async function writeArchiveDurably(
  order: CreateBackupOptions,
  folder: string,
  path: string,
  signal: AbortSignal | undefined,
): Promise<WrittenArchive> {
  createFolder(folder)
  const partialPath = toPartialName(path)
  const { disk } = await openStorage(order)
  const client = await connect(order.connectionString, 'tahanan-backup')
  // Closes the connection on abort. Otherwise the abort would have to wait until the current table is
  // completely read.
  const onAbort = (): void => void client.connection.stream.destroy()
  signal?.addEventListener('abort', onAbort)
  try {
    const recipients = order.backupRecipients
    const archiveResult = await writeArchive(client, disk, partialPath, { signal, recipients })
    signal?.throwIfAborted()
    // A reset deletes data after this backup, so the backup is verified first.
    if (order.cause === 'reset') await verifyArchiveFile(partialPath, archiveResult)
    await rename(partialPath, path)
    await fsyncPath(folder)
    return archiveResult
  } catch (error) {
    await rm(partialPath, { force: true })
    throw error
  } finally {
    signal?.removeEventListener('abort', onAbort)
    await client.end().catch(() => {})
  }
}

/**
 * Verifies a written archive. The portal cannot decrypt an encrypted archive, so only its checksum is
 * compared.
 */
async function verifyArchiveFile(path: string, { sha256, isEncrypted }: WrittenArchive): Promise<void> {
  if (!isEncrypted) return openArchive(path).then((archive) => archive.close())
  const checksum = createHash('sha256')
  await pipeline(createReadStream(path), checksum)
  if (checksum.digest('hex') !== sha256) throw new Error('The backup was not stored as it was written.')
}

async function findFreeName(folder: string, { cause, ...place }: CreateBackupOptions): Promise<string> {
  for (let candidateTime = Date.now(); ; candidateTime += 1000) {
    const path = join(folder, toBackupName(new Date(candidateTime), cause, place))
    if (!(await stat(path).catch(() => null))) return path
  }
}

/**
 * Keeps `newFile` and files dated in the future, which were made while the clock was ahead. The latter do not
 * count among the `backupsToKeep`; otherwise they would replace newer backups.
 */
async function removeOldScheduledBackups(
  db: Db,
  folder: string,
  backupsToKeep: number,
  newFile: string,
): Promise<void> {
  const latestTime = Date.now() + CLOCK_TOLERANCE_MS
  const scheduledBackups = (await listBackupFiles(folder)).filter(
    ({ cause, startedAt }) => cause === 'schedule' && startedAt.getTime() <= latestTime,
  )
  const oldFiles = scheduledBackups
    .slice(Math.max(backupsToKeep, 1))
    .map(({ file }) => file)
    .filter((file) => file !== newFile)
  for (const file of oldFiles) await rm(join(folder, file), { force: true })
  if (oldFiles.length > 0) await markBackupsAsRemoved(db, oldFiles)
}

function describeMissingFiles({ manifest }: WrittenArchive): string | null {
  const { missing } = manifest.files
  if (missing === 0) return null
  return missing === 1
    ? 'One file that the database names was not in the store.'
    : `${missing} files that the database names were not in the store.`
}

const REASONS_BY_CODE: Readonly<Record<string, string>> = {
  ENOSPC: 'There is no room left on the disk.',
  EDQUOT: 'There is no room left on the disk.',
  EACCES: 'The folder of backups may not be written to.',
  EROFS: 'The folder of backups may not be written to.',
  EPERM: 'The folder of backups may not be written to.',
  ENOENT: 'The folder of backups is not there and cannot be made.',
  ENOTDIR: 'The folder of backups is not there and cannot be made.',
  ECONNRESET: 'The connection to the database was lost.',
  EPIPE: 'The connection to the database was lost.',
  ABORT_ERR: 'It was broken off.',
}

/** Describes an error in a text without file paths and names of persons. */
export function describeFailure(error: unknown): string {
  const { code, name, message } = error as { code?: unknown; name?: string; message?: string }
  if (name === 'AbortError') return 'It was broken off.'
  return (typeof code === 'string' ? REASONS_BY_CODE[code] : undefined) ?? message ?? 'Something went wrong.'
}
