import { formatDateTime } from '#lib/time.ts'
import type { Delivery } from '@tahanan/contract/deliveries/answers.ts'
import type { DeliveryState, MailPurpose } from '@tahanan/contract/deliveries/channels-and-states.ts'

/**
 * Advice by purpose of a mail. It is shown if the mail did not arrive and cannot be sent again, because its
 * text is not stored.
 */
const RESEND_ADVICE: Readonly<Record<MailPurpose, string>> = {
  loginDetails: "Send them again from the tenant's form.",
  newPassword: 'Its reader can ask for another link at the login.',
  wrongCodes: '',
  test: '',
}

export function describeDeliveryState({
  state,
  reason,
  tries,
  due_at,
  purpose,
}: Pick<Delivery, 'state' | 'reason' | 'tries' | 'due_at' | 'purpose'>): string {
  if (purpose && didNotArrive(state)) return joinSentences(reason, RESEND_ADVICE[purpose])
  if (state !== 'waiting' && state !== 'delayed') return reason
  const dueText = tries > 0 ? `Next try: ${formatDateTime(due_at)}` : `Planned: ${formatDateTime(due_at)}`
  return joinSentences(reason, dueText)
}

/** Adds a missing full stop to `first`, because it may be the reply of a mail server. */
function joinSentences(first: string, second: string): string {
  if (first === '' || second === '') return first + second
  return `${/[.!?]$/.test(first) ? first : `${first}.`} ${second}`
}

export const canResend = ({ state, purpose }: Pick<Delivery, 'state' | 'purpose'>): boolean =>
  purpose === null && didNotArrive(state)

const didNotArrive = (state: DeliveryState): boolean => state === 'failed' || state === 'unclear'
