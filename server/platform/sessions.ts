import type { Actor } from './actor.ts'

export interface FoundSession {
  readonly actor: Actor
  /** SHA-256 of its token: what stands for the session is signed with it, and nobody is told. */
  readonly tokenHash: Buffer
  /** The maintenance message while residents and administrators are kept out; super-administrators never are. */
  readonly maintenance: string | null
  /** Whether the session's last activity was saved more than a minute ago. */
  readonly stale: boolean
  /** Whether the caller gave the password or a code again in the last ten minutes. */
  readonly confirmed: boolean
}

/** Tells calls and live connections who is there; handed in where the portal is put together. */
export interface Sessions {
  /** Returns the session of a token; null where it is unknown or over. */
  find(token: string): Promise<FoundSession | null>
  /** Returns a session by its id, for callers that proved in another way that they act for it. */
  findById(id: number): Promise<FoundSession | null>
  /** Returns those of the sessions that are not over. */
  livingAmong(ids: readonly number[]): Promise<number[]>
  /** Saves that a session is in use; called at most once a minute, beside the call itself. */
  touch(sessionId: number): Promise<void>
}
