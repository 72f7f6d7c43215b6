import { Ban, CircleCheckBig, CircleHelp, Clock, Hourglass, Loader, type LucideIcon, X } from 'lucide-react'
import { formatCount } from '#lib/format-number.ts'
import { formatDateTime } from '#lib/time.ts'
import type { CardContent, TableColumn } from '#ui/lists/data-table.tsx'
import { Tag, type TagColour } from '#ui/values/status-tag.tsx'
import type { Delivery } from '@tahanan/contract/deliveries/answers.ts'
import {
  CHANNEL_LABELS,
  DELIVERY_LABELS,
  type DeliveryState,
} from '@tahanan/contract/deliveries/channels-and-states.ts'
import { NOTIFICATION_KIND_LABELS } from '@tahanan/contract/notifications/kinds.ts'
import { describeDeliveryState } from './describe-delivery-state.ts'

const DELIVERY_STATE_STYLES: Readonly<Record<DeliveryState, readonly [LucideIcon, TagColour]>> = {
  waiting: [Hourglass, 'gold'],
  delayed: [Clock, 'gold'],
  sending: [Loader, 'geekblue'],
  sent: [CircleCheckBig, 'green'],
  failed: [X, 'red'],
  unclear: [CircleHelp, 'magenta'],
  dropped: [Ban, 'neutral'],
}

function StateTag({ state }: Delivery) {
  const [icon, colour] = DELIVERY_STATE_STYLES[state]
  return (
    <Tag colour={colour} icon={icon}>
      {DELIVERY_LABELS[state].toUpperCase()}
    </Tag>
  )
}

const renderReader = ({ reader: { area, name, clientCode } }: Delivery) => (
  <>
    {name}{' '}
    {area !== 'super-admin' && <small className="num unit-code">{clientCode ?? 'Administrator'}</small>}
  </>
)

/** Columns of the list of deliveries (rules 23.45). */
export const DELIVERY_COLUMNS: readonly TableColumn<Delivery>[] = [
  { label: 'When', look: 'c-num', renderCell: ({ at }) => formatDateTime(at) },
  { label: 'To', look: 'wide', renderCell: renderReader },
  {
    label: 'Notification',
    look: 'wide',
    renderCell: ({ title, kind }) => (
      <>
        {title}
        {title !== NOTIFICATION_KIND_LABELS[kind] && <small>{NOTIFICATION_KIND_LABELS[kind]}</small>}
      </>
    ),
  },
  { label: 'Channel', renderCell: ({ channel }) => CHANNEL_LABELS[channel] },
  {
    label: 'State',
    look: 'wide',
    renderCell: (delivery) => (
      <>
        <StateTag {...delivery} />
        <small>{describeDeliveryState(delivery)}</small>
      </>
    ),
  },
  { label: 'Refused Tries', look: 'c-num right', renderCell: ({ tries }) => tries },
]

export function toDeliveryCard(delivery: Delivery): CardContent {
  const { at, channel, title, tries } = delivery
  return {
    top: <StateTag {...delivery} />,
    heading: title,
    words: (
      <>
        <p>{renderReader(delivery)}</p>
        <p className="num">
          {CHANNEL_LABELS[channel]}, {formatDateTime(at)}
          {tries > 0 && `, ${formatCount(tries, 'refused try', 'refused tries')}`}
        </p>
        <p>{describeDeliveryState(delivery)}</p>
      </>
    ),
  }
}
