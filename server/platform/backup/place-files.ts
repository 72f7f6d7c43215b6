import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import type { Disk, PlacedFile } from '../files/store/disk.ts'
import { parseKey } from '../files/store/keys.ts'

/** Files and bytes of one batch. */
const FILES = 64
const BYTES = 32 * 1024 * 1024
/** Size up to which a file is written while the next is read. */
const SMALL_BYTES = 1024 * 1024

interface FilePlacer {
  /** Takes a file's content in; resolves when it was read, perhaps before it is in its place. */
  place(path: string, content: AsyncIterable<Buffer>, bytes: number): Promise<void>
  /** Resolves when all are in their place, durably. */
  done(): Promise<void>
}

/**
 * Stores files. Keys are unique, so files never collide, and a replaced one had the same content. The cleaner removes files that
 * no row names a day later, so a restore that is aborted here has changed nothing that anybody sees.
 */
export function createFilePlacer(disk: Disk, incoming: string): FilePlacer {
  let gathered: PlacedFile[] = []
  let writing: Promise<void>[] = []
  let size = 0
  let before: Promise<void> = Promise.resolve()

  /** Places what was gathered, while the next is gathered. */
  async function settle(): Promise<void> {
    const files = gathered
    const written = writing
    gathered = []
    writing = []
    size = 0
    await before
    before = Promise.all(written)
      .then(() => disk.place(files))
      .catch(async (error: unknown) => {
        for (const { temporary } of files) await rm(temporary, { force: true })
        throw error
      })
    // handled where it is awaited; until then a rejection must not end the process
    before.catch(() => {})
  }

  return {
    async place(path, content, bytes) {
      const temporary = join(incoming, `restore-${randomUUID()}`)
      // Smaller pictures are no keys themselves, and WebP all of them.
      gathered.push({ temporary, path, mime: parseKey(path)?.mime ?? 'image/webp' })
      if (bytes <= SMALL_BYTES) {
        const written = writeFile(temporary, await buffer(content), { mode: 0o600, flag: 'wx' })
        written.catch(() => {})
        writing.push(written)
      } else {
        await pipeline(
          content,
          createWriteStream(temporary, { mode: 0o600, flags: 'wx', highWaterMark: SMALL_BYTES }),
        )
      }
      size += bytes
      if (gathered.length >= FILES || size >= BYTES) await settle()
    },
    async done() {
      await settle()
      await before
    },
  }
}
