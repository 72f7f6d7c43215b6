import { rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import type { Db } from '#platform/db/client.ts'
import { connect, kyselyOn } from '#platform/db/connect.ts'
import { openDisk, type FilePlace } from '#platform/files/store/open-disk.ts'
import { fsyncPath } from '../fsync-path.ts'
import { makeFolder } from '../make-folder.ts'
import {
  backupFolder,
  backupName,
  listBackupFiles,
  partialName,
  removePartials,
  type BackupPlace,
  type Cause,
} from './archive/archive-folder.ts'
import { openArchive } from './archive/read-archive.ts'
import { writeArchive, type WrittenArchive } from './archive/write-archive.ts'
import { takeBackupTurn } from './lock.ts'
import {
  beginRecord,
  failAbandoned,
  failRecord,
  finishRecord,
  nameRecord,
  removedRecords,
} from './records.ts'

export interface BackupOrder extends FilePlace, BackupPlace {
  readonly connectionString: string
  readonly cause: Cause
  /** Name of the person or chore that asked for it. */
  readonly startedBy: string
  /** Its row in `backups`, where there is one already. */
  readonly id?: number
  /** Path of the archive; in the folder of backups by default. */
  readonly to?: string
  /** Scheduled backups that stay in the folder, this one among them. */
  readonly keep?: number
}

/**
 * Makes a backup while the portal runs (or does not), in one process at a time, and records it in the table `backups`. The
 * archive gets its name only once it is whole and on the disk. Throws BackupRunningError where another is being made.
 */
export async function makeBackup(order: BackupOrder, signal?: AbortSignal) {
  const folder = order.to ? dirname(resolve(order.to)) : backupFolder(order)
  const control = await connect(order.connectionString, 'tahanan-backup')
  const records = kyselyOn(control)
  try {
    await takeBackupTurn(control)
    await failAbandoned(records, order.id)
    await removePartials(backupFolder(order))
    const id = order.id ?? (await beginRecord(records, order.cause, order.startedBy))
    try {
      const path = order.to ? resolve(order.to) : await freeName(folder, order.cause)
      await nameRecord(records, id, order.to ? path : basename(path))
      const made = await writeDurably(order, folder, path, signal)
      await finishRecord(records, id, { ...made, problem: missed(made) })
      if (order.keep !== undefined) await prune(records, folder, order.keep)
      return { ...made, path }
    } catch (error) {
      // errors after an abort are only its consequence
      const reason = signal?.aborted ? (signal.reason as unknown) : error
      await failRecord(records, id, explain(reason)).catch(() => {})
      throw reason
    }
  } finally {
    await control.end().catch(() => {})
  }
}

async function writeDurably(
  order: BackupOrder,
  folder: string,
  path: string,
  signal: AbortSignal | undefined,
): Promise<WrittenArchive> {
  makeFolder(folder)
  const partial = partialName(path)
  const { disk } = await openDisk(order)
  const client = await connect(order.connectionString, 'tahanan-backup')
  // A backup that is broken off does not wait for the table that it is reading.
  const onAbort = (): void => void client.connection.stream.destroy()
  signal?.addEventListener('abort', onAbort)
  try {
    const written = await writeArchive(client, disk, partial, signal)
    signal?.throwIfAborted()
    // a reset verifies that it can be read
    if (order.cause === 'reset') await openArchive(partial).then((archive) => archive.close())
    await rename(partial, path)
    await fsyncPath(folder)
    return written
  } catch (error) {
    await rm(partial, { force: true })
    throw error
  } finally {
    signal?.removeEventListener('abort', onAbort)
    await client.end().catch(() => {})
  }
}

/** Keeps names of two backups in one second apart: the next is dated a second later. */
async function freeName(folder: string, cause: Cause): Promise<string> {
  for (let at = Date.now(); ; at += 1000) {
    const path = join(folder, backupName(new Date(at), cause))
    if (!(await stat(path).catch(() => null))) return path
  }
}

/** Removes the oldest scheduled backups; those that people, resets and commands made stay until somebody removes them. */
async function prune(db: Db, folder: string, keep: number): Promise<void> {
  const scheduled = (await listBackupFiles(folder)).filter(({ cause }) => cause === 'schedule')
  const old = scheduled.slice(Math.max(keep, 1)).map(({ file }) => file)
  for (const file of old) await rm(join(folder, file), { force: true })
  if (old.length > 0) await removedRecords(db, old)
}

function missed({ manifest }: WrittenArchive): string | null {
  const { missing } = manifest.files
  if (missing === 0) return null
  return missing === 1
    ? 'One file that the database names was not in the store.'
    : `${missing} files that the database names were not in the store.`
}

const REASONS: Readonly<Record<string, string>> = {
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

/** Why a backup failed, in words that name no path and no person. */
export function explain(error: unknown): string {
  const { code, name, message } = error as { code?: unknown; name?: string; message?: string }
  if (name === 'AbortError') return 'It was broken off.'
  return (typeof code === 'string' ? REASONS[code] : undefined) ?? message ?? 'Something went wrong.'
}
