/**
 * Register of personal data (RA 10173, rules 26). Declares for each column of each table whether it contains
 * personal data, whose data this is, and what an erasure does with it.
 */
import type { Person } from '../forms/fields.ts'
import type { PageName } from '../permissions.ts'
import type { RetentionPeriod } from './retention-periods.ts'

export const PERSON_LABELS = {
  tenant: 'Tenant',
  household: 'Household',
  visitor: 'Visitor',
  worker: 'Worker',
  staff: 'Staff',
} as const satisfies Record<Person, string>

export const LEGAL_BASIS_LABELS = {
  contract: 'Contract with the tenant (Sec. 12 b)',
  law: 'Legal obligation (Sec. 12 c)',
  interest: 'Legitimate interest of the community (Sec. 12 f)',
  consent: 'Consent (Sec. 12 a, 13 a)',
} as const
export type LegalBasis = keyof typeof LEGAL_BASIS_LABELS

export const ERASURE_LABELS = {
  delete: 'The row is deleted',
  blank: 'Removed',
  pseudonymise: 'Replaced by a number',
  keep: 'Kept',
  derived: 'Follows the data that it is derived from',
  fields: 'Each field of the form by its own entry',
} as const
export type Erasure = keyof typeof ERASURE_LABELS

export const FIXED_RETENTION_LABELS = {
  account: 'as long as the account is open, then as closed accounts',
  record: 'as long as the record that it belongs to',
  staff: 'as long as the records that name them',
  session: 'until the logout, at most a day',
  hours: 'hours to a day',
  inbox: '90 days',
  published: 'until the office deletes it',
} as const
export type Retention = RetentionPeriod | keyof typeof FIXED_RETENTION_LABELS

/**
 * Accounts that can read a table. `own`: the person's own account. `everybody`: all accounts that are logged
 * in. The name of a page: administrators who may view this page.
 */
export type DataReader = 'own' | 'everybody' | 'guards' | 'nobody' | PageName

export interface PersonalColumn {
  readonly dataSubject: Person
  readonly erasure: Erasure
  /** If `erasure` is `keep`: the reason why the value is kept, as a text for people. */
  readonly reason?: string
  /** Whether an erasure also deletes the files that the value names. */
  readonly files?: true
  /**
   * Column with the area of the person (resident or administrator). An erasure changes only rows of
   * residents.
   */
  readonly area?: string
}

export type TenantLink =
  /** `column` and `secondColumn` are columns that contain the tenant's id. */
  | { readonly column: string; readonly secondColumn?: string }
  /** `column` refers to another table in the register, by its column `key` (default: `id`). */
  | { readonly column: string; readonly table: string; readonly key?: string }
  /** The columns `area` and `column` contain area and id of an account. */
  | { readonly area: string; readonly column: string }

export interface RegisteredTable {
  readonly title: string
  readonly data: string
  readonly purpose: string
  readonly basis: LegalBasis
  readonly readers: readonly DataReader[]
  readonly retention: Retention
  readonly tenant?: TenantLink
  readonly copyOmissionReason?: string
  readonly personal: Readonly<Record<string, PersonalColumn>>
  readonly plain: readonly string[]
}

export const splitNames = (text: string): readonly string[] => text.trim().split(/\s+/)

const createColumns = (names: string, entry: PersonalColumn) =>
  Object.fromEntries(splitNames(names).map((name): [string, PersonalColumn] => [name, entry]))

export const declareBlankedColumns = (dataSubject: Person, names: string) =>
  createColumns(names, { dataSubject, erasure: 'blank' })
export const declareBlankedFiles = (dataSubject: Person, names: string) =>
  createColumns(names, { dataSubject, erasure: 'blank', files: true })
export const declarePseudonymisedColumns = (dataSubject: Person, names: string, area?: string) =>
  createColumns(names, { dataSubject, erasure: 'pseudonymise', ...(area !== undefined && { area }) })
export const declareDeletedColumns = (dataSubject: Person, names: string) =>
  createColumns(names, { dataSubject, erasure: 'delete' })
export const declareDerivedColumns = (dataSubject: Person, names: string) =>
  createColumns(names, { dataSubject, erasure: 'derived' })
export const declareKeptColumns = (dataSubject: Person, names: string, reason: string) =>
  createColumns(names, { dataSubject, erasure: 'keep', reason })
export const STAFF_ACTION_REASON = 'The office must be able to show which of its staff acted.'
export const declareStaffActionColumns = (names: string) =>
  declareKeptColumns('staff', names, STAFF_ACTION_REASON)

export const BOOKS_OF_ACCOUNT_REASON = 'Part of the books of account, which the law requires to be kept.'
export const UNIT_NUMBER_REASON = 'Number of the unit in the books of account.'

/**
 * Whether the audit log stores only the name of a column, because the column's value may be erased (rules
 * 26.4).
 */
export const isOnlyNameLogged = ({ dataSubject, reason }: PersonalColumn): boolean =>
  dataSubject !== 'staff' && reason !== BOOKS_OF_ACCOUNT_REASON && reason !== UNIT_NUMBER_REASON

type TableDeclaration = Omit<RegisteredTable, 'personal' | 'plain'> & {
  readonly personal: readonly Readonly<Record<string, PersonalColumn>>[]
  readonly plain: string
}

/** Throws if a column is declared twice. */
export function defineTable({ personal, plain, ...entry }: TableDeclaration): RegisteredTable {
  const columnNames = [...personal.flatMap((group) => Object.keys(group)), ...splitNames(plain)]
  const duplicateName = columnNames.find((name, index) => columnNames.indexOf(name) !== index)
  if (duplicateName)
    throw new Error(`The column ${duplicateName} stands twice in the entry '${entry.title}' of the register`)
  return { ...entry, personal: Object.assign({}, ...personal), plain: splitNames(plain) }
}
