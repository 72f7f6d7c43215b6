import { hash, verify } from '@node-rs/argon2'

// Parameters of argon2id, the library's default algorithm. OWASP recommends 19 MiB and two passes, which take
// about 20 ms here.
const HASH_COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

export function hashPassword(password: string): Promise<string> {
  return hash(password, HASH_COST)
}

let decoyHash: Promise<string> | undefined

/**
 * Returns true if the password is correct. Without a stored hash it takes the same time, so that the duration
 * does not reveal whether an account exists (rules 1.15).
 */
export async function verifyPassword(
  storedHash: string | null | undefined,
  password: string,
): Promise<boolean> {
  decoyHash ??= hashPassword('the password of nobody')
  const isMatching = await verify(storedHash ?? (await decoyHash), password)
  return isMatching && typeof storedHash === 'string'
}
