import type { LoggedIn } from '@tahanan/server/testing/callers.ts'
import type { TestAccounts, Flag } from './test-accounts.ts'

/** Flags that an administrator needs: any one of them, or all. */
export interface Needs {
  readonly flags: readonly [Flag, ...Flag[]]
  readonly how: 'any' | 'all'
  /** Without the flags the call succeeds, but leaves the record out. */
  readonly shownNothing?: boolean
}

/** Administrators need any one of these flags. */
export const may = (...flags: Needs['flags']): Needs => ({ flags, how: 'any' })
/** Administrators need all of these flags. */
export const mayWithAll = (...flags: Needs['flags']): Needs => ({ flags, how: 'all' })
/** Any administrator may call; only those with one of these flags see the record. */
export const isShownTo = (...flags: Needs['flags']): Needs => ({ flags, how: 'any', shownNothing: true })

/**
 * Callers that a call admits, copied by hand from docs/rules/; all others are refused.
 * `all`: each acts for itself. `theirs`: each gets its own records only. `owner`: everybody else gets 404.
 */
export interface Who {
  readonly open?: true
  readonly residents?: 'all' | 'theirs' | 'owner'
  readonly administrators?: 'all' | 'owner' | Needs
  readonly superAdministrators?: true
}

/** Parameters and body of a call; `path` fills the braces of the route. */
export interface Call {
  readonly path?: Readonly<Record<string, string | number>>
  readonly query?: Readonly<Record<string, string | number>>
  readonly body?: unknown
  readonly form?: FormData
  readonly raw?: { readonly type: string; readonly payload: string }
  /** Text that the answer holds for allowed readers of the record, and only for them. */
  readonly shows?: string
}

/** A route of the matrix. */
export interface Entry extends Who {
  /** Status of an allowed call, unless it is 201 for POST or 200 for others. */
  readonly answers?: number
  /** Whether an allowed call writes into the database; by default all but GET do. */
  readonly changes?: boolean
  /** Tables that a refused call may write into, for the office to look at. */
  readonly refusalWrites?: readonly string[]
  /** Callers without the permission get 404 in place of 403. */
  readonly hidesRecord?: true
  /** The needed flags depend on the body; these are for the body that is sent. */
  readonly bodyDecides?: true
  /** Makes a record owned by `me`, and returns the call about it. */
  readonly prepare?: (accounts: TestAccounts, me: LoggedIn) => Promise<Call> | Call
  /** Waits for background work of the call. */
  readonly waitAfter?: (accounts: TestAccounts) => Promise<void>
}

/** Entries by route, in the document's form: `GET /api/ticket/{id}`. */
export type Entries = Readonly<Record<string, Entry>>
