// Error codes from the appendix of Dragonpay's documentation.
const ERROR_TEXTS: Readonly<Record<string, string>> = {
  '101': 'Invalid payment gateway id',
  '102': 'Incorrect secret key',
  '103': 'Invalid reference number',
  '104': 'Unauthorized access',
  '105': 'Invalid token',
  '106': 'Currency not supported',
  '107': 'Transaction cancelled',
  '108': 'Insufficient funds',
  '109': 'Transaction limit exceeded',
  '110': 'Error in operation',
  '111': 'Security error',
  '201': 'Invalid merchant id',
  '202': 'Invalid merchant password',
}

export function explainMessage(message: string | null): string {
  if (message === null) return ''
  const code = /^\[?(\d{3})\]?$/.exec(message)?.[1]
  const errorText = code === undefined ? undefined : ERROR_TEXTS[code]
  return errorText === undefined ? message : `${errorText} (${code})`
}

const CANCELLED_MESSAGE = /^\[?107\]?(?!\d)/

export function toStatusCode(status: string, message: string | null): string {
  const statusCode = status.toUpperCase()
  return statusCode === 'F' && CANCELLED_MESSAGE.test(message?.trim() ?? '') ? 'V' : statusCode
}

/**
 * Format of a status: only letters. A colon could move text into another field of a digest (`isUnambiguous`).
 */
export const STATUS_LETTERS = /^[A-Za-z]{1,4}$/
