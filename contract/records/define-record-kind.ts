import { capital } from '../capital.ts'
import type { Field, Fields, Form } from '../forms/fields.ts'
import type { Area } from '../limits.ts'
import type { PageName } from '../permissions.ts'
import { requireHonoured } from '../tickets/define-module.ts'

/** A flag of a page of permissions: `['amenities', 'view']`. */
type PageFlag = readonly [page: PageName, flag: string]

interface Declaration {
  /** Key in the registry, owner of its files, and kind of its search results. */
  readonly name: string
  /** Table with a column for each field (`memoNumber` in `memo_number`), `status`, `search_text` and the two stamps. */
  readonly table: string
  /** Inside sentences; with hyphens, the paths of its calls. */
  readonly noun: { readonly one: string; readonly many: string }
  /** Path of the list and name of the live channel, where they are not the noun. */
  readonly listPath?: string
  /** Page of the administrators' permissions: view, add, edit and delete. */
  readonly page: PageName
  /** The flag that adds one, where it is not `add`. */
  readonly addFlag?: string
  /** Further flags that let an administrator read it. */
  readonly alsoReadBy?: readonly PageFlag[]
  /** Areas whose accounts read it and its files; residents and administrators by default. */
  readonly areas?: readonly Area[]
  /** Areas that list it, where others read it by calls of its own. */
  readonly listedIn?: readonly Area[]
  /** Fields of its form, one of which holds files. */
  readonly fields: Fields
  /** Field that names it, where it is not `title`. */
  readonly titleField?: string
  /** Columns with whole numbers that readers see beside the fields. */
  readonly numbers?: readonly string[]
  /** Keeps who added it, in `post_by_id`. */
  readonly signed?: true
  /** Residents are notified of a new one, not of corrections (rules 9.17). */
  readonly announced?: true
  /** The date that its list is sorted by, the latest first; without it the newest record is first. */
  readonly latestBy?: string
  /** Turns paging off: a call without a limit answers all of it, and the office's page searches on its own (rules 9.16). */
  readonly whole?: true
  /** Read by calls of its own, not by a list and a record. */
  readonly ownReading?: true
  /** Heading of its results in the search; without one it is not searched. */
  readonly foundAs?: string
  /** Name in the menus, of its permissions, and in the API document. */
  readonly menu: string
  /** Lucide icon name. */
  readonly icon: string
  /** The office's page, where it is the plain list. */
  readonly office?: {
    readonly title: string
    readonly searchHint: string
    /** The sentence of the empty list. */
    readonly purpose: string
    /** Headings of the columns by field; a phone shows dates first. */
    readonly columns: Readonly<Record<string, string>>
  }
  /** The residents' page, where it is the plain list. */
  readonly residents?: {
    readonly title: string
    /** Under the title. */
    readonly lead: string
    /** The sentence of the empty list. */
    readonly purpose: string
    /** Words before short texts under the title, by field. */
    readonly labels?: Readonly<Record<string, string>>
  }
  /** The group of a reset that empties it, with the groups that go along (rules 12.1, 12.3). */
  readonly reset: {
    readonly group: string
    readonly label: string
    readonly takes?: readonly string[]
    readonly note: string
  }
}

/** A kind of record that the office keeps and residents read, with what follows from its declaration. */
export interface AnyRecordKind extends Declaration {
  readonly form: Form
  readonly path: { readonly one: string; readonly many: string }
  readonly titleField: string
  readonly filesField: string
  /** Name in front of a sentence and in the audit log: 'Policy header'. */
  readonly title: string
}

/** Declares a kind of record. Throws where nothing would hide or erase a field, and where none holds files. */
export function defineRecordKind<const Kind extends Declaration>(kind: Kind): Kind & AnyRecordKind {
  const { name, fields, noun, listPath = pathOf(noun.many), titleField = 'title' } = kind
  requireHonoured(kind)
  const filesField = Object.keys(fields).find((key) => fields[key]?.kind === 'files')
  if (filesField === undefined) throw new Error(`The form of ${name} has no files.`)
  return {
    ...kind,
    form: { fields },
    path: { one: pathOf(noun.one), many: listPath },
    titleField,
    filesField,
    title: capital(noun.one),
  }
}

const pathOf = (noun: string): string => noun.replaceAll(' ', '-')

/** Whether a field is a text of several lines. */
export const isLongText = (field: Field | undefined): boolean => field?.kind === 'text' && field.multiline

/** Whether a field is a text of one line, other than an address: a name or a number of the record. */
export const isShortText = (field: Field | undefined): boolean =>
  field?.kind === 'text' && !field.multiline && field.input === 'text'
