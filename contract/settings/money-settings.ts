import { LIMITS } from '../limits.ts'

/** Default limit in pesos: a counter payment above it needs the password (rules 17.13). */
export const DEFAULT_COUNTER_LIMIT = 50_000

export const COUNTER_LIMIT_MESSAGE = 'Please input an amount in pesos, two decimals at most.'

export function parseCounterLimit(text: string): number | null {
  const textWithoutCommas = text.trim().replaceAll(',', '')
  const amount = /^\d+(\.\d{1,2})?$/.test(textWithoutCommas) ? Number(textWithoutCommas) : Infinity
  return amount <= LIMITS.money ? amount : null
}

/** Pattern of the grace period in days (rules 20.1). An empty value means no grace period. */
export const GRACE_DAYS_PATTERN = /^(?:\d{1,2}|[12]\d\d|3[0-5]\d|36[0-5])?$/

export const GRACE_DAYS_MESSAGE = 'Please input a whole number of days, 365 at most.'
