/** Meanings of Dragonpay's error codes, in its own words (its document, appendix on errors). */
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

/** Returns Dragonpay's message for people: a bare error code becomes its meaning, everything else stays. */
export function explainMessage(message: string | null): string {
  if (message === null) return ''
  const code = /^\[?(\d{3})\]?$/.exec(message)?.[1]
  const meaning = code === undefined ? undefined : ERROR_TEXTS[code]
  return meaning === undefined ? message : `${meaning} (${code})`
}

/** Dragonpay's code for a payment that its payer cancelled, at the beginning of a message. */
const CANCELLED = /^\[?107\]?(?!\d)/

/** Returns a payment's letter: Dragonpay's own, but void where its message says that the payer cancelled what it calls failed. */
export function letterOf(status: string, message: string | null): string {
  const letter = status.toUpperCase()
  return letter === 'F' && CANCELLED.test(message?.trim() ?? '') ? 'V' : letter
}

/** A status as Dragonpay sends it. Its form keeps fields of a digest from changing places across the colons between them. */
export const STATUS = /^[A-Za-z]{1,4}$/
