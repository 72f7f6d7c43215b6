import { STATUS } from './to-status-code.ts'

/** Maximum lengths of a callback's parameters; Dragonpay's are far shorter. */
const LONGEST = {
  txnid: 40,
  refno: 40,
  status: 4,
  message: 1000,
  digest: 128,
  signature: 512,
  signatures: 2048,
  param1: 80,
  param2: 80,
  amount: 20,
  ccy: 3,
  procid: 20,
  settledate: 40,
} as const
type Name = keyof typeof LONGEST
const NAMES = Object.keys(LONGEST) as Name[]

/** Parameters of a postback or return as texts; missing ones are empty. */
export type DragonpayCallback = Readonly<Record<Name, string>>

const MOST_PARAMETERS = 60

/** Parses a query or form; null for duplicate, too many, too long or malformed parameters. */
export function parseCallbackForm(text: string): DragonpayCallback | null {
  const parameters = new Map<string, string>()
  for (const [name, value] of new URLSearchParams(text)) {
    if (parameters.has(name) || parameters.size === MOST_PARAMETERS) return null
    parameters.set(name, value)
  }
  return toCallback(Object.fromEntries(parameters))
}

export function toCallback(values: Readonly<Partial<Record<string, unknown>>>): DragonpayCallback | null {
  const entries = NAMES.map((name) => [name, values[name] ?? ''] as const)
  const fits = entries.every(([name, value]) => typeof value === 'string' && value.length <= LONGEST[name])
  if (!fits) return null
  const callback = Object.fromEntries(entries) as Record<Name, string>
  return isUnambiguous(callback) ? callback : null
}

/**
 * Whether only the message and the free parameters contain a colon. Digests join values by colons, so a
 * signed `P` with the message `S:paid` could be forged into the reference `…:P` with the status `S`.
 */
function isUnambiguous({ txnid, refno, status, amount }: DragonpayCallback): boolean {
  return (
    /^[\w.-]+$/.test(txnid) &&
    /^[\w.-]*$/.test(refno) &&
    STATUS.test(status) &&
    (amount === '' || /^\d[\d,]*(\.\d+)?$/.test(amount))
  )
}
