import type { Actor } from './actor.ts'

export interface FoundSession {
  readonly actor: Actor
  /** SHA-256 of its token; download links are signed with it. Never sent. */
  readonly tokenHash: Buffer
  /** The maintenance message, if maintenance refuses this caller. It never refuses super-administrators. */
  readonly maintenance: string | null
  /** The session's last activity was saved more than a minute ago. */
  readonly stale: boolean
  /** The caller repeated the password or a code in the last ten minutes. */
  readonly confirmed: boolean
}

/** Look-up of sessions. Features implement it; `server/boot` passes it to the platform. */
export interface Sessions {
  find(token: string): Promise<FoundSession | null>
  /** For callers who are authenticated in another way, such as by a download link. */
  findById(id: number): Promise<FoundSession | null>
  filterActive(ids: readonly number[]): Promise<number[]>
  /** Saves the time of the session's last activity; called at most once a minute. */
  touch(sessionId: number): Promise<void>
}
