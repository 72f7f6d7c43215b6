import { LIMITS } from '../limits.ts'

/** Default amount in pesos above which a counter payment needs the password (rules 17.13). */
export const COUNTER_LIMIT = 50_000

export const COUNTER_LIMIT_MESSAGE = 'Please input an amount in pesos, two decimals at most.'

/** Parses the setting as typed, `50,000` or `1000.50`; null if it is not an amount. */
export function readCounterLimit(text: string): number | null {
  const plain = text.trim().replaceAll(',', '')
  const amount = /^\d+(\.\d{1,2})?$/.test(plain) ? Number(plain) : Infinity
  return amount <= LIMITS.money ? amount : null
}
