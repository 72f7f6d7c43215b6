import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Db } from '#platform/db/client.ts'
import { parseKey } from '#platform/files/store/file-key.ts'
import { openStorage, type StorageConfig } from '#platform/files/store/open-storage.ts'
import { requireOwnBucket } from '#platform/files/store/require-own-bucket.ts'
import type { FileToStore } from '#platform/files/store/storage-backend.ts'
import type { VerifiedArchive } from './archive/open-archive.ts'

/**
 * Number of files that are moved into the file store together. Larger batches are faster, because the disk is
 * flushed only once per batch.
 */
const FILES_PER_BATCH = 64

/**
 * Stores the files of an archive durably. File keys are unique, so a file that already exists has the same
 * content. If the restore is aborted, no row references the stored files, and the cleaner deletes them a day
 * later. Throws ForeignBucketError if the bucket belongs to another database than `db`.
 */
export async function restoreFiles(
  archive: VerifiedArchive,
  storageConfig: StorageConfig,
  db: Db,
): Promise<void> {
  const { disk, bucket, incoming } = await openStorage(storageConfig)
  if (bucket) await requireOwnBucket(bucket, db, { isRestore: true })
  let collectedFiles: FileToStore[] = []
  try {
    for await (const entry of archive.entries()) {
      if (entry.kind !== 'file') continue
      const { path, content } = entry
      const temporaryPath = join(incoming, `restore-${randomUUID()}`)
      // `parseKey` returns null for the path of a thumbnail. All thumbnails are WebP.
      collectedFiles.push({ temporaryPath, path, mime: parseKey(path)?.mime ?? 'image/webp' })
      await pipeline(content, createWriteStream(temporaryPath, { mode: 0o600, flags: 'wx' }))
      if (collectedFiles.length < FILES_PER_BATCH) continue
      await disk.storeFiles(collectedFiles)
      collectedFiles = []
    }
    await disk.storeFiles(collectedFiles)
  } catch (error) {
    for (const { temporaryPath } of collectedFiles) await rm(temporaryPath, { force: true })
    throw error
  }
}
