import { open, rm, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { ReadableStream } from 'node:stream/web'
import { Decrypter, Encrypter } from 'age-encryption'

const MAGIC = 'age-encryption.org/v1\n'

// The types of Node and of the DOM differ in one overload, which is not used.
const toWebStream = (source: AsyncIterable<Uint8Array>) =>
  ReadableStream.from(source) as unknown as globalThis.ReadableStream<Uint8Array>

const READ_BYTES = 1024 * 1024

export const ENCRYPTED_EXTENSION = '.age'

/** Returns the error of a public age key, without quoting a secret one; null if it is usable. */
export function getRecipientError(recipient: string): string | null {
  if (/^AGE-SECRET-KEY/i.test(recipient)) return 'holds a secret key; name its public key (age1…)'
  try {
    new Encrypter().addRecipient(recipient)
    return null
  } catch {
    return `must be public keys of age (age1…), joined by commas; '${recipient}' is none`
  }
}

/** Yields `source` encrypted by age for the owners of public keys (rules 12.24). */
export async function* encrypt(
  source: AsyncIterable<Buffer>,
  recipients: readonly string[],
): AsyncGenerator<Buffer> {
  const encrypter = new Encrypter()
  for (const recipient of recipients) encrypter.addRecipient(recipient)
  for await (const chunk of await encrypter.encrypt(toWebStream(source)))
    yield Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
}

/** Returns the secret keys in the text of an identity file, whose other lines are comments. */
export const parseIdentities = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.startsWith('AGE-SECRET-KEY-'))

export async function isEncrypted(handle: FileHandle): Promise<boolean> {
  const first = Buffer.alloc(MAGIC.length)
  await handle.read(first, 0, first.length, 0)
  return first.toString('latin1') === MAGIC
}

/** The secret keys do not match the file. */
export class WrongIdentityError extends Error {}

/**
 * Decrypts an open file into an unlinked new one in `folder`, so that nothing remains when the process ends
 * or is killed. Throws WrongIdentityError, and other errors for a damaged file.
 */
export async function decryptToUnnamed(
  handle: FileHandle,
  identities: readonly string[],
  folder: string,
): Promise<FileHandle> {
  const decrypter = new Decrypter()
  for (const identity of identities) decrypter.addIdentity(identity)
  const source = handle.createReadStream({ start: 0, autoClose: false, highWaterMark: READ_BYTES })
  const plain = await decrypter.decrypt(toWebStream(source)).catch((error: Error) => {
    if (!error.message.includes('no identity matched')) throw error
    throw new WrongIdentityError(error.message, { cause: error })
  })
  const path = join(folder, `restoring-${process.pid}-${Date.now()}`)
  const target = await open(path, 'wx+', 0o600)
  try {
    await rm(path)
    // Unlike `write`, `appendFile` writes the whole chunk or throws, for example on a full disk.
    for await (const chunk of plain) await target.appendFile(chunk)
    return target
  } catch (error) {
    await target.close()
    throw error
  }
}
