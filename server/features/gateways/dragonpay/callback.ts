import { STATUS } from './statuses.ts'

/** Longest values of a callback's parameters; Dragonpay's own are far shorter. */
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

/** A postback or the parameters of a return, as texts; missing ones are empty. */
export type DragonpayCallback = Readonly<Record<Name, string>>

const MOST_PARAMETERS = 60

/** Reads a query or a form; null for anything but a callback: a parameter twice, too many, too long, malformed. */
export function readCallbackForm(text: string): DragonpayCallback | null {
  const given = new Map<string, string>()
  for (const [name, value] of new URLSearchParams(text)) {
    if (given.has(name) || given.size === MOST_PARAMETERS) return null
    given.set(name, value)
  }
  return toCallback(Object.fromEntries(given))
}

/** Reads a callback from named values. Unknown names are ignored. */
export function toCallback(values: Readonly<Partial<Record<string, unknown>>>): DragonpayCallback | null {
  const entries = NAMES.map((name) => [name, values[name] ?? ''] as const)
  const fits = entries.every(([name, value]) => typeof value === 'string' && value.length <= LONGEST[name])
  if (!fits) return null
  const callback = Object.fromEntries(entries) as Record<Name, string>
  return isUnambiguous(callback) ? callback : null
}

/**
 * Digests join values with colons, so a signed `P` with the message `S:paid` could be told as a reference `…:P` with the
 * status `S`. Nothing but the message and the free parameters may hold a colon.
 */
function isUnambiguous({ txnid, refno, status, amount }: DragonpayCallback): boolean {
  return (
    /^[\w.-]+$/.test(txnid) &&
    /^[\w.-]*$/.test(refno) &&
    STATUS.test(status) &&
    (amount === '' || /^\d[\d,]*(\.\d+)?$/.test(amount))
  )
}
