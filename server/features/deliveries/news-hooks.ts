import type { Db, Tx } from '#platform/db/client.ts'
import type { DeliveryState } from '@tahanan/contract/deliveries/states.ts'
import type { NewsKind } from '@tahanan/contract/notifications/kinds.ts'

/** The end of a notification's mail. */
export interface EndedMail {
  readonly notificationId: number
  readonly kind: NewsKind
  readonly state: DeliveryState
  readonly reason: string
}

/** Parts of a push message that asks something, besides its text. */
export interface PushExtras {
  /** A later message with the same tag replaces it. */
  readonly tag: string
  /** Seconds for which a push service keeps it. */
  readonly ttl: number
  readonly payload: {
    /** Token of its buttons, which answer without a login; no buttons without one. */
    readonly token?: string | undefined
    /** Seconds after which it is closed. */
    readonly seconds?: number
    /** Replaces an earlier one without a sound. */
    readonly silent?: boolean
  }
}

/** Hooks of a kind of news, by the feature that it belongs to. */
export interface NewsHook {
  /** Returns why notifications are not needed any more, by their id. */
  readonly findNeedless: (tx: Tx, notificationIds: readonly number[]) => Promise<ReadonlyMap<number, string>>
  /** Runs in the transaction that ends mails to one reader each. */
  readonly mailsEnded?: (tx: Tx, ended: readonly EndedMail[]) => Promise<void>
  /** Returns what the push message of a notification has besides its text. */
  readonly pushExtras?: (db: Db, notificationId: number) => Promise<PushExtras | undefined>
}

/** Creates the hook of news whose record can be withdrawn; `find` returns the notifications of withdrawn ones. */
export const dropWithdrawn = (
  find: (tx: Tx, notificationIds: readonly number[]) => Promise<readonly { readonly id: number }[]>,
): NewsHook => ({
  findNeedless: async (tx, ids) =>
    new Map((await find(tx, ids)).map(({ id }) => [id, 'It was withdrawn.'] as const)),
})

/** Hooks by kind of news, filled in by boot. */
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
