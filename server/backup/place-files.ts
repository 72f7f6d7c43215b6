import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import type { Disk } from '../files/disk.ts'
import { parseKey } from '../files/keys.ts'

/** Files that are brought to their place at the same time: each waits for the disk or the bucket. */
const TOGETHER = 8
/** Those up to this size are held in memory meanwhile. */
const SMALL_BYTES = 1024 * 1024

export interface FilePlacer {
  /** Takes a file's content in; resolves when it was read, before it is in its place. */
  place(path: string, content: Readable, bytes: number): Promise<void>
  /** Resolves when all are in their place, durably. */
  done(): Promise<void>
}

/**
 * Brings files into a store. Nothing that lies there is in the way: a key is one file's for ever, and what is replaced had the
 * same content. Files that no row names are removed by the cleaner a day later, so a restore that is broken off here has
 * changed nothing that anybody sees.
 */
export function createFilePlacer(disk: Disk, incoming: string): FilePlacer {
  const running = new Set<Promise<void>>()
  let failure: unknown

  async function start(work: () => Promise<void>): Promise<void> {
    while (running.size >= TOGETHER) await Promise.race(running)
    if (failure) throw failure
    const done = work()
      .catch((error: unknown) => {
        failure ??= error
      })
      .finally(() => running.delete(done))
    running.add(done)
  }

  return {
    async place(path, content, bytes) {
      const temporary = join(incoming, `restore-${randomUUID()}`)
      // Smaller pictures are no keys themselves, and WebP all of them.
      const mime = parseKey(path)?.mime ?? 'image/webp'
      const settle = (): Promise<void> =>
        disk.place(temporary, path, mime).finally(() => rm(temporary, { force: true }))
      if (bytes <= SMALL_BYTES) {
        const whole = await buffer(content)
        await start(() => writeFile(temporary, whole, { mode: 0o600, flag: 'wx' }).then(settle))
      } else {
        await pipeline(content, createWriteStream(temporary, { mode: 0o600, flags: 'wx' })).catch(
          async (error: unknown) => {
            await rm(temporary, { force: true })
            throw error
          },
        )
        await start(settle)
      }
    },
    async done() {
      await Promise.all(running)
      if (failure) throw failure
    },
  }
}
