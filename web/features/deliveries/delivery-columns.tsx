import { Ban, CircleCheckBig, CircleHelp, Clock, Hourglass, Loader, type LucideIcon, X } from 'lucide-react'
import { formatCount } from '#lib/format-number.ts'
import { formatDateTime } from '#lib/time.ts'
import type { CardWords, RecordColumn } from '#ui/lists/record-table.tsx'
import type { Delivery } from '@tahanan/contract/deliveries/answers.ts'
import { CHANNEL_LABELS, DELIVERY_LABELS, type DeliveryState } from '@tahanan/contract/deliveries/states.ts'
import { KIND_LABELS } from '@tahanan/contract/notifications/kinds.ts'
import { describeState } from './describe-state.ts'

const LOOKS: Readonly<Record<DeliveryState, readonly [LucideIcon, look: string]>> = {
  waiting: [Hourglass, 'status-1'],
  delayed: [Clock, 'status-1'],
  sending: [Loader, 'status-3'],
  sent: [CircleCheckBig, 'status-4'],
  failed: [X, 'status-6'],
  unclear: [CircleHelp, 'status-5'],
  dropped: [Ban, 'status-0'],
}

function StateTag({ state }: Delivery) {
  const [Icon, look] = LOOKS[state]
  return (
    <span className={`tag ${look}`}>
      <Icon />
      {DELIVERY_LABELS[state].toUpperCase()}
    </span>
  )
}

const readerOf = ({ reader: { area, name, clientCode } }: Delivery) => (
  <>
    {name}{' '}
    {area !== 'super-admin' && <small className="num unit-code">{clientCode ?? 'Administrator'}</small>}
  </>
)

/** Columns of the office's deliveries (rules 23.45). */
export const COLUMNS: readonly RecordColumn<Delivery>[] = [
  { label: 'When', look: 'c-num', show: ({ at }) => formatDateTime(at) },
  { label: 'To', look: 'wide', show: readerOf },
  {
    label: 'News',
    look: 'wide',
    show: ({ title, kind }) => (
      <>
        {title}
        {title !== KIND_LABELS[kind] && <small>{KIND_LABELS[kind]}</small>}
      </>
    ),
  },
  { label: 'Channel', show: ({ channel }) => CHANNEL_LABELS[channel] },
  {
    label: 'State',
    look: 'wide',
    show: (delivery) => (
      <>
        <StateTag {...delivery} />
        <small>{describeState(delivery)}</small>
      </>
    ),
  },
  { label: 'Refused Tries', look: 'c-num right', show: ({ tries }) => tries },
]

export function deliveryCard(delivery: Delivery): CardWords {
  const { at, channel, title, tries } = delivery
  return {
    top: <StateTag {...delivery} />,
    heading: title,
    words: (
      <>
        <p>{readerOf(delivery)}</p>
        <p className="num">
          {CHANNEL_LABELS[channel]}, {formatDateTime(at)}
          {tries > 0 && `, ${formatCount(tries, 'refused try', 'refused tries')}`}
        </p>
        <p>{describeState(delivery)}</p>
      </>
    ),
  }
}
