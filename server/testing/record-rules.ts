import type { Folder } from '@tahanan/contract/limits.ts'
import type { PageName, PAGES } from '@tahanan/contract/permissions.ts'
import type { RecordName } from '@tahanan/contract/records/index.ts'

/** A page with the flags view, add, edit and delete. */
type RecordPage = {
  [Page in PageName]: readonly ['view', 'add', 'edit', 'delete'] extends (typeof PAGES)[Page] ? Page : never
}[PageName]

/** A kind of record, as rules 2 and 9 state it. */
export interface RecordRules {
  /** Path of the calls for one record. */
  readonly one: string
  /** Path of the list, which is the name of the live event too. */
  readonly many: string
  readonly page: RecordPage
  /** The flag of `POST`. */
  readonly add: 'add' | 'edit'
  /** A valid body of `POST`; the first field of `required` names the record. */
  readonly body: Readonly<Record<string, unknown>>
  /** The kind that it stands under, and the field of the body that names it. */
  readonly under?: readonly [kind: RecordName, field: string]
  /** Messages for an empty body. */
  readonly required: Readonly<Record<string, string[]>>
  readonly files: { readonly field: string; readonly folder: Folder; readonly most: number }
  /** Whether residents and super-administrators read it by its list; `own` where other calls show it. */
  readonly list: 'residents' | 'everybody' | 'office' | 'own'
  /** Further flags that let an administrator read it, as `page.flag`. */
  readonly alsoReadBy?: readonly `reservations.${'view' | 'add' | 'edit' | 'approve'}`[]
}

/** A date of the bodies below, in community time. */
export const A_MOMENT = '2026-05-04 08:00:00'
const TITLE = { title: ['Please input your title!'] }
const DATE = { date: ['Please input your date!'] }
const PDFS = { field: 'files', folder: 'pdf', most: 50 } as const

/**
 * Copied by hand from rules 2.2, 2.5 and 9.12 to 9.26, and never read from the declarations, for the tests that hold the code
 * against it: server/features/records/, proof/access/ (who may make which call) and proof/attacks/.
 */
export const RECORD_RULES: Readonly<Record<RecordName, RecordRules>> = {
  memorandum: {
    one: 'memorandum',
    many: 'memorandums',
    page: 'memorandums',
    add: 'add',
    body: {
      memoNumber: 'PMO-2026-004',
      title: 'Fire drill',
      description: 'On Friday at ten.',
      date: A_MOMENT,
    },
    required: { ...TITLE, description: ['Please input your description!'], ...DATE },
    files: PDFS,
    list: 'residents',
  },
  policyHeader: {
    one: 'policy-header',
    many: 'policies',
    page: 'policies',
    add: 'add',
    body: { header: 'Pets' },
    required: { header: ['Please input your header!'] },
    files: PDFS,
    list: 'own',
  },
  policy: {
    one: 'policy',
    many: 'policies',
    page: 'policies',
    add: 'edit',
    body: { subHeader: 'Dogs', title: 'On a leash', date: A_MOMENT },
    under: ['policyHeader', 'policyHeaderId'],
    required: { subHeader: ['Please input your sub header!'], ...TITLE, ...DATE },
    files: PDFS,
    list: 'own',
  },
  amenity: {
    one: 'amenity',
    many: 'amenities',
    page: 'amenities',
    add: 'add',
    body: { title: 'Roof deck', description: 'Open until nine.' },
    required: { ...TITLE, description: ['Please input your description!'] },
    files: { field: 'images', folder: 'amenities', most: 3 },
    list: 'everybody',
    alsoReadBy: ['reservations.view', 'reservations.add', 'reservations.edit', 'reservations.approve'],
  },
  advertisement: {
    one: 'advertisement',
    many: 'advertisements',
    page: 'advertisements',
    add: 'add',
    body: { title: 'Aling Nena’s', url: 'https://nena.example/menu?day=1#rice', description: 'Merienda' },
    required: { ...TITLE, url: ['Please input your url!'] },
    files: { field: 'images', folder: 'advertisements', most: 1 },
    list: 'office',
  },
}

/** Returns the name of a record's field that stands for the record. */
export const nameField = ({ required }: RecordRules): string => Object.keys(required)[0] ?? ''
