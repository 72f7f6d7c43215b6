import type { UploadFolder } from '@tahanan/contract/limits.ts'
import type { PageName, PAGE_PERMISSIONS } from '@tahanan/contract/permissions.ts'
import type { RecordName } from '@tahanan/contract/records/index.ts'

type RecordPage = {
  [Page in PageName]: readonly ['view', 'add', 'edit', 'delete'] extends (typeof PAGE_PERMISSIONS)[Page]
    ? Page
    : never
}[PageName]

export interface RecordRules {
  readonly one: string
  /** Path of the list, such as `memorandums`. The live event of this kind of record has the same name. */
  readonly many: string
  readonly page: RecordPage
  readonly add: 'add' | 'edit'
  /** Valid body of a `POST`. The first field of `required` holds the record's name. */
  readonly body: Readonly<Record<string, unknown>>
  readonly under?: readonly [kind: RecordName, field: string]
  readonly required: Readonly<Record<string, string[]>>
  readonly files: { readonly field: string; readonly folder: UploadFolder; readonly most: number }
  /** Accounts that may read the list. `own` means that there is a separate endpoint instead of a list. */
  readonly list: 'residents' | 'everybody' | 'office' | 'own'
  /** Permissions of another page that also allow an administrator to read the list. */
  readonly alsoReadBy?: readonly `reservations.${'view' | 'add' | 'edit' | 'approve'}`[]
}

export const A_MOMENT = '2026-05-04 08:00:00'
const TITLE_ERROR = { title: ['Please input your title!'] }
const DATE_ERROR = { date: ['Please input your date!'] }
const PDF_FILES_RULE = { field: 'files', folder: 'pdf', most: 50 } as const

/**
 * Expected rules of each kind of record, copied from rules 2.2, 2.5 and 9.12 to 9.26. They are not derived
 * from the code, because tests compare the code with them.
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
    required: { ...TITLE_ERROR, description: ['Please input your description!'], ...DATE_ERROR },
    files: PDF_FILES_RULE,
    list: 'residents',
  },
  policyHeader: {
    one: 'policy-header',
    many: 'policies',
    page: 'policies',
    add: 'add',
    body: { header: 'Pets' },
    required: { header: ['Please input your header!'] },
    files: PDF_FILES_RULE,
    list: 'own',
  },
  policy: {
    one: 'policy',
    many: 'policies',
    page: 'policies',
    add: 'edit',
    body: { subHeader: 'Dogs', title: 'On a leash', date: A_MOMENT },
    under: ['policyHeader', 'policyHeaderId'],
    required: { subHeader: ['Please input your sub header!'], ...TITLE_ERROR, ...DATE_ERROR },
    files: PDF_FILES_RULE,
    list: 'own',
  },
  amenity: {
    one: 'amenity',
    many: 'amenities',
    page: 'amenities',
    add: 'add',
    body: { title: 'Roof deck', description: 'Open until nine.' },
    required: { ...TITLE_ERROR, description: ['Please input your description!'] },
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
    required: { ...TITLE_ERROR, url: ['Please input your url!'] },
    files: { field: 'images', folder: 'advertisements', most: 1 },
    list: 'office',
  },
}

export const getNameField = ({ required }: RecordRules): string => Object.keys(required)[0] ?? ''
