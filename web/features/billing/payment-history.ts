import { Landmark, Undo2 } from 'lucide-react'
import type { HistoryItem } from '#features/conversation/timeline.ts'
import { formatDateTime } from '#lib/time.ts'
import type { NewerVersion } from '#ui/forms/use-form.ts'
import { TAG_COLOURS } from '#ui/values/status-tag.tsx'
import type { PaymentEvent, PaymentWithHistory } from '@tahanan/contract/billing/answers.ts'
import { formatOutcome } from '@tahanan/contract/billing/get-gateway-outcome.ts'
import { PAYMENT_ICONS } from './payment-tags.tsx'
import { getPaymentStatusInfo } from './payment.ts'

const STATUS_TITLES: Record<number, string> = {
  1: 'Created',
  2: 'Sent for verification',
  3: 'Verified',
  4: 'Posted',
  5: 'Rejected',
}

function getEventTitle(event: PaymentEvent): string {
  const { fromStatus, toStatus, fromOutsource, toOutsource, reversed, remark } = event
  if (reversed) return 'Reversed'
  if (fromStatus !== toStatus) return STATUS_TITLES[toStatus] ?? 'Deleted'
  if (fromOutsource !== toOutsource) return `Gateway: ${formatOutcome(toOutsource)}`
  return remark ? 'Remark' : 'Changed'
}

export function describeLastPaymentEvent(
  newerVersion: NewerVersion | undefined,
  { history }: PaymentWithHistory,
): string | undefined {
  const knownCount =
    newerVersion && Array.isArray(newerVersion.baseRecord.history)
      ? newerVersion.baseRecord.history.length
      : history.length
  const [last] = history.slice(0, Math.max(0, history.length - knownCount))
  return last && `${last.who || 'The portal'}: ${getEventTitle(last)}, ${formatDateTime(last.at)}.`
}

export function toPaymentHistory(events: readonly PaymentEvent[]): HistoryItem[] {
  return events.map((event, index) => {
    const { at, who, fromStatus, toStatus, toOutsource, reversed, remark } = event
    const newStatus = fromStatus === toStatus ? undefined : getPaymentStatusInfo(toStatus)
    const detailTexts = [newStatus && toOutsource && `Gateway: ${formatOutcome(toOutsource)}`, remark]
    return {
      key: `entry ${events.length - index}`,
      at,
      title: getEventTitle(event),
      status: newStatus && TAG_COLOURS[newStatus.color],
      icon: reversed ? Undo2 : newStatus ? PAYMENT_ICONS[newStatus.status] : Landmark,
      who: who === '' ? undefined : who,
      remark: detailTexts.filter(Boolean).join('\n') || undefined,
    }
  })
}
