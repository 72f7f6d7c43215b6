import { createHash } from 'node:crypto'
import type { Hash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'

const BLOCK_BYTES = 4 * 1024 * 1024
/** One that is filled, one that is written, one between them. */
const BLOCKS = 3
/** Bytes between two syncs to the disk. */
const SYNC_BYTES = 64 * 1024 * 1024

/**
 * Writes a file from its beginning to its end through a few blocks of memory that are used again and again: gigabytes pass without
 * anything to collect after them. One block is written while the next is filled; the SHA-256 of everything grows with them.
 */
export class BlockWriter {
  /** Hash of everything that was written so far; complete after `flush`. */
  readonly hash: Hash = createHash('sha256')
  readonly #handle: FileHandle
  readonly #blocks = Array.from({ length: BLOCKS }, () => ({
    bytes: Buffer.allocUnsafeSlow(BLOCK_BYTES),
    written: Promise.resolve() as Promise<unknown>,
  }))
  #turn = 0
  #used = 0
  #position = 0
  #unsynced = 0
  #syncing: Promise<unknown> | undefined

  constructor(handle: FileHandle) {
    this.#handle = handle
  }

  /** Bytes written so far. */
  get bytes(): number {
    return this.#position + this.#used
  }

  /** Copies bytes in; the buffer may be reused as soon as this resolves. Rejects when earlier ones could not be written. */
  async write(bytes: Buffer): Promise<void> {
    for (let at = 0; at < bytes.length;) {
      if (this.#used === BLOCK_BYTES) await this.#next()
      const copied = bytes.copy(this.#block.bytes, this.#used, at)
      this.#used += copied
      at += copied
    }
  }

  async zeros(count: number): Promise<void> {
    for (let left = count; left > 0;) {
      if (this.#used === BLOCK_BYTES) await this.#next()
      const some = Math.min(left, BLOCK_BYTES - this.#used)
      this.#block.bytes.fill(0, this.#used, this.#used + some)
      this.#used += some
      left -= some
    }
  }

  /** Resolves when everything was handed to the system. */
  async flush(): Promise<void> {
    await this.#next()
    await Promise.all(this.#blocks.map(({ written }) => written))
    await this.#syncing
  }

  get #block(): { bytes: Buffer; written: Promise<unknown> } {
    const block = this.#blocks[this.#turn]
    if (!block) throw new RangeError('There is no such block.')
    return block
  }

  /** Writes the full block and goes on with the next one, once that is free. */
  async #next(): Promise<void> {
    const block = this.#block
    const filled = block.bytes.subarray(0, this.#used)
    this.hash.update(filled)
    block.written = writeAt(this.#handle, filled, this.#position)
    // handled where it is awaited; until then a rejection must not end the process
    block.written.catch(() => {})
    this.#position += filled.length
    this.#unsynced += filled.length
    this.#turn = (this.#turn + 1) % BLOCKS
    this.#used = 0
    await this.#block.written
    this.#sync()
  }

  /** Syncs regularly, so that the disk does not have all of it to do at the end. */
  #sync(): void {
    if (this.#unsynced < SYNC_BYTES || this.#syncing) return
    this.#unsynced = 0
    this.#syncing = this.#handle
      .datasync()
      .catch(() => {})
      .finally(() => {
        this.#syncing = undefined
      })
  }
}

async function writeAt(handle: FileHandle, bytes: Buffer, position: number): Promise<void> {
  // A disk that just became full takes a part; asking again for the rest tells why.
  for (let at = 0; at < bytes.length;) {
    const { bytesWritten } = await handle.write(bytes, at, bytes.length - at, position + at)
    at += bytesWritten
  }
}
