import { randomUUID } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { Db } from '#platform/db/client.ts'
import { getSharedSecret } from '#platform/db/get-shared-secret.ts'
import { createLinkSigner, type LinkSigner } from '../file-links.ts'
import { hasSizes, IMAGE_SIZES, parseKey, toSizePath, type ImageSize } from './file-key.ts'
import { openStorage, type StorageConfig } from './open-storage.ts'
import { requireOwnBucket } from './require-own-bucket.ts'
import type { ByteRange, StorageBackend, FileToStore } from './storage-backend.ts'

export type { FileLinks } from '../file-links.ts'

export interface FileStore extends LinkSigner {
  /**
   * Local folder for uploads while they are received. It is on the same disk as the stored files, so that
   * they can be moved without copying.
   */
  readonly incoming: string
  /** Bytes on the disk of `incoming` that uploads must leave free for the embedded database. */
  readonly reserveBytes: number
  /** Stores new files durably, including the smaller sizes of images. Either all or none are stored. */
  put(...files: readonly TemporaryFile[]): Promise<void>
  stat(key: string, size?: FileSize): Promise<{ bytes: number; modifiedAt: Date } | null>
  read(key: string, size?: FileSize, range?: ByteRange): Promise<Readable>
  /** Deletes a file and the smaller sizes of an image. The caller must delete the row in `files`. */
  remove(key: string): Promise<void>
  check(): Promise<void>
  readonly checkBucket: (() => Promise<void>) | undefined
  /**
   * Throws ForeignBucketError if the bucket belongs to another database, and 503 if it cannot be reached.
   * Must be called before the first file is stored or deleted.
   */
  requireOwnership(): Promise<void>
  readonly disk: StorageBackend
}

export type FileSize = 'whole' | ImageSize

interface TemporaryFile {
  readonly key: string
  readonly temporaryPath: string
  readonly sizes?: TemporarySizes | undefined
}

export interface TemporarySizes {
  readonly thumb: string
  readonly screen?: string | undefined
}

interface FileStoreOptions extends StorageConfig {
  readonly reserveBytes?: number
}

const RESERVE_BYTES = 256 * 1024 * 1024
const PROBE_CONTENT = Buffer.alloc(64 * 1024, 'probe')

export async function createFileStore(options: FileStoreOptions, db: Db): Promise<FileStore> {
  const { disk, bucket, incoming } = await openStorage(options)
  let ownershipCheck: Promise<void> | undefined
  const requireOwnBucketOnce = (): Promise<void> => {
    ownershipCheck ??= bucket ? requireOwnBucket(bucket, db) : Promise.resolve()
    ownershipCheck.catch(() => (ownershipCheck = undefined))
    return ownershipCheck
  }
  return {
    ...createLinkSigner(await getSharedSecret(db, 'fileLinks')),
    incoming,
    reserveBytes: options.reserveBytes ?? RESERVE_BYTES,
    disk,
    async put(...files) {
      const filesToStore = files.flatMap(toFilesToStore)
      await requireOwnBucketOnce()
      try {
        await disk.storeFiles(filesToStore)
      } catch (error) {
        // The deletion is not awaited, because a hanging bucket would delay the answer. The cleaner deletes
        // files that remain.
        for (const { key } of files) removeAllSizes(key).catch(() => {})
        throw error
      }
    },
    stat: (key, size) => disk.stat(toPath(key, size)),
    read: (key, size, range) => disk.read(toPath(key, size), range),
    remove: removeAllSizes,
    async check() {
      const path = join(incoming, randomUUID())
      try {
        await writeFile(path, PROBE_CONTENT, { flag: 'wx', mode: 0o600, flush: true })
      } finally {
        await rm(path, { force: true })
      }
      if (!bucket) await disk.check()
    },
    checkBucket: bucket && (() => bucket.check()),
    requireOwnership: requireOwnBucketOnce,
  }

  async function removeAllSizes(key: string): Promise<void> {
    const parsedKey = parseKey(requireKey(key))
    await disk.remove(key)
    if (parsedKey && hasSizes(parsedKey))
      for (const size of IMAGE_SIZES) await disk.remove(toSizePath(key, size))
  }
}

function toFilesToStore({ key, temporaryPath, sizes }: TemporaryFile): FileToStore[] {
  const parsedKey = parseKey(requireKey(key))
  if (!parsedKey || hasSizes(parsedKey) !== (sizes !== undefined))
    throw new RangeError(`${key}: every image has a thumbnail, and nothing else has.`)
  const smallerFiles = IMAGE_SIZES.flatMap((size) => {
    const picturePath = sizes?.[size]
    return picturePath
      ? [{ temporaryPath: picturePath, path: toSizePath(key, size), mime: 'image/webp' }]
      : []
  })
  return [...smallerFiles, { temporaryPath, path: key, mime: parsedKey.mime }]
}

function toPath(key: string, size: FileSize = 'whole'): string {
  return size === 'whole' ? requireKey(key) : toSizePath(requireKey(key), size)
}

/**
 * Throws for an invalid key, which must never be used as a path. Callers check keys too; this is defence in
 * depth.
 */
function requireKey(key: string): string {
  if (!parseKey(key)) throw new RangeError(`${JSON.stringify(key)} is not the key of a file.`)
  return key
}
