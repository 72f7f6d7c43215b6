import { LIMITS } from '../limits.ts'

/** Pesos above which a payment at the counter asks for the password, where the website settings name none (rules 17.13). */
export const COUNTER_LIMIT = 50_000

export const COUNTER_LIMIT_MESSAGE = 'Please input an amount in pesos, two decimals at most.'

/** Reads the setting as it is typed, `50,000` or `1000.50`; null for what is no amount. */
export function readCounterLimit(text: string): number | null {
  const plain = text.trim().replaceAll(',', '')
  const amount = /^\d+(\.\d{1,2})?$/.test(plain) ? Number(plain) : Infinity
  return amount <= LIMITS.money ? amount : null
}
