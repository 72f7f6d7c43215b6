import { showDateTime } from '#lib/time.ts'
import type { Delivery } from '@tahanan/contract/deliveries/answers.ts'

/** Returns why a delivery is in its state, and when it is sent. */
export function stateWords({
  state,
  reason,
  tries,
  due_at,
}: Pick<Delivery, 'state' | 'reason' | 'tries' | 'due_at'>): string {
  if (state !== 'waiting' && state !== 'delayed') return reason
  const due = tries > 0 ? `Next try: ${showDateTime(due_at)}` : `Planned: ${showDateTime(due_at)}`
  return `${reason} ${due}`.trim()
}

/** Whether a delivery can be sent again. */
export const canResend = ({ state }: Pick<Delivery, 'state'>): boolean =>
  state === 'failed' || state === 'unclear'
