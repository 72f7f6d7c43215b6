import { STATUS_LETTERS } from './to-status-code.ts'

const MAX_LENGTHS = {
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
type ParameterName = keyof typeof MAX_LENGTHS
const PARAMETER_NAMES = Object.keys(MAX_LENGTHS) as ParameterName[]

/**
 * Parameters with which Dragonpay's server or the returning browser calls the portal. Missing parameters are
 * empty.
 */
export type DragonpayCallback = Readonly<Record<ParameterName, string>>

const MAX_PARAMETERS = 60

/**
 * Parses the parameters. Returns null if one is duplicate, too long or malformed, or if there are too many.
 */
export function parseCallbackForm(text: string): DragonpayCallback | null {
  const parameters = new Map<string, string>()
  for (const [name, value] of new URLSearchParams(text)) {
    if (parameters.has(name) || parameters.size === MAX_PARAMETERS) return null
    parameters.set(name, value)
  }
  return toCallback(Object.fromEntries(parameters))
}

export function toCallback(values: Readonly<Partial<Record<string, unknown>>>): DragonpayCallback | null {
  const entries = PARAMETER_NAMES.map((name) => [name, values[name] ?? ''] as const)
  const hasValidLengths = entries.every(
    ([name, value]) => typeof value === 'string' && value.length <= MAX_LENGTHS[name],
  )
  if (!hasValidLengths) return null
  const callback = Object.fromEntries(entries) as Record<ParameterName, string>
  return isUnambiguous(callback) ? callback : null
}

/**
 * Returns whether the fields can be understood in one way only. Digests join the values by colons, so only
 * the message and the free parameters may contain a colon. Otherwise an attacker could present a signed
 * status `P` with the message `S:paid` as the reference `…:P` with the status `S`.
 */
function isUnambiguous({ txnid, refno, status, amount }: DragonpayCallback): boolean {
  return (
    /^[\w.-]+$/.test(txnid) &&
    /^[\w.-]*$/.test(refno) &&
    STATUS_LETTERS.test(status) &&
    (amount === '' || /^\d[\d,]*(\.\d+)?$/.test(amount))
  )
}
