import type { LoggedIn } from '@tahanan/server/testing/callers.ts'
import type { TestAccounts, Flag } from './test-accounts.ts'

export interface Needs {
  readonly flags: readonly [Flag, ...Flag[]]
  readonly how: 'any' | 'all'
  /** Without the flags the call succeeds, but its answer leaves the record out. */
  readonly shownNothing?: boolean
}

export const may = (...flags: Needs['flags']): Needs => ({ flags, how: 'any' })
export const mayWithAll = (...flags: Needs['flags']): Needs => ({ flags, how: 'all' })
/** Any administrator may make the call; only those with one of these flags see the record. */
export const isShownTo = (...flags: Needs['flags']): Needs => ({ flags, how: 'any', shownNothing: true })

/**
 * Callers that a call admits, copied by hand from docs/rules/; the portal refuses all others. `all`: each
 * acts for itself. `theirs`: each gets only its own records. `owner`: the others get 404.
 */
export interface Who {
  readonly open?: true
  readonly residents?: 'all' | 'theirs' | 'owner'
  readonly administrators?: 'all' | 'owner' | Needs
  readonly superAdministrators?: true
}

/** Parameters and body of a call; `path` fills the placeholders of the route. */
export interface Call {
  readonly path?: Readonly<Record<string, string | number>>
  readonly query?: Readonly<Record<string, string | number>>
  readonly body?: unknown
  readonly form?: FormData
  readonly raw?: { readonly type: string; readonly payload: string }
  /** Text that is in the answers to allowed readers of the record, and in no other answer. */
  readonly shows?: string
}

export interface Entry extends Who {
  /** Status of an allowed call; default: 201 for POST, 200 for the others. */
  readonly answers?: number
  /** Whether an allowed call writes to the database; default: all except GET. */
  readonly changes?: boolean
  /** Tables that a refused call may write to, so that the office sees the attempt. */
  readonly refusalWrites?: readonly string[]
  /**
   * Callers without the permission get 404 in place of 403, so that they cannot tell whether the record
   * exists.
   */
  readonly hidesRecord?: true
  /** The needed flags depend on the body; the entry has the flags for the body that it sends. */
  readonly bodyDecides?: true
  /** `me` owns the created record. */
  readonly prepare?: (accounts: TestAccounts, me: LoggedIn) => Promise<Call> | Call
  readonly waitAfter?: (accounts: TestAccounts) => Promise<void>
}

/** Entries by route, in the form of the API document: `GET /api/ticket/{id}`. */
export type Entries = Readonly<Record<string, Entry>>
