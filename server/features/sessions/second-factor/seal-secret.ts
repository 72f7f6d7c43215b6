import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const CIPHER = 'aes-256-gcm'
const IV_BYTES = 12
const TAG_BYTES = 16

/**
 * Encrypts a secret for one owner (AES-256-GCM). Returns initialisation vector, tag and ciphertext. The owner
 * is part of the authenticated data, so the secret cannot be decrypted for another account.
 */
export function sealSecret(key: Buffer, secret: Uint8Array, owner: string): Buffer {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv(CIPHER, key, iv).setAAD(Buffer.from(owner))
  const text = Buffer.concat([cipher.update(secret), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), text])
}

/** Decrypts a secret. Throws if it was changed, or was encrypted for another owner or with another key. */
export function unsealSecret(key: Buffer, sealedSecret: Uint8Array, owner: string): Buffer {
  const sealedBytes = Buffer.from(sealedSecret)
  const decipher = createDecipheriv(CIPHER, key, sealedBytes.subarray(0, IV_BYTES), {
    authTagLength: TAG_BYTES,
  })
    .setAAD(Buffer.from(owner))
    .setAuthTag(sealedBytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
  return Buffer.concat([decipher.update(sealedBytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()])
}
