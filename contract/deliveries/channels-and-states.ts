export const CHANNELS = ['mail', 'push'] as const
export type Channel = (typeof CHANNELS)[number]
export const CHANNEL_LABELS: Readonly<Record<Channel, string>> = { mail: 'Mail', push: 'Phone' }

/**
 * Titles of account mails on the page Deliveries. No notification causes these mails, so there is no other
 * title (rules 23.50).
 */
export const PURPOSE_LABELS = {
  loginDetails: 'Login details',
  newPassword: 'Link for a new password',
  wrongCodes: 'Warning of wrong codes',
  test: 'Test mail',
} as const
export type MailPurpose = keyof typeof PURPOSE_LABELS
export const MAIL_PURPOSES = Object.keys(PURPOSE_LABELS) as MailPurpose[]

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
