import { createHmac, hash } from 'node:crypto'
import type { DbOrTx } from '#platform/db/client.ts'
import { sharedSecret } from '#platform/db/shared-secret.ts'

const TOKEN_BYTES = 16

/** Returns the token of a walk-in's push message: 128 bits that only the secret makes of its key. */
export async function answerToken(db: DbOrTx, key: string): Promise<string> {
  const secret = await sharedSecret(db, 'walkInAnswers')
  return createHmac('sha256', secret).update(key).digest().subarray(0, TOKEN_BYTES).toString('base64url')
}

/** Returns the SHA-256 of a token's text, by which its walk-in is found. */
export const hashToken = (token: string): Buffer => hash('sha256', token, 'buffer')
