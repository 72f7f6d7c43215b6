/**
 * Register of personal data (RA 10173, rules 26). Declares for each column of each table whether it is personal, of
 * which people, and what an erasure does with it.
 */
import type { Person } from '../forms/fields.ts'
import type { PageName } from '../permissions.ts'
import type { Period } from './periods.ts'

export const PEOPLE = {
  tenant: 'Tenant',
  household: 'Household',
  visitor: 'Visitor',
  worker: 'Worker',
  staff: 'Staff',
} as const satisfies Record<Person, string>

export const BASES = {
  contract: 'Contract with the tenant (Sec. 12 b)',
  law: 'Legal obligation (Sec. 12 c)',
  interest: 'Legitimate interest of the community (Sec. 12 f)',
  consent: 'Consent (Sec. 12 a, 13 a)',
} as const
export type Basis = keyof typeof BASES

export const ERASURES = {
  delete: 'The row is deleted',
  blank: 'Removed',
  pseudonymise: 'Replaced by a number',
  keep: 'Kept',
  derived: 'Follows the data that it is derived from',
  fields: 'Each field of the form by its own entry',
} as const
export type Erasure = keyof typeof ERASURES

/** Retention periods that the settings do not change. */
export const FIXED_RETENTIONS = {
  account: 'as long as the account is open, then as closed accounts',
  record: 'as long as the record that it belongs to',
  staff: 'as long as the records that name them',
  session: 'until the logout, at most a day',
  hours: 'hours to a day',
  inbox: '90 days',
  published: 'until the office deletes it',
} as const
export type Retention = Period | keyof typeof FIXED_RETENTIONS

/**
 * Readers of a table. `own`: the person's own account. `everybody`: all accounts that are logged in. The name
 * of a page: administrators who may view this page.
 */
export type Reader = 'own' | 'everybody' | 'guards' | 'nobody' | PageName

export interface ColumnEntry {
  readonly whose: Person
  readonly erasure: Erasure
  /** Reason for the erasure `keep`. It is written for people to read. */
  readonly reason?: string
  /** Whether an erasure also removes the files from the store. */
  readonly files?: true
  /** Column with the area of the person; only rows of residents are erased. */
  readonly area?: string
}

export type Link =
  /** Columns that contain the tenant's id. */
  | { readonly column: string; readonly also?: string }
  /** Column that refers to another table in the register, by its column `key` (default: `id`). */
  | { readonly column: string; readonly table: string; readonly key?: string }
  /** Columns that contain area and id of an account. */
  | { readonly area: string; readonly column: string }

export interface TableEntry {
  readonly title: string
  readonly data: string
  readonly purpose: string
  readonly basis: Basis
  readonly readers: readonly Reader[]
  readonly retention: Retention
  readonly tenant?: Link
  /** Reason why a resident's copy does not contain the table. */
  readonly notCopied?: string
  readonly personal: Readonly<Record<string, ColumnEntry>>
  /** Columns without personal data. */
  readonly plain: readonly string[]
}

export const splitNames = (text: string): readonly string[] => text.trim().split(/\s+/)

const mapNames = (names: string, entry: ColumnEntry) =>
  Object.fromEntries(splitNames(names).map((name): [string, ColumnEntry] => [name, entry]))

export const blank = (whose: Person, names: string) => mapNames(names, { whose, erasure: 'blank' })
export const blankFiles = (whose: Person, names: string) =>
  mapNames(names, { whose, erasure: 'blank', files: true })
export const pseudonymise = (whose: Person, names: string, area?: string) =>
  mapNames(names, { whose, erasure: 'pseudonymise', ...(area !== undefined && { area }) })
export const removed = (whose: Person, names: string) => mapNames(names, { whose, erasure: 'delete' })
export const derived = (whose: Person, names: string) => mapNames(names, { whose, erasure: 'derived' })
export const kept = (whose: Person, names: string, reason: string) =>
  mapNames(names, { whose, erasure: 'keep', reason })
export const STAFF_ACTED = 'The office must be able to show which of its staff acted.'
export const acted = (names: string) => kept('staff', names, STAFF_ACTED)

export const IN_THE_BOOKS = 'Part of the books of account, which the law requires to be kept.'
export const UNIT_NUMBER = 'Number of the unit in the books of account.'

/**
 * Whether the audit log stores only the name of a column, because the column's value may be erased (rules
 * 26.4).
 */
export const isLoggedByName = ({ whose, reason }: ColumnEntry): boolean =>
  whose !== 'staff' && reason !== IN_THE_BOOKS && reason !== UNIT_NUMBER

type Declared = Omit<TableEntry, 'personal' | 'plain'> & {
  readonly personal: readonly Readonly<Record<string, ColumnEntry>>[]
  readonly plain: string
}

/** Throws if a column is declared twice. */
export function table({ personal, plain, ...entry }: Declared): TableEntry {
  const names = [...personal.flatMap((group) => Object.keys(group)), ...splitNames(plain)]
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice) throw new Error(`The column ${twice} stands twice in the entry '${entry.title}' of the register`)
  return { ...entry, personal: Object.assign({}, ...personal), plain: splitNames(plain) }
}
