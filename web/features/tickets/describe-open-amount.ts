import { formatPesos } from '#lib/money.ts'
import { formatDateWithTime } from '#lib/time.ts'
import type { Ticket } from '@tahanan/contract/tickets/answers.ts'

/**
 * Describes the unpaid amount of a reservation and the time until which it must be paid (rules 25.11, 25.12).
 * Returns undefined if the ticket has no amount.
 */
export function describeOpenAmount(
  { leftToPay, payUntil }: Ticket,
  reader: 'resident' | 'office',
): string | undefined {
  if (typeof leftToPay !== 'number') return undefined
  if (leftToPay === 0) return 'Paid, or a payment is being checked.'
  const leftToPayText = `${formatPesos(leftToPay)} left to pay`
  if (typeof payUntil !== 'string') return `${leftToPayText}.`
  return reader === 'resident'
    ? `${leftToPayText}. Please pay by ${formatDateWithTime(payUntil)}, or the booking is cancelled.`
    : `${leftToPayText} by ${formatDateWithTime(payUntil)}, or the booking is cancelled.`
}
