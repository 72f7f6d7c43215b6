import type { PaymentRow } from '#features/payments/repository.ts'
import { PortalError } from '#platform/errors.ts'
import { CHEQUE_DATE_LIMIT_MONTHS } from '@tahanan/contract/billing/counter.ts'
import { formatDay, formatLongDay } from '@tahanan/contract/time.ts'

/**
 * Returns the error message for the date of a cheque that is received today (rules 17.5); undefined if it is
 * valid.
 */
export function getChequeDateError(day: string, timeZone: string): string | undefined {
  const today = formatDay(new Date(), timeZone)
  if (day < addMonths(today, -CHEQUE_DATE_LIMIT_MONTHS.stale))
    return `This cheque is stale: its date is more than ${CHEQUE_DATE_LIMIT_MONTHS.stale} months ago.`
  return day > addMonths(today, CHEQUE_DATE_LIMIT_MONTHS.ahead)
    ? 'Please choose a date that is at most a year ahead.'
    : undefined
}

function addMonths(day: string, months: number): string {
  const startDate = new Date(`${day}T00:00:00Z`)
  const targetDate = new Date(Date.UTC(startDate.getUTCFullYear(), startDate.getUTCMonth() + months + 1, 0))
  targetDate.setUTCDate(Math.min(startDate.getUTCDate(), targetDate.getUTCDate()))
  return targetDate.toISOString().slice(0, 10)
}

/** Throws 409 before the date of the cheque, because a cheque cannot be posted earlier (rules 17.6). */
export function requireChequeDue({ cheque_date: day }: PaymentRow, timeZone: string): void {
  if (day === null || day <= formatDay(new Date(), timeZone)) return
  throw new PortalError('chequeNotDue', { placeholders: { date: formatLongDay(day) } })
}
