import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Db } from '#platform/db/client.ts'
import type { PlacedFile } from '#platform/files/store/disk.ts'
import { parseKey } from '#platform/files/store/file-key.ts'
import { openDisk, type FilePlace } from '#platform/files/store/open-disk.ts'
import { requireOwnBucket } from '#platform/files/store/require-own-bucket.ts'
import type { VerifiedArchive } from './archive/open-archive.ts'

/**
 * Number of files that are moved into the store together. Larger batches are faster, because each batch ends
 * with one flush of the whole disk.
 */
const BATCH = 64

/**
 * Stores the files of an archive durably. File keys are unique, so a file that already exists has the same
 * content. If the restore is aborted, no row references the stored files, and the cleaner deletes them a day
 * later. Throws ForeignBucketError if the bucket belongs to another database than `db`.
 */
export async function placeFiles(archive: VerifiedArchive, place: FilePlace, db: Db): Promise<void> {
  const { disk, bucket, incoming } = await openDisk(place)
  if (bucket) await requireOwnBucket(bucket, db, { isRestore: true })
  let gathered: PlacedFile[] = []
  try {
    for await (const entry of archive.entries()) {
      if (entry.kind !== 'file') continue
      const { path, content } = entry
      const temporary = join(incoming, `restore-${randomUUID()}`)
      // `parseKey` returns null for the path of a thumbnail. All thumbnails are WebP.
      gathered.push({ temporary, path, mime: parseKey(path)?.mime ?? 'image/webp' })
      await pipeline(content, createWriteStream(temporary, { mode: 0o600, flags: 'wx' }))
      if (gathered.length < BATCH) continue
      await disk.place(gathered)
      gathered = []
    }
    await disk.place(gathered)
  } catch (error) {
    for (const { temporary } of gathered) await rm(temporary, { force: true })
    throw error
  }
}
