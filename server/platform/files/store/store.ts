import { randomUUID } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { Db } from '#platform/db/client.ts'
import { sharedSecret } from '#platform/db/shared-secret.ts'
import { createLinkSigner, type LinkSigner } from '../links.ts'
import type { ByteRange, Disk, PlacedFile } from './disk.ts'
import { hasSizes, IMAGE_SIZES, parseKey, sizeKey, type ImageSize } from './keys.ts'
import { openDisk, type FilePlace } from './open-disk.ts'

export type { FileLinks } from '../links.ts'

/** The portal's files: their bytes and the links to them. Who may have a link is asked in `access.ts`. */
export interface FileStore extends LinkSigner {
  /** A folder of this machine for files that are still arriving, on the same disk as their final place. */
  readonly incoming: string
  /** Bytes of that disk that uploads leave free: the embedded database needs them too. */
  readonly reserveBytes: number
  /** Brings new files, with the smaller pictures of images, to their places durably. When one cannot be brought there, none stays. */
  put(...files: readonly NewFile[]): Promise<void>
  /** Size in bytes and age of a file or of a smaller picture of it; null when there is none. */
  stat(key: string, size?: FileSize): Promise<{ bytes: number; modifiedAt: Date } | null>
  /** The content, or a part of it. Rejects when there is no such file. */
  read(key: string, size?: FileSize, range?: ByteRange): Promise<Readable>
  /** Removes a file and its smaller pictures; nothing happens when they are gone already. The row in `files` is the caller's. */
  remove(key: string): Promise<void>
  /** Writes a few bytes where uploads arrive; throws where that fails, and where the files' place cannot be reached. */
  check(): Promise<void>
  /** Everything that lies in the store, smaller pictures too; for the cleaner and for backups. */
  readonly disk: Disk
}

export type FileSize = 'whole' | ImageSize

/** A finished temporary file, which is used up. Every image has smaller pictures, and nothing else has. */
interface NewFile {
  readonly key: string
  readonly temporary: string
  readonly sizes?: TemporarySizes | undefined
}

/** The temporary files of an image's smaller pictures. Every image has a thumbnail; animations have no size for screens. */
export interface TemporarySizes {
  readonly thumb: string
  readonly screen?: string | undefined
}

interface FileStoreOptions extends FilePlace {
  readonly reserveBytes?: number
}

const RESERVE_BYTES = 256 * 1024 * 1024
const PROBE = Buffer.alloc(64 * 1024, 'probe')

/** Opens the store that the configuration names, on a migrated database (the secret of the links lies there). */
export async function createFileStore(options: FileStoreOptions, db: Db): Promise<FileStore> {
  const { disk, incoming } = await openDisk(options)
  return {
    ...createLinkSigner(await sharedSecret(db, 'fileLinks')),
    incoming,
    reserveBytes: options.reserveBytes ?? RESERVE_BYTES,
    disk,
    async put(...files) {
      const places = files.flatMap(placesOf)
      try {
        await disk.place(places)
      } catch (error) {
        for (const { key } of files) await remove(key).catch(() => {})
        throw error
      }
    },
    stat: (key, size) => disk.stat(pathOf(key, size)),
    read: (key, size, range) => disk.read(pathOf(key, size), range),
    remove,
    async check() {
      const path = join(incoming, randomUUID())
      try {
        await writeFile(path, PROBE, { flag: 'wx', mode: 0o600, flush: true })
      } finally {
        await rm(path, { force: true })
      }
      await disk.check()
    },
  }

  async function remove(key: string): Promise<void> {
    const parsed = parseKey(checked(key))
    // The smaller ones last: a file without a row is found and removed by its own key.
    await disk.remove(key)
    if (parsed && hasSizes(parsed)) for (const size of IMAGE_SIZES) await disk.remove(sizeKey(key, size))
  }
}

function placesOf({ key, temporary, sizes }: NewFile): PlacedFile[] {
  const parsed = parseKey(checked(key))
  if (!parsed || hasSizes(parsed) !== (sizes !== undefined))
    throw new RangeError(`${key}: every image has a thumbnail, and nothing else has.`)
  const smaller = IMAGE_SIZES.flatMap((size) => {
    const picture = sizes?.[size]
    return picture ? [{ temporary: picture, path: sizeKey(key, size), mime: 'image/webp' }] : []
  })
  return [...smaller, { temporary, path: key, mime: parsed.mime }]
}

function pathOf(key: string, size: FileSize = 'whole'): string {
  return size === 'whole' ? checked(key) : sizeKey(checked(key), size)
}

/** Throws on anything but a key of ours, before it becomes a path: defence in depth. */
function checked(key: string): string {
  if (!parseKey(key)) throw new RangeError(`${JSON.stringify(key)} is not the key of a file.`)
  return key
}
