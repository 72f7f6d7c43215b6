import { createCipheriv, createSecretKey } from 'node:crypto'

/** Consecutive chunks. Each has `CHUNK_BYTES`; only the last one may be shorter. */
export interface ChunkBatch {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly first: number
  readonly isLast: boolean
}

const CHUNK_BYTES = 64 * 1024
const BATCH_BYTES = 16 * CHUNK_BYTES
export const TAG_BYTES = 16

/** Yields batches of equal size; only the last one may be smaller. Empty content gives one empty batch. */
export async function* toBatches(source: AsyncIterable<Buffer>): AsyncGenerator<ChunkBatch> {
  let batchBytes = new Uint8Array(BATCH_BYTES)
  let batchSize = 0
  let firstChunk = 0
  for await (const sourceChunk of source) {
    for (let offset = 0; offset < sourceChunk.length;) {
      if (batchSize === BATCH_BYTES) {
        yield { bytes: batchBytes, first: firstChunk, isLast: false }
        firstChunk += BATCH_BYTES / CHUNK_BYTES
        batchBytes = new Uint8Array(BATCH_BYTES)
        batchSize = 0
      }
      const part = sourceChunk.subarray(offset, offset + BATCH_BYTES - batchSize)
      batchBytes.set(part, batchSize)
      batchSize += part.length
      offset += part.length
    }
  }
  yield { bytes: batchBytes.slice(0, batchSize), first: firstChunk, isLast: true }
}

/**
 * Encrypts each chunk with ChaCha20-Poly1305 and appends its authentication tag, as the age format requires.
 */
export function encryptBatch(key: Uint8Array, { bytes, first, isLast }: ChunkBatch): Uint8Array<ArrayBuffer> {
  const secret = createSecretKey(key)
  const count = Math.max(1, Math.ceil(bytes.length / CHUNK_BYTES))
  const encryptedBytes = new Uint8Array(bytes.length + count * TAG_BYTES)
  for (let chunkIndex = 0; chunkIndex < count; chunkIndex++) {
    // The nonce is the index of the chunk, followed by a flag that marks the last chunk.
    const nonce = Buffer.alloc(12)
    nonce.writeUIntBE(first + chunkIndex, 5, 6)
    nonce[11] = isLast && chunkIndex === count - 1 ? 1 : 0
    const cipher = createCipheriv('chacha20-poly1305', secret, nonce, { authTagLength: TAG_BYTES })
    const encryptedChunk = cipher.update(
      bytes.subarray(chunkIndex * CHUNK_BYTES, (chunkIndex + 1) * CHUNK_BYTES),
    )
    cipher.final()
    const outputOffset = chunkIndex * (CHUNK_BYTES + TAG_BYTES)
    encryptedBytes.set(encryptedChunk, outputOffset)
    encryptedBytes.set(cipher.getAuthTag(), outputOffset + encryptedChunk.length)
  }
  return encryptedBytes
}
