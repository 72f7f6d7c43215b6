import type { Db, Tx } from '#platform/db/client.ts'
import type { DeliveryState } from '@tahanan/contract/deliveries/channels-and-states.ts'
import type { NotificationKind } from '@tahanan/contract/notifications/kinds.ts'

export interface EndedMail {
  readonly notificationId: number
  readonly kind: NotificationKind
  readonly state: DeliveryState
  readonly reason: string
}

export interface PushExtras {
  /** A push message replaces an earlier one with the same tag on the phone. */
  readonly tag: string
  /** Seconds for which the push service stores the message. */
  readonly ttl: number
  readonly payload: {
    /**
     * Token with which the buttons of the push message work without a login. Without a token the message has
     * no buttons.
     */
    readonly token?: string | undefined
    /** Seconds after which the push message disappears from the phone. */
    readonly seconds?: number
    readonly silent?: boolean
  }
}

export interface DeliveryHook {
  readonly findDropReasons: (
    tx: Tx,
    notificationIds: readonly number[],
    now: Date,
  ) => Promise<ReadonlyMap<number, string>>
  /**
   * Called when mails of this kind of notification are finished, for example sent or refused, in the same
   * transaction. Each mail has one recipient.
   */
  readonly onMailsEnded?: (tx: Tx, endedMails: readonly EndedMail[]) => Promise<void>
  readonly pushExtras?: (db: Db, notificationId: number) => Promise<PushExtras | undefined>
}

export const createWithdrawalHook = (
  find: (tx: Tx, notificationIds: readonly number[]) => Promise<readonly { readonly id: number }[]>,
): DeliveryHook => ({
  findDropReasons: async (tx, ids) =>
    new Map((await find(tx, ids)).map(({ id }) => [id, 'It was withdrawn.'] as const)),
})

/** Returns the first hook, which also drops what the second one drops. */
export const addDropReasons = (
  hook: DeliveryHook,
  { findDropReasons }: Pick<DeliveryHook, 'findDropReasons'>,
): DeliveryHook => ({
  ...hook,
  findDropReasons: async (tx, ids, now) =>
    new Map([...(await hook.findDropReasons(tx, ids, now)), ...(await findDropReasons(tx, ids, now))]),
})

export type DeliveryHooks = Readonly<Partial<Record<NotificationKind, DeliveryHook>>>

export async function callDeliveryHooks(
  tx: Tx,
  hooks: DeliveryHooks,
  endedMails: readonly EndedMail[],
): Promise<void> {
  for (const [kind, mails] of Map.groupBy(endedMails, (mail) => mail.kind))
    await hooks[kind]?.onMailsEnded?.(tx, mails)
}

export async function findNeedlessNotifications(
  tx: Tx,
  hooks: DeliveryHooks,
  notices: readonly { readonly notificationId: number; readonly kind: NotificationKind }[],
  now: Date,
): Promise<ReadonlyMap<number, string>> {
  const foundReasons: [number, string][] = []
  for (const [kind, sameKindNotifications] of Map.groupBy(notices, (notice) => notice.kind)) {
    const ids = sameKindNotifications.map(({ notificationId }) => notificationId)
    foundReasons.push(...((await hooks[kind]?.findDropReasons(tx, ids, now)) ?? []))
  }
  return new Map(foundReasons)
}
