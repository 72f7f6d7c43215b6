import type { LoggedInCaller } from '@tahanan/server/testing/callers.ts'
import type { TestAccounts, Flag } from './test-accounts.ts'

export interface RequiredFlags {
  readonly flags: readonly [Flag, ...Flag[]]
  readonly matchMode: 'any' | 'all'
  /**
   * True: the call also succeeds without these permissions, but then the response does not contain the
   * record.
   */
  readonly isRecordOmitted?: boolean
}

export const withAnyFlag = (...flags: RequiredFlags['flags']): RequiredFlags => ({ flags, matchMode: 'any' })
export const withAllFlags = (...flags: RequiredFlags['flags']): RequiredFlags => ({ flags, matchMode: 'all' })
/**
 * Any administrator may make the call. The response contains the record only if they have one of these
 * permissions.
 */
export const withFlagToSeeRecord = (...flags: RequiredFlags['flags']): RequiredFlags => ({
  flags,
  matchMode: 'any',
  isRecordOmitted: true,
})

/**
 * Accounts that may call a route, copied by hand from docs/rules/. `all`: every account. `theirs`: every
 * account, but the response contains only its own records. `owner`: only the owner of the record; other
 * residents get 404.
 */
export interface AllowedCallers {
  readonly isPublic?: true
  readonly residents?: 'all' | 'theirs' | 'owner'
  readonly administrators?: 'all' | 'owner' | RequiredFlags
  readonly superAdministrators?: true
}

export interface CallInput {
  readonly path?: Readonly<Record<string, string | number>>
  readonly query?: Readonly<Record<string, string | number>>
  readonly body?: unknown
  readonly form?: FormData
  readonly raw?: { readonly type: string; readonly payload: string }
  /** Text that must be in the response to callers who may read the record, and in no other response. */
  readonly expectedText?: string
}

export interface AccessCase extends AllowedCallers {
  /** HTTP status of an allowed call; by default 201 for POST and 200 for other methods. */
  readonly expectedStatus?: number
  /** Whether an allowed call writes to the database. Default: true, except for GET. */
  readonly changes?: boolean
  /** Tables that a refused call may write to, because the office must see the attempt. */
  readonly tablesWrittenOnRefusal?: readonly string[]
  /**
   * Callers without the permission get 404 instead of 403, so that they cannot find out whether the record
   * exists.
   */
  readonly hidesRecord?: true
  /** The needed permissions depend on the request body. This case lists the permissions for its own body. */
  readonly isBodyDependent?: true
  /** Creates the records that the call needs, owned by `me`. */
  readonly prepare?: (accounts: TestAccounts, me: LoggedInCaller) => Promise<CallInput> | CallInput
  readonly waitForCompletion?: (accounts: TestAccounts) => Promise<void>
}

/** Keyed by the route, written as in the API document, such as `GET /api/ticket/{id}`. */
export type AccessCases = Readonly<Record<string, AccessCase>>
