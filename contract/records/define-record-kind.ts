import { capitalize } from '../capitalize.ts'
import type { Field, Fields, Form } from '../forms/fields.ts'
import type { Area } from '../limits.ts'
import type { PageName } from '../permissions.ts'
import { requireSupportedFieldMarks } from '../tickets/define-module.ts'

type PageFlag = readonly [page: PageName, flag: string]

interface RecordKindDeclaration {
  /** Name of the kind; it is also the owner type of its files and the kind of its search results. */
  readonly name: string
  /**
   * Table of the records. It must have a column for each field (`memoNumber` in `memo_number`), `status`,
   * `search_text`, `created_at` and `updated_at`.
   */
  readonly table: string
  /** Name of a record inside sentences. Written with hyphens, it is the path of the API calls. */
  readonly noun: { readonly one: string; readonly many: string }
  readonly listPath?: string
  readonly page: PageName
  readonly addFlag?: string
  readonly extraReadPermissions?: readonly PageFlag[]
  /** Areas whose accounts may read the records and their files. Default: residents and administrators. */
  readonly areas?: readonly Area[]
  /** Areas whose accounts may call the list. Accounts of other areas read the records by separate calls. */
  readonly listAreas?: readonly Area[]
  /** Fields of the form. Exactly one of them holds files. */
  readonly fields: Fields
  readonly titleField?: string
  /** Columns of whole numbers that answers contain besides the fields. */
  readonly numbers?: readonly string[]
  /** Whether the author is stored in `post_by_id`. */
  readonly hasAuthor?: true
  /**
   * Whether residents get a notification of a new record. They never get one when it is corrected (rules
   * 9.17).
   */
  readonly isAnnounced?: true
  /** Date field by which the list is sorted, latest first. Default: newest record first. */
  readonly sortDateField?: string
  /**
   * Whether a call without a limit returns all records, because the office's page searches them in the
   * browser (rules 9.16).
   */
  readonly whole?: true
  readonly hasOwnReadCalls?: true
  /** Heading of the kind in search results. Without it, the records are not searched. */
  readonly searchHeading?: string
  readonly menu: string
  readonly icon: string
  /** Texts of the office's page. Absent if the page is not the standard list. */
  readonly office?: {
    readonly title: string
    readonly searchHint: string
    readonly purpose: string
    /** Labels of the columns by field. A phone shows dates first. */
    readonly columns: Readonly<Record<string, string>>
  }
  readonly residents?: {
    readonly title: string
    readonly introduction: string
    readonly purpose: string
    readonly labels?: Readonly<Record<string, string>>
  }
  /**
   * Group of tables that the super-administrator can empty together. `dependentGroups`: other groups that are emptied
   * with it (rules 12.1, 12.3).
   */
  readonly reset: {
    readonly group: string
    readonly label: string
    readonly dependentGroups?: readonly string[]
    readonly note: string
  }
}

export interface AnyRecordKind extends RecordKindDeclaration {
  readonly form: Form
  readonly path: { readonly one: string; readonly many: string }
  readonly titleField: string
  readonly filesField: string
  readonly title: string
}

/**
 * Throws if no field holds files. Also throws if a field is `private` or `keptFor`, because records support
 * neither.
 */
export function defineRecordKind<const Kind extends RecordKindDeclaration>(kind: Kind): Kind & AnyRecordKind {
  const { name, fields, noun, listPath = toPath(noun.many), titleField = 'title' } = kind
  requireSupportedFieldMarks(kind)
  const filesField = Object.keys(fields).find((key) => fields[key]?.kind === 'files')
  if (filesField === undefined) throw new Error(`The form of ${name} has no files.`)
  return {
    ...kind,
    form: { fields },
    path: { one: toPath(noun.one), many: listPath },
    titleField,
    filesField,
    title: capitalize(noun.one),
  }
}

const toPath = (noun: string): string => noun.replaceAll(' ', '-')

export const isLongText = (field: Field | undefined): boolean => field?.kind === 'text' && field.multiline

export const isShortText = (field: Field | undefined): boolean =>
  field?.kind === 'text' && !field.multiline && field.input === 'text'
