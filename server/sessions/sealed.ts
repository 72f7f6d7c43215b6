import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { DbOrTx } from '../db/client.ts'
import { sharedSecret } from '../db/shared-secret.ts'

const CIPHER = 'aes-256-gcm'
const IV_BYTES = 12
const TAG_BYTES = 16

/** The key lies in the table `secrets`, so that it travels with a backup: without it nobody could log in after a restore. */
const key = (db: DbOrTx): Promise<Buffer> => sharedSecret(db, 'second-factor')

/**
 * Seals a secret for one owner (AES-256-GCM), as initialisation vector, tag and text. `owner` is bound to it: copied to
 * another account it cannot be opened.
 */
export async function seal(db: DbOrTx, secret: Uint8Array, owner: string): Promise<Buffer> {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv(CIPHER, await key(db), iv).setAAD(Buffer.from(owner))
  const text = Buffer.concat([cipher.update(secret), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), text])
}

/** Opens what `seal` sealed for this owner. Throws where it was changed, or sealed for somebody else or with another key. */
export async function unseal(db: DbOrTx, sealed: Uint8Array, owner: string): Promise<Buffer> {
  const bytes = Buffer.from(sealed)
  const decipher = createDecipheriv(CIPHER, await key(db), bytes.subarray(0, IV_BYTES), {
    authTagLength: TAG_BYTES,
  })
    .setAAD(Buffer.from(owner))
    .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
  return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()])
}
