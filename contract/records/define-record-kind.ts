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
  readonly listPath?: string
  /** Page of permissions: view, add, edit and delete. */
  readonly page: PageName
  /** Flag for adding a record, if it is not `add`. */
  readonly addFlag?: string
  /** Other flags with which an administrator may read it. */
  readonly alsoReadBy?: readonly PageFlag[]
  /** Areas that may read it and its files; residents and administrators by default. */
  readonly areas?: readonly Area[]
  /** Areas that may list it, if others read it by separate calls. */
  readonly listedIn?: readonly Area[]
  /** Fields of its form; one holds files. */
  readonly fields: Fields
  /** Field with its name, if it is not `title`. */
  readonly titleField?: string
  /** Columns of whole numbers that answers add to the fields. */
  readonly numbers?: readonly string[]
  /** Stores its author in `post_by_id`. */
  readonly signed?: true
  /** Residents are notified of a new record, not of corrections (rules 9.17). */
  readonly announced?: true
  /** Date by which its list is sorted, latest first; without it the newest record is first. */
  readonly latestBy?: string
  /** Not paged: a call without a limit returns all; the office searches in the browser (rules 9.16). */
  readonly whole?: true
  /** Read by its own calls instead of a list and a single record. */
  readonly ownReading?: true
  /** Heading of its search results; without one it is not searched. */
  readonly foundAs?: string
  /** Name in menus, permissions and the API document. */
  readonly menu: string
  readonly icon: string
  /** Office page, if it is the standard list. */
  readonly office?: {
    readonly title: string
    readonly searchHint: string
    /** Text of the empty list. */
    readonly purpose: string
    /** Headings of the columns by field; a phone shows dates first. */
    readonly columns: Readonly<Record<string, string>>
  }
  /** Residents' page, if it is the standard list. */
  readonly residents?: {
    readonly title: string
    /** Sentence below the title. */
    readonly lead: string
    /** Text of the empty list. */
    readonly purpose: string
    /** Labels of short texts below the title, by field. */
    readonly labels?: Readonly<Record<string, string>>
  }
  /** Reset group that empties it, and the groups that are emptied together with it (rules 12.1, 12.3). */
  readonly reset: {
    readonly group: string
    readonly label: string
    readonly takes?: readonly string[]
    readonly note: string
  }
}

/** A kind of record that the office publishes and residents read, with derived properties. */
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

export const isLongText = (field: Field | undefined): boolean => field?.kind === 'text' && field.multiline

/** Whether a field is single-line text other than a URL: a name or number of the record. */
export const isShortText = (field: Field | undefined): boolean =>
  field?.kind === 'text' && !field.multiline && field.input === 'text'
