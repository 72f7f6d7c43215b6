import { createCipheriv, createSecretKey } from 'node:crypto'

/** Consecutive chunks of a payload; all but the last chunk of the payload have `CHUNK_BYTES`. */
export interface ChunkBatch {
  readonly bytes: Uint8Array<ArrayBuffer>
  /** Number of the first chunk within the payload. */
  readonly first: number
  /** Whether the payload ends with this batch. */
  readonly isLast: boolean
}

const CHUNK_BYTES = 64 * 1024
const BATCH_BYTES = 16 * CHUNK_BYTES
export const TAG_BYTES = 16

/** Parts the content into batches. Only the last one is smaller, and empty only if there is no other. */
export async function* toBatches(source: AsyncIterable<Buffer>): AsyncGenerator<ChunkBatch> {
  let bytes = new Uint8Array(BATCH_BYTES)
  let size = 0
  let first = 0
  for await (const data of source) {
    for (let at = 0; at < data.length;) {
      if (size === BATCH_BYTES) {
        yield { bytes, first, isLast: false }
        first += BATCH_BYTES / CHUNK_BYTES
        bytes = new Uint8Array(BATCH_BYTES)
        size = 0
      }
      const part = data.subarray(at, at + BATCH_BYTES - size)
      bytes.set(part, size)
      size += part.length
      at += part.length
    }
  }
  yield { bytes: bytes.slice(0, size), first, isLast: true }
}

/** Returns the chunks of a batch, each followed by its tag: ChaCha20-Poly1305 as in the format age. */
export function encryptBatch(key: Uint8Array, { bytes, first, isLast }: ChunkBatch): Uint8Array<ArrayBuffer> {
  const secret = createSecretKey(key)
  const count = Math.max(1, Math.ceil(bytes.length / CHUNK_BYTES))
  const encrypted = new Uint8Array(bytes.length + count * TAG_BYTES)
  for (let nth = 0; nth < count; nth++) {
    // The nonce is the number of the chunk, and a flag for the last one.
    const nonce = Buffer.alloc(12)
    nonce.writeUIntBE(first + nth, 5, 6)
    nonce[11] = isLast && nth === count - 1 ? 1 : 0
    const cipher = createCipheriv('chacha20-poly1305', secret, nonce, { authTagLength: TAG_BYTES })
    const chunk = cipher.update(bytes.subarray(nth * CHUNK_BYTES, (nth + 1) * CHUNK_BYTES))
    cipher.final()
    const at = nth * (CHUNK_BYTES + TAG_BYTES)
    encrypted.set(chunk, at)
    encrypted.set(cipher.getAuthTag(), at + chunk.length)
  }
  return encrypted
}
