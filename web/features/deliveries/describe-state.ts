import { formatDateTime } from '#lib/time.ts'
import type { Delivery } from '@tahanan/contract/deliveries/answers.ts'
import type { DeliveryState, MailPurpose } from '@tahanan/contract/deliveries/states.ts'

/**
 * Advice by purpose for a mail that did not arrive. It cannot be sent again, because its text is not stored.
 */
const OTHER_WAYS: Readonly<Record<MailPurpose, string>> = {
  loginDetails: "Send them again from the tenant's form.",
  newPassword: 'Its reader can ask for another link at the login.',
  wrongCodes: '',
  test: '',
}

export function describeState({
  state,
  reason,
  tries,
  due_at,
  purpose,
}: Pick<Delivery, 'state' | 'reason' | 'tries' | 'due_at' | 'purpose'>): string {
  if (purpose && didNotArrive(state)) return joinSentences(reason, OTHER_WAYS[purpose])
  if (state !== 'waiting' && state !== 'delayed') return reason
  const due = tries > 0 ? `Next try: ${formatDateTime(due_at)}` : `Planned: ${formatDateTime(due_at)}`
  return joinSentences(reason, due)
}

/** Adds a full stop if the first text is a mail server's answer without one. */
function joinSentences(first: string, second: string): string {
  if (first === '' || second === '') return first + second
  return `${/[.!?]$/.test(first) ? first : `${first}.`} ${second}`
}

/** False for mails without a notification, because their text is not stored. */
export const canResend = ({ state, purpose }: Pick<Delivery, 'state' | 'purpose'>): boolean =>
  purpose === null && didNotArrive(state)

const didNotArrive = (state: DeliveryState): boolean => state === 'failed' || state === 'unclear'
