import { capitalize } from '../capitalize.ts'
import type { Field, Fields, Form } from '../forms/fields.ts'
import type { Area } from '../limits.ts'
import type { PageName } from '../permissions.ts'
import { requireMarksHonoured } from '../tickets/define-module.ts'

/** A flag of a page of permissions: `['amenities', 'view']`. */
type PageFlag = readonly [page: PageName, flag: string]

interface Declaration {
  /** Key in the registry, owner type of its files, and kind of its search results. */
  readonly name: string
  /**
   * Table with a column for each field (`memoNumber` in `memo_number`), `status`, `search_text` and the two
   * timestamps.
   */
  readonly table: string
  /** Name inside sentences; hyphenated, the path of its calls. */
  readonly noun: { readonly one: string; readonly many: string }
  /** Path of the list and name of the live channel, where they differ from the noun. */
  readonly listPath?: string
  /** Page of permissions: view, add, edit and delete. */
  readonly page: PageName
  /** Flag for adding a record, where it is not `add`. */
  readonly addFlag?: string
  /** Other flags that let an administrator read it. */
  readonly alsoReadBy?: readonly PageFlag[]
  /** Areas that may read it and its files; residents and administrators by default. */
  readonly areas?: readonly Area[]
  /** Areas that may list it, where others read it by separate calls. */
  readonly listedIn?: readonly Area[]
  /** Fields of its form; one holds files. */
  readonly fields: Fields
  /** Field with its name, where it is not `title`. */
  readonly titleField?: string
  /** Columns of whole numbers that answers add to the fields. */
  readonly numbers?: readonly string[]
  /** Stores its author in `post_by_id`. */
  readonly signed?: true
  /** Residents are notified of a new record, not of corrections (rules 9.17). */
  readonly announced?: true
  /** Date by which its list is sorted, latest first; without it the newest record is first. */
  readonly latestBy?: string
  /** No paging: a call without a limit answers all; the office searches in the browser (rules 9.16). */
  readonly whole?: true
  /** Read by special calls instead of a list and a single record. */
  readonly ownReading?: true
  /** Heading of its search results; without one it is not searched. */
  readonly foundAs?: string
  /** Name in menus, permissions and the API document. */
  readonly menu: string
  /** Lucide icon name. */
  readonly icon: string
  /** Page of the office, where it is the plain list. */
  readonly office?: {
    readonly title: string
    readonly searchHint: string
    /** Sentence of the empty list. */
    readonly purpose: string
    /** Headings of the columns by field; a phone shows dates first. */
    readonly columns: Readonly<Record<string, string>>
  }
  /** Page of the residents, where it is the plain list. */
  readonly residents?: {
    readonly title: string
    /** Sentence under the title. */
    readonly lead: string
    /** Sentence of the empty list. */
    readonly purpose: string
    /** Labels of short texts under the title, by field. */
    readonly labels?: Readonly<Record<string, string>>
  }
  /** Reset group that empties it, and the groups emptied together with it (rules 12.1, 12.3). */
  readonly reset: {
    readonly group: string
    readonly label: string
    readonly takes?: readonly string[]
    readonly note: string
  }
}

/** A kind of record that the office keeps and residents read, and properties derived from it. */
export interface AnyRecordKind extends Declaration {
  readonly form: Form
  readonly path: { readonly one: string; readonly many: string }
  readonly titleField: string
  readonly filesField: string
  /** Name at the start of a sentence and in the audit log: 'Policy header'. */
  readonly title: string
}

/**
 * Declares a kind of record. Throws if no field holds files, or if a field is `private` or `keptFor`, which
 * records do not support.
 */
export function defineRecordKind<const Kind extends Declaration>(kind: Kind): Kind & AnyRecordKind {
  const { name, fields, noun, listPath = pathOf(noun.many), titleField = 'title' } = kind
  requireMarksHonoured(kind)
  const filesField = Object.keys(fields).find((key) => fields[key]?.kind === 'files')
  if (filesField === undefined) throw new Error(`The form of ${name} has no files.`)
  return {
    ...kind,
    form: { fields },
    path: { one: pathOf(noun.one), many: listPath },
    titleField,
    filesField,
    title: capitalize(noun.one),
  }
}

const pathOf = (noun: string): string => noun.replaceAll(' ', '-')

/** Whether a field is multi-line text. */
export const isLongText = (field: Field | undefined): boolean => field?.kind === 'text' && field.multiline

/** Whether a field is single-line text other than an address: a name or number of the record. */
export const isShortText = (field: Field | undefined): boolean =>
  field?.kind === 'text' && !field.multiline && field.input === 'text'
