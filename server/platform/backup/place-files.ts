import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { PlacedFile } from '#platform/files/store/disk.ts'
import { parseKey } from '#platform/files/store/keys.ts'
import { openDisk, type FilePlace } from '#platform/files/store/open-disk.ts'
import type { VerifiedArchive } from './archive/read-archive.ts'

/** Files that are brought to their places together: each sync waits for the whole disk. */
const BATCH = 64

/**
 * Stores the files of an archive durably. Keys are unique, so files never collide, and a replaced one had the same content. The
 * cleaner removes files that no row names a day later, so a restore that is aborted here has changed nothing that anybody sees.
 */
export async function placeFiles(archive: VerifiedArchive, place: FilePlace): Promise<void> {
  const { disk, incoming } = await openDisk(place)
  let gathered: PlacedFile[] = []
  try {
    for await (const entry of archive.entries()) {
      if (entry.kind !== 'file') continue
      const { path, content } = entry
      const temporary = join(incoming, `restore-${randomUUID()}`)
      // Smaller pictures are no keys themselves, and WebP all of them.
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
