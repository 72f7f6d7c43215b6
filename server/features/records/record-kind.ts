import type { Area } from '@tahanan/contract/limits.ts'
import type { PageName } from '@tahanan/contract/permissions.ts'
import type { Details, Form } from '@tahanan/contract/forms/validate.ts'
import type { TUnsafe } from 'typebox'
import type { AdminActor } from '../../platform/actor.ts'
import type { Tx } from '../../platform/db/client.ts'
import type { Policy, PermissionName } from '../../platform/http/policy.ts'

/** A record as the database gives it, under the names that readers see. */
export interface RecordRow extends Details {
  id: number
  status: number
  created_at: Date
  updated_at: Date
}

/**
 * Something that the office keeps and residents read: a memorandum, a header of the house rules, a policy, an amenity, an
 * advertisement. From a kind come its calls, its SQL, its files and its live event. Each form has its columns under the same
 * names, `memoNumber` in `memo_number`; `status` 0 is deleted.
 */
export interface RecordKind {
  /** Owner of its files (`files.owner_kind`). */
  readonly name: RecordName
  readonly table: RecordTable
  /** The page of the administrator area whose flags it needs. */
  readonly page: PageName
  /** The flag for adding one, where it is not `add`. */
  readonly addFlag?: string
  readonly path: { readonly one: string; readonly many: string }
  readonly noun: { readonly one: string; readonly many: string }
  readonly form: Form
  readonly answer: TUnsafe<RecordRow>
  /** Readers of its files, who are told of its changes. */
  readonly readers: Exclude<Policy, 'open'>
  /** Areas whose calls list it, where residents read it in another way. */
  readonly listedFor?: readonly Area[]
  /** The event that open lists listen for (`contract/channels.ts`). */
  readonly channel: string
  readonly order: string
  /** Rows of a list whose call names no `limit`; 0 is all. */
  readonly pageSize: number
  /** Columns beside those of the form that readers see, by the names they see. */
  readonly columns?: readonly string[]
  /** Values of columns beside the form's when one is added. Throws 400. */
  readonly newColumns?: (
    tx: Tx,
    actor: AdminActor,
    body: Readonly<Details>,
  ) => Promise<Readonly<Record<string, unknown>>>
  /** Further changes in the same transaction. */
  readonly afterAdd?: (tx: Tx, id: number, values: Readonly<Details>) => Promise<void>
  /** Throws where it cannot be deleted now; otherwise does what goes with it. The record is locked. */
  readonly beforeDelete?: (tx: Tx, id: number) => Promise<void>
}

export type RecordTable = 'memorandums' | 'policy_headers' | 'policies' | 'amenities' | 'advertisements'

export type RecordName = 'memorandum' | 'policyHeader' | 'policy' | 'amenity' | 'advertisement'

/** Residents, and administrators who may view one of these pages. */
export function residentsAnd(...permission: PermissionName[]): RecordKind['readers'] {
  return { areas: ['client', 'admin'], permission }
}

/** `memoNumber` → `memo_number` */
export function columnOf(field: string): string {
  return field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

/** The form's files: each kind has one such field. */
export function filesFieldOf(kind: Pick<RecordKind, 'form' | 'name'>): string {
  const found = Object.entries(kind.form.fields).find(([, field]) => field.kind === 'files')
  if (!found) throw new Error(`The form of ${kind.name} has no files.`)
  return found[0]
}
