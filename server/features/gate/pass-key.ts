import { createHash } from 'node:crypto'
import type { PassKey } from '#features/passes/read-passes.ts'
import { CODE_LENGTH, CODE_LETTERS, plainCode } from '@tahanan/contract/gate/words.ts'

const CODE = new RegExp(`^[${CODE_LETTERS}]{${CODE_LENGTH}}$`)
/** 128 bits in base64url. */
const TOKEN = /^[\w-]{22}$/

/** Returns the key of a scanned code or token; null for what no pass can have. */
export function readKey({ code = '', token }: { code?: string; token?: string }): PassKey | null {
  if (token !== undefined)
    return TOKEN.test(token) ? { tokenHash: createHash('sha256').update(token).digest() } : null
  const plain = plainCode(code)
  return CODE.test(plain) ? { code: plain } : null
}
