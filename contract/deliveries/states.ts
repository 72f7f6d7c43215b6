/** Ways by which news reaches people outside the portal. */
export const CHANNELS = ['mail', 'push'] as const
export type Channel = (typeof CHANNELS)[number]
export const CHANNEL_LABELS: Readonly<Record<Channel, string>> = { mail: 'Mail', push: 'Phone' }

/** States of a delivery, with the labels of the office. */
export const DELIVERY_LABELS = {
  waiting: 'Waiting',
  delayed: 'Delayed',
  sending: 'Sending',
  sent: 'Sent',
  failed: 'Failed',
  unclear: 'Unclear',
  dropped: 'Not needed',
} as const
export type DeliveryState = keyof typeof DELIVERY_LABELS
export const DELIVERY_STATES = Object.keys(DELIVERY_LABELS) as DeliveryState[]
