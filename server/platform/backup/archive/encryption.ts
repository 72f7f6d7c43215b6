import { hkdfSync, randomBytes } from 'node:crypto'
import { on } from 'node:events'
import { open, rm, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { ReadableStream } from 'node:stream/web'
import { Worker } from 'node:worker_threads'
import { Decrypter, Encrypter } from 'age-encryption'
import { TAG_BYTES, toBatches } from './encrypt-batch.ts'

const MAGIC = 'age-encryption.org/v1\n'

// Cast, because the types of Node and of the DOM differ in one overload. That overload is not used here.
const toWebStream = (source: AsyncIterable<Uint8Array>) =>
  ReadableStream.from(source) as unknown as globalThis.ReadableStream<Uint8Array>

const READ_CHUNK_BYTES = 1024 * 1024

export const ENCRYPTED_EXTENSION = '.age'

/**
 * Returns a validation error for a public age key, or null if it is valid. The error never contains a secret
 * key.
 */
export function getRecipientError(recipient: string): string | null {
  if (/^AGE-SECRET-KEY/i.test(recipient)) return 'holds a secret key; name its public key (age1…)'
  try {
    new Encrypter().addRecipient(recipient)
    return null
  } catch {
    return `must be public keys of age (age1…), joined by commas; '${recipient}' is none`
  }
}

const NONCE_BYTES = 16

/**
 * Maximum number of batches sent to the worker and not yet encrypted. A higher number only uses more memory.
 */
const MAX_PENDING_BATCHES = 4

/**
 * Encrypts `source` with age for the owners of the public keys (rules 12.24). The library writes only the
 * header. Node's cipher encrypts the payload in a worker thread, because this is fastest. With the library's
 * JavaScript cipher a backup takes twice as long, with Node's cipher in the main thread 1.4 times.
 */
export async function* encryptStream(
  source: AsyncIterable<Buffer>,
  recipients: readonly string[],
): AsyncGenerator<Buffer> {
  const { header, fileKey } = await createHeader(recipients)
  const nonce = randomBytes(NONCE_BYTES)
  yield Buffer.concat([header, nonce])
  const key = new Uint8Array(hkdfSync('sha256', fileKey, nonce, 'payload', 32))
  const worker = new Worker(new URL('encrypt-worker.ts', import.meta.url), { workerData: key })
  try {
    const workerMessages = on(worker, 'message') as AsyncIterator<[Uint8Array<ArrayBuffer>]>
    const receiveBatch = async () => Buffer.from((await workerMessages.next()).value[0].buffer)
    let pendingBatches = 0
    for await (const batch of toBatches(source)) {
      worker.postMessage(batch, [batch.bytes.buffer])
      if (++pendingBatches <= MAX_PENDING_BATCHES) continue
      yield await receiveBatch()
      pendingBatches--
    }
    for (; pendingBatches > 0; pendingBatches--) yield await receiveBatch()
  } finally {
    await worker.terminate()
  }
}

/**
 * Creates the header of an age file, and the file key. The library has no function for this, so an empty file
 * is encrypted and its header is used.
 */
async function createHeader(
  recipients: readonly string[],
): Promise<{ header: Uint8Array; fileKey: Uint8Array }> {
  const encrypter = new Encrypter()
  for (const recipient of recipients) encrypter.addRecipient(recipient)
  let fileKey = new Uint8Array()
  encrypter.addRecipient({
    wrapFileKey(key) {
      fileKey = Uint8Array.from(key)
      return []
    },
  })
  const emptyCiphertext = await encrypter.encrypt(new Uint8Array())
  return { header: emptyCiphertext.subarray(0, emptyCiphertext.length - NONCE_BYTES - TAG_BYTES), fileKey }
}

export const parseDecryptionKeys = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.startsWith('AGE-SECRET-KEY-'))

export async function isEncrypted(handle: FileHandle): Promise<boolean> {
  const firstBytes = Buffer.alloc(MAGIC.length)
  await handle.read(firstBytes, 0, firstBytes.length, 0)
  return firstBytes.toString('latin1') === MAGIC
}

export class WrongIdentityError extends Error {}

/**
 * Decrypts into a new file in `folder`. The file is unlinked (removed from the folder) at once, so that its
 * content disappears when the process ends or is killed. Throws WrongIdentityError, and other errors for a
 * damaged file.
 */
export async function decryptToUnlinkedFile(
  handle: FileHandle,
  identities: readonly string[],
  folder: string,
): Promise<FileHandle> {
  const decrypter = new Decrypter()
  for (const identity of identities) decrypter.addIdentity(identity)
  const encryptedStream = handle.createReadStream({
    start: 0,
    autoClose: false,
    highWaterMark: READ_CHUNK_BYTES,
  })
  const plainStream = await decrypter.decrypt(toWebStream(encryptedStream)).catch((error: Error) => {
    if (!error.message.includes('no identity matched')) throw error
    throw new WrongIdentityError(error.message, { cause: error })
  })
  const path = join(folder, `restoring-${process.pid}-${Date.now()}`)
  const targetFile = await open(path, 'wx+', 0o600)
  try {
    await rm(path)
    // Unlike `write`, `appendFile` writes the whole chunk or throws, for example on a full disk.
    for await (const chunk of plainStream) await targetFile.appendFile(chunk)
    return targetFile
  } catch (error) {
    await targetFile.close()
    throw error
  }
}
