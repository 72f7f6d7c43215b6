import { hash, verify } from '@node-rs/argon2'

// argon2id is the library's default. OWASP recommends 19 MiB and two passes: about 20 ms here.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

export function hashPassword(password: string): Promise<string> {
  return hash(password, COST)
}

let decoyHash: Promise<string> | undefined

/** Whether the password is right. Takes equally long without a hash, to hide missing accounts (rules 1.15). */
export async function verifyPassword(stored: string | null | undefined, password: string): Promise<boolean> {
  decoyHash ??= hashPassword('the password of nobody')
  const right = await verify(stored ?? (await decoyHash), password)
  return right && typeof stored === 'string'
}
