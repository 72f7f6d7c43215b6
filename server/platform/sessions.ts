import type { Actor } from './actor.ts'

export interface FoundSession {
  readonly actor: Actor
  /**
   * SHA-256 of the session's token. Download links are signed with it, so it must never be sent to a client.
   */
  readonly tokenHash: Buffer
  /**
   * Message to show if maintenance refuses this caller; null otherwise. Super-administrators are never
   * refused.
   */
  readonly maintenance: string | null
  /**
   * True if the time of the session's last activity was saved more than a minute ago, so it must be saved
   * again.
   */
  readonly stale: boolean
  /** True if the caller confirmed the password or a code in the last ten minutes. */
  readonly confirmed: boolean
}

/** Functions for sessions. A feature implements them, and `server/boot` passes them to the platform. */
export interface Sessions {
  find(token: string): Promise<FoundSession | null>
  findById(id: number): Promise<FoundSession | null>
  filterActive(ids: readonly number[]): Promise<number[]>
  /** Saves the time of the session's last activity. Called at most once a minute per session. */
  touch(sessionId: number): Promise<void>
}
