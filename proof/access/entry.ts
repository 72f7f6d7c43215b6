import type { LoggedIn } from '@tahanan/server/testing/callers.ts'
import type { TestAccounts, Flag } from './test-accounts.ts'

/** Flags that an administrator needs: one of these, or all of them. */
export interface Needs {
  readonly flags: readonly [Flag, ...Flag[]]
  readonly how: 'any' | 'all'
  /** Without them the call is not refused, but shows and changes nothing of others' records. */
  readonly shownNothing?: boolean
}

/** Administrators with any one of these flags, and nobody who has all the others. */
export const may = (...flags: Needs['flags']): Needs => ({ flags, how: 'any' })
/** Administrators who have each of these flags. */
export const mayWithAll = (...flags: Needs['flags']): Needs => ({ flags, how: 'all' })
/** Any administrator may call; the record is shown only to those with one of these flags. */
export const isShownTo = (...flags: Needs['flags']): Needs => ({ flags, how: 'any', shownNothing: true })

/**
 * Callers that a call admits, copied by hand from docs/rules/ and never read from the route. All others are refused.
 * `all` act for themselves; `theirs` get only what is their own and nothing of others'; `owner`: everybody else gets 404.
 */
export interface Who {
  readonly open?: true
  readonly residents?: 'all' | 'theirs' | 'owner'
  readonly administrators?: 'all' | 'owner' | Needs
  readonly superAdministrators?: true
}

/** One call in all its parts; `path` fills the braces of the route. */
export interface Call {
  readonly path?: Readonly<Record<string, string | number>>
  readonly query?: Readonly<Record<string, string | number>>
  readonly body?: unknown
  /** Instead of a body in JSON. */
  readonly form?: FormData
  readonly raw?: { readonly type: string; readonly payload: string }
  /** A text that only allowed readers of the record find in the answer. */
  readonly shows?: string
}

/** A route of the matrix. */
export interface Entry extends Who {
  /** Status of an allowed call, where it is not 201 for POST and 200 for the others. */
  readonly answers?: number
  /** Whether an allowed call writes into the database, where it is not `true` for all but GET. */
  readonly changes?: boolean
  /** Tables that a refused call may write into, because somebody is meant to look at it. */
  readonly leaves?: readonly string[]
  /** Where those without the flag, or without any right, are not even told that the record exists. */
  readonly unseen?: true
  /** The flags depend on the body: those named here are for the one that is sent. */
  readonly byBody?: true
  /** Makes the record of the call, owned by `me`, anew for each caller, and the call as `me` makes it. */
  readonly about?: (cast: TestAccounts, me: LoggedIn) => Promise<Call> | Call
  /** Waits for background work of the call. */
  readonly afterwards?: (cast: TestAccounts) => Promise<void>
}

/** By `METHOD /api/path/{id}`, as the document has it. */
export type Entries = Readonly<Record<string, Entry>>
