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
   * Sorted with the oldest first. Reminders, security and urgent notifications are never combined with
   * others.
   */
  readonly news: readonly [DueNotification, ...DueNotification[]]
  /** Whether the lock screen shows title and message instead of the short text. */
  readonly showDetails: boolean
}

/** `later` is tried again; `unclear` may have arrived and is not tried again. */
export type Outcome =
  | { readonly state: 'sent' }
  | { readonly state: 'later'; readonly reason: string }
  | { readonly state: 'unclear' | 'dropped'; readonly reason: string }
  | {
      readonly state: 'failed'
      readonly reason: string
      readonly isAddressRefused?: boolean
    }

/** Sends to one reader. Returns a refusal as an outcome; a thrown error means that the outcome is unclear. */
export type Sender = (due: DueNotifications) => Promise<Outcome>

export type Senders = Readonly<Record<Channel, Sender>>
