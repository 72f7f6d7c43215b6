import type { UploadFolder } from '@tahanan/contract/limits.ts'
import type { PageName, PAGE_PERMISSIONS } from '@tahanan/contract/permissions.ts'
import type { RecordName } from '@tahanan/contract/records/index.ts'

type RecordPage = {
  [Page in PageName]: readonly ['view', 'add', 'edit', 'delete'] extends (typeof PAGE_PERMISSIONS)[Page]
    ? Page
    : never
}[PageName]

export interface RecordRules {
  readonly recordPath: string
  /** Path of the list, such as `memorandums`. The live event of this kind of record has the same name. */
  readonly listPath: string
  readonly page: RecordPage
  readonly add: 'add' | 'edit'
  /** Valid body of a `POST`. The first field of `required` holds the record's name. */
  readonly body: Readonly<Record<string, unknown>>
  readonly parent?: readonly [kind: RecordName, field: string]
  readonly required: Readonly<Record<string, string[]>>
  readonly files: { readonly field: string; readonly folder: UploadFolder; readonly maxCount: number }
  /** Accounts that may read the list. `own` means that there is a separate endpoint instead of a list. */
  readonly list: 'residents' | 'everybody' | 'office' | 'own'
  readonly alsoReadBy?: readonly `reservations.${'view' | 'add' | 'edit' | 'approve'}`[]
}

export const SAMPLE_DATE_TIME = '2026-05-04 08:00:00'
const TITLE_ERROR = { title: ['Please input your title!'] }
const DATE_ERROR = { date: ['Please input your date!'] }
const PDF_FILES_RULE = { field: 'files', folder: 'pdf', maxCount: 50 } as const
const POLICY_FILES_RULE = { ...PDF_FILES_RULE, maxCount: 200 } as const

/**
 * Expected rules of each kind of record, copied from rules 2.2, 2.5 and 9.12 to 9.26. They are not derived
 * from the code, because tests compare the code with them.
 */
export const RECORD_RULES: Readonly<Record<RecordName, RecordRules>> = {
  memorandum: {
    recordPath: 'memorandum',
    listPath: 'memorandums',
    page: 'memorandums',
    add: 'add',
    body: {
      memoNumber: 'PMO-2026-004',
      title: 'Fire drill',
      description: 'On Friday at ten.',
      date: SAMPLE_DATE_TIME,
    },
    required: { ...TITLE_ERROR, description: ['Please input your description!'], ...DATE_ERROR },
    files: PDF_FILES_RULE,
    list: 'residents',
  },
  policyHeader: {
    recordPath: 'policy-header',
    listPath: 'policies',
    page: 'policies',
    add: 'add',
    body: { header: 'Pets' },
    required: { header: ['Please input your header!'] },
    files: POLICY_FILES_RULE,
    list: 'own',
  },
  policy: {
    recordPath: 'policy',
    listPath: 'policies',
    page: 'policies',
    add: 'edit',
    body: { subHeader: 'Dogs', title: 'On a leash', date: SAMPLE_DATE_TIME },
    parent: ['policyHeader', 'policyHeaderId'],
    required: { subHeader: ['Please input your sub header!'], ...TITLE_ERROR, ...DATE_ERROR },
    files: POLICY_FILES_RULE,
    list: 'own',
  },
  amenity: {
    recordPath: 'amenity',
    listPath: 'amenities',
    page: 'amenities',
    add: 'add',
    body: { title: 'Roof deck', description: 'Open until nine.' },
    required: { ...TITLE_ERROR, description: ['Please input your description!'] },
    files: { field: 'images', folder: 'amenities', maxCount: 3 },
    list: 'everybody',
    alsoReadBy: ['reservations.view', 'reservations.add', 'reservations.edit', 'reservations.approve'],
  },
  advertisement: {
    recordPath: 'advertisement',
    listPath: 'advertisements',
    page: 'advertisements',
    add: 'add',
    body: { title: 'Aling Nena’s', url: 'https://nena.example/menu?day=1#rice', description: 'Merienda' },
    required: { ...TITLE_ERROR, url: ['Please input your url!'] },
    files: { field: 'images', folder: 'advertisements', maxCount: 1 },
    list: 'office',
  },
}

export const getNameField = ({ required }: RecordRules): string => Object.keys(required)[0] ?? ''
