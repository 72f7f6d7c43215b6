import { hash, verify } from '@node-rs/argon2'

// argon2id is the library's default algorithm. 19 MiB and two passes are OWASP's recommendation: about 20 ms here.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/** Returns the argon2id hash of a password, with its own salt. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, COST)
}

let nobodysHash: Promise<string> | undefined

/**
 * Whether the password is right. Where there is no account, or one without a password, a hash is checked nevertheless, so
 * that the time taken does not tell whether the account exists (rules 1.15).
 */
export async function verifyPassword(stored: string | null | undefined, password: string): Promise<boolean> {
  nobodysHash ??= hashPassword('the password of nobody')
  const right = await verify(stored ?? (await nobodysHash), password)
  return right && typeof stored === 'string'
}
