import type { Channel } from '@tahanan/contract/deliveries/channels-and-states.ts'
import type { MailText, NotificationArea, NotificationKind } from '@tahanan/contract/notifications/kinds.ts'

interface DueNotification {
  readonly id: number
  readonly notificationId: number
  readonly kind: NotificationKind
  readonly title: string
  readonly message: string
  readonly link: string | null
  readonly brief: string
  readonly letter: MailText | null
  readonly urgent: boolean
}

export interface DueNotifications {
  readonly area: NotificationArea
  readonly reader: { readonly id: number; readonly name: string; readonly email: string }
  /**
   * Notifications that are sent in one message, oldest first. Reminders, security and urgent notifications
   * are always sent alone.
   */
  readonly news: readonly [DueNotification, ...DueNotification[]]
  readonly showDetails: boolean
}

/**
 * Result of sending. `later`: it is tried again. `unclear`: the message may have arrived, so it is not tried
 * again.
 */
export type Outcome =
  | { readonly state: 'sent' }
  | { readonly state: 'later'; readonly reason: string }
  | { readonly state: 'unclear' | 'dropped'; readonly reason: string }
  | {
      readonly state: 'failed'
      readonly reason: string
      readonly isAddressRefused?: boolean
    }

/**
 * Sends a message to one recipient. If the server refuses it, returns the refusal. A thrown error means that
 * the message may have arrived.
 */
export type Sender = (dueNotifications: DueNotifications) => Promise<Outcome>

export type Senders = Readonly<Record<Channel, Sender>>
