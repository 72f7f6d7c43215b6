import { createHmac, hash } from 'node:crypto'

/** Name of the secret that tokens are made with. */
export const TOKEN_SECRET = 'gatePasses'

const TOKEN_BYTES = 16

/** Returns the token of a pass's link and QR code: 128 bits that only the secret makes of its code. */
export const tokenOf = (secret: Buffer, code: string): string =>
  createHmac('sha256', secret).update(code).digest().subarray(0, TOKEN_BYTES).toString('base64url')

/** Returns the SHA-256 of a token's text, by which its pass is found. */
export const hashToken = (token: string): Buffer => hash('sha256', token, 'buffer')
