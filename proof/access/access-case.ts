import type { LoggedInCaller } from '@tahanan/server/testing/callers.ts'
import type { TestAccounts, Flag } from './test-accounts.ts'

export interface RequiredFlags {
  readonly flags: readonly [Flag, ...Flag[]]
  readonly how: 'any' | 'all'
  /** True if a caller without the flags also gets an answer, but one that does not contain the record. */
  readonly shownNothing?: boolean
}

export const withAnyFlag = (...flags: RequiredFlags['flags']): RequiredFlags => ({ flags, how: 'any' })
export const withAllFlags = (...flags: RequiredFlags['flags']): RequiredFlags => ({ flags, how: 'all' })
/**
 * Requirement of a call that any administrator may make, but whose answer contains the record only for
 * administrators with one of these flags.
 */
export const withFlagToSeeRecord = (...flags: RequiredFlags['flags']): RequiredFlags => ({
  flags,
  how: 'any',
  shownNothing: true,
})

/**
 * Callers that a route accepts, copied by hand from docs/rules/; all others must be refused. `all`: every
 * account of the area may make the call for itself. `theirs`: every account gets an answer, but only with its
 * own records. `owner`: only the owner of the record; others get 404.
 */
export interface AllowedCallers {
  readonly open?: true
  readonly residents?: 'all' | 'theirs' | 'owner'
  readonly administrators?: 'all' | 'owner' | RequiredFlags
  readonly superAdministrators?: true
}

/** Parameters and body of a call. `path` has the values for the placeholders of the route. */
export interface CallInput {
  readonly path?: Readonly<Record<string, string | number>>
  readonly query?: Readonly<Record<string, string | number>>
  readonly body?: unknown
  readonly form?: FormData
  readonly raw?: { readonly type: string; readonly payload: string }
  /**
   * Text that proves access: answers to callers who may read the record contain it, all other answers do not.
   */
  readonly shows?: string
}

export interface AccessCase extends AllowedCallers {
  /** HTTP status of an allowed call; by default 201 for POST and 200 for other methods. */
  readonly answers?: number
  /** Whether an allowed call writes to the database; default: all except GET. */
  readonly changes?: boolean
  /** Tables in which a refused call may store the attempt, so that the office sees it. */
  readonly refusalWrites?: readonly string[]
  /**
   * Callers without the permission get 404 instead of 403, so that they cannot find out whether the record
   * exists.
   */
  readonly hidesRecord?: true
  /**
   * Whether the needed flags depend on the request body. The entry has the flags for the body that it sends.
   */
  readonly bodyDecides?: true
  /** Creates the records that the call needs; they belong to `me`. */
  readonly prepare?: (accounts: TestAccounts, me: LoggedInCaller) => Promise<CallInput> | CallInput
  readonly waitAfter?: (accounts: TestAccounts) => Promise<void>
}

/** Entries by route. A route has the form of the API document: `GET /api/ticket/{id}`. */
export type AccessCases = Readonly<Record<string, AccessCase>>
