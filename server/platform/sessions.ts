import type { Actor } from './actor.ts'

export interface FoundSession {
  readonly actor: Actor
  /**
   * SHA-256 of the session's token, with which download links are signed. It must never be sent to a client.
   */
  readonly tokenHash: Buffer
  /**
   * Message to show if maintenance refuses this caller; null otherwise. Super-administrators are never
   * refused.
   */
  readonly maintenance: string | null
  /** True if the session's last activity was saved more than a minute ago. */
  readonly stale: boolean
  /** True if the caller confirmed the password or a code in the last ten minutes. */
  readonly confirmed: boolean
}

/** Implemented by a feature and passed to the platform by `server/boot`. */
export interface Sessions {
  find(token: string): Promise<FoundSession | null>
  /** Used for callers who were authenticated without a token, for example by a download link. */
  findById(id: number): Promise<FoundSession | null>
  filterActive(ids: readonly number[]): Promise<number[]>
  /** Called at most once a minute. */
  touch(sessionId: number): Promise<void>
}
