import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Disk, PlacedFile } from '../files/store/disk.ts'
import { parseKey } from '../files/store/keys.ts'

/** Files that are brought to their places together: each sync waits for the whole disk. */
const BATCH = 64

interface FilePlacer {
  /** Takes a file's content in; resolves when it was read, perhaps before it is in its place. */
  place(path: string, content: AsyncIterable<Buffer>): Promise<void>
  /** Resolves when all are in their place, durably. */
  done(): Promise<void>
}

/**
 * Stores files. Keys are unique, so files never collide, and a replaced one had the same content. The cleaner removes files that
 * no row names a day later, so a restore that is aborted here has changed nothing that anybody sees.
 */
export function createFilePlacer(disk: Disk, incoming: string): FilePlacer {
  let gathered: PlacedFile[] = []

  async function placeGathered(): Promise<void> {
    const files = gathered
    gathered = []
    try {
      await disk.place(files)
    } catch (error) {
      for (const { temporary } of files) await rm(temporary, { force: true })
      throw error
    }
  }

  return {
    async place(path, content) {
      const temporary = join(incoming, `restore-${randomUUID()}`)
      // Smaller pictures are no keys themselves, and WebP all of them.
      gathered.push({ temporary, path, mime: parseKey(path)?.mime ?? 'image/webp' })
      await pipeline(content, createWriteStream(temporary, { mode: 0o600, flags: 'wx' }))
      if (gathered.length === BATCH) await placeGathered()
    },
    done: placeGathered,
  }
}
