import type { Db, Tx } from '#platform/db/client.ts'
import type { DeliveryState } from '@tahanan/contract/deliveries/states.ts'
import type { NewsKind } from '@tahanan/contract/notifications/kinds.ts'

export interface EndedMail {
  readonly notificationId: number
  readonly kind: NewsKind
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
     * Lets the action buttons of the message answer without a login. Without a token the message has no
     * buttons.
     */
    readonly token?: string | undefined
    /** Seconds after which the message closes itself. */
    readonly seconds?: number
    /** Whether the message replaces an earlier one without a sound. */
    readonly silent?: boolean
  }
}

export interface NewsHook {
  readonly findNeedless: (tx: Tx, notificationIds: readonly number[]) => Promise<ReadonlyMap<number, string>>
  /** Called in the transaction in which mails of this kind end. Each of them had a single reader. */
  readonly mailsEnded?: (tx: Tx, ended: readonly EndedMail[]) => Promise<void>
  readonly pushExtras?: (db: Db, notificationId: number) => Promise<PushExtras | undefined>
}

export const dropWithdrawn = (
  find: (tx: Tx, notificationIds: readonly number[]) => Promise<readonly { readonly id: number }[]>,
): NewsHook => ({
  findNeedless: async (tx, ids) =>
    new Map((await find(tx, ids)).map(({ id }) => [id, 'It was withdrawn.'] as const)),
})

/** Hooks of features by kind of notification; `boot/` sets them. */
export type NewsHooks = Readonly<Partial<Record<NewsKind, NewsHook>>>

export async function callNewsHooks(tx: Tx, hooks: NewsHooks, ended: readonly EndedMail[]): Promise<void> {
  for (const [kind, mails] of Map.groupBy(ended, (mail) => mail.kind))
    await hooks[kind]?.mailsEnded?.(tx, mails)
}

export async function findNeedless(
  tx: Tx,
  hooks: NewsHooks,
  notices: readonly { readonly notificationId: number; readonly kind: NewsKind }[],
): Promise<ReadonlyMap<number, string>> {
  const found: [number, string][] = []
  for (const [kind, some] of Map.groupBy(notices, (notice) => notice.kind)) {
    const ids = some.map(({ notificationId }) => notificationId)
    found.push(...((await hooks[kind]?.findNeedless(tx, ids)) ?? []))
  }
  return new Map(found)
}
