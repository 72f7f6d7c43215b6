import type { Form } from '../forms/fields.ts'
import type { PageName } from '../permissions.ts'
import { STATUS, STATUSES, type Status, type StatusFlag } from '../statuses.ts'

/**
 * Services that the office opens and closes for residents. Each service controls one or more modules, the
 * kinds of tickets (rules 11.8).
 */
export const SERVICE_TYPES = [
  'jobOrderRequest',
  'gatePass',
  'reservation',
  'incident',
  'workPermit',
  'visitorPass',
  'leasingAssistance',
  'commendation',
] as const
export type ServiceType = (typeof SERVICE_TYPES)[number]

/**
 * Access of residents to a service. `disabled`: switched off; `blocked`: closed because of the resident's
 * balance (rules 4.18).
 */
export const SERVICE_ACCESS = ['open', 'disabled', 'blocked'] as const
export type ServiceAccess = (typeof SERVICE_ACCESS)[number]

/**
 * Hours in which a pass is valid, set by the office. `visit`: from some hours before the visit until
 * midnight; `day`: the whole day; `work`: the working hours of each day.
 */
export type PassHours = 'visit' | 'day' | 'work'

/**
 * Describes how people with an approved ticket may pass the gate (rules 24.1). Except for `hours` and
 * `entries`, values are names of fields of the module.
 */
export interface ModulePass {
  readonly from: string
  readonly to: string
  readonly hours: PassHours
  /** `one`: people go in and out once. `many`: they do so any number of times until the pass ends. */
  readonly entries: 'one' | 'many'
  readonly name: string
  readonly purpose: string
  readonly items?: string
  readonly workers?: string
  /** Field with the number of people. Used if the module has no list of people. Default: one person. */
  readonly people?: string
}

/** Events whose time the server records: the creation, and the first change to a status. */
export type TicketMoment = 'created' | 'approved' | 'ongoing' | 'completed'

/** Column of a ticket table. `key` is a field of the module, or a key that all tickets have. */
export interface TicketColumn {
  readonly key: string
  readonly label: string
  /** Label of another column. On narrow tables, this cell is shown below the cell of that column. */
  readonly under?: string
}

export type CardPart =
  | string
  | { readonly key: string; readonly label: string }
  | { readonly from: string; readonly to: string }

export interface StatusTab {
  readonly label: string
  /** Status of the tickets in the tab; undefined: all statuses. */
  readonly status?: Status
}

/** Action with its own API call: `PUT /{one}/{path}/{id}` (rules 4.15). */
export type TicketAction =
  | { readonly path: string; readonly effect: 'status'; readonly status: Status; readonly toast: string }
  | { readonly path: string; readonly effect: 'verify'; readonly toast: string }

export interface TicketModule extends Form {
  readonly name: string
  readonly permission: PageName
  readonly setting: ServiceType
  /** Prefix of ticket numbers: `GP` for `GP-2026-000001`. */
  readonly prefix: string
  /**
   * Paths of the API calls, such as `/ticket`, `/tickets` and `/ticketIds`. Names of live channels contain
   * `many`.
   */
  readonly path: { readonly one: string; readonly many: string; readonly ids: string }
  /**
   * Path of the resident's page, such as `/tickets`. The office's page is `/admin/tickets`. Null for the work
   * service, which has no page.
   */
  readonly route: string | null
  readonly title: string
  /** Name in sentences and on buttons: 'Add gate pass', '8 gate passes'. */
  readonly noun: { readonly one: string; readonly many: string }
  readonly formNoun?: string
  /**
   * Name of a ticket at the start of success messages: 'Gate Pass edited successfully.' (rules 4.26, 5.1).
   */
  readonly toast: { readonly resident: string; readonly admin: string }
  readonly description: string
  readonly searchHint: string
  readonly icon: string
  /** Times that the server records, by their key in API responses. */
  readonly recordedTimes: Readonly<Record<string, TicketMoment>>
  readonly flags: {
    readonly add: string
    /** Permissions to change fields that only this module has. An administrator needs all of them. */
    readonly edit: readonly string[]
    /** Permission to press the button Submit. If it is set, every update of a ticket needs it (rules 2.5). */
    readonly submit?: StatusFlag | 'edit'
    readonly delete: string
  }
  /** Whether the office may write remarks when it creates a ticket (rules 5.5). */
  readonly hasRemarksOnCreate?: boolean
  /**
   * Whether administrators can change fields only while the ticket waits for approval (status 1, rules 4.6).
   * Residents can never change them.
   */
  readonly lockedAfterApproval: boolean
  readonly privateFlag?: string
  readonly residentColumns: readonly TicketColumn[]
  readonly officeColumns: readonly TicketColumn[]
  readonly tabs: readonly StatusTab[]
  readonly facts: readonly TicketColumn[]
  readonly csv: { readonly file: string; readonly keys: readonly string[] }
  readonly card: { readonly heading: string; readonly line: readonly CardPart[] }
  readonly actions: readonly TicketAction[]
  /** Usual order of statuses. The office's page offers the status that comes next. */
  readonly steps: readonly Status[]
  readonly arrival?: Status
  /**
   * Step that follows the approval for the resident. `stepText` is shown after 'Next: '. `at` is the key of the
   * field with the time of the step.
   */
  readonly next?: { readonly stepText: string; readonly at: string }
  readonly pass?: ModulePass
  readonly heldResource?: 'amenity'
  /** Key of a date field that is always required; lists can be sorted by it. */
  readonly mainDate?: string
  /** Key of the date field with which the retention period of `keptFor` fields starts. */
  readonly keptAfter?: string
  /**
   * Valid body of a create call. Times may be relative to today (`{ days, time }`), because a fixed date
   * would soon be in the past.
   */
  readonly example: Readonly<Record<string, unknown>>
}

type ColumnLabels = Readonly<Record<string, string>>

type PropWithDefault = 'flags' | 'lockedAfterApproval' | 'actions' | 'steps' | 'tabs'
type DerivedProp = 'path' | 'residentColumns' | 'officeColumns' | 'facts'

interface ModuleDeclaration
  extends Omit<TicketModule, PropWithDefault | DerivedProp>, Partial<Pick<TicketModule, PropWithDefault>> {
  readonly path: Pick<TicketModule['path'], 'one' | 'many'>
  readonly residentColumns: ColumnLabels
  readonly officeColumns: ColumnLabels
  /**
   * Columns that narrow tables show below another column. The key is the column, the value is the label of
   * the other one.
   */
  readonly under?: ColumnLabels
  readonly facts?: ColumnLabels
  /** Columns of the CSV file without the first and last ones, which are the same for all modules. */
  readonly csv: TicketModule['csv']
}

export function defineModule({ under, ...module }: ModuleDeclaration): TicketModule {
  requireSupportedFieldMarks(module)
  const { path, csv, residentColumns, officeColumns, facts = {} } = module
  return {
    flags: { add: 'add', edit: ['edit'], delete: 'delete' },
    lockedAfterApproval: false,
    tabs: DEFAULT_TABS,
    steps: DEFAULT_STEPS,
    ...module,
    path: { ...path, ids: `${path.one}Ids` },
    residentColumns: createTicketColumns({ ...residentColumns, status: 'Status' }, under),
    officeColumns: createTicketColumns({ ...CLIENT_COLUMNS, ...officeColumns, status: 'Status' }, under),
    facts: createTicketColumns(facts),
    csv: { ...csv, keys: ['id', ...Object.keys(CLIENT_COLUMNS), ...csv.keys, 'completedDate', 'createdAt'] },
    actions: [
      { path: 'verified', effect: 'verify', toast: `${module.toast.admin} verified successfully.` },
      ...(module.actions ?? []),
    ],
  }
}

const DEFAULT_STEPS: readonly Status[] = [STATUS.approved, STATUS.ongoing, STATUS.completed]

export const getAllChangeFlags = ({ flags }: Pick<TicketModule, 'flags'>): string[] => [
  ...new Set([...flags.edit, ...STATUSES.flatMap(({ flag }) => flag ?? [])]),
]

/**
 * Returns the permissions to change a ticket; one of them is enough. If the button Submit needs a permission,
 * returns only that one (rules 2.5).
 */
export const getChangeFlags = (module: Pick<TicketModule, 'flags'>): readonly string[] =>
  module.flags.submit ? [module.flags.submit] : [...getAllChangeFlags(module), 'verify']

/** Whether the module has private fields, which lists and live events omit (rules 6.17). */
export const hasPrivateField = ({ fields }: Pick<TicketModule, 'fields'>): boolean =>
  Object.values(fields).some((field) => field.private)

export function getCardKeys(part: CardPart): string[] {
  if (typeof part === 'string') return [part]
  return 'key' in part ? [part.key] : [part.from, part.to]
}

const createTab = (label: string, status?: Status): StatusTab => ({ label, status })

/** Default tabs of the office's lists (rules 4.22). */
const DEFAULT_TABS: readonly StatusTab[] = [
  createTab('All'),
  createTab('Approval', STATUS.approval),
  createTab('Approved', STATUS.approved),
  createTab('Cancelled', STATUS.cancelled),
  createTab('Rejected', STATUS.rejected),
]
export const RESERVATION_TABS: readonly StatusTab[] = DEFAULT_TABS.map((entry) =>
  entry.status === STATUS.approved ? createTab('Reserved', STATUS.approved) : entry,
)
export const TABS_WITHOUT_CANCELLED: readonly StatusTab[] = DEFAULT_TABS.filter(
  (entry) => entry.status !== STATUS.cancelled,
)

export const createTicketColumns = (labels: ColumnLabels, under: ColumnLabels = {}): TicketColumn[] =>
  Object.entries(labels).map(([key, label]) => ({
    key,
    label,
    under: key === 'clientCode' ? 'clientName' : under[key],
  }))

export const TICKET_SORTS = ['ticketNumber', 'clientCode', 'clientName', 'created_at', 'status'] as const

export const getTicketSorts = ({ mainDate }: Pick<TicketModule, 'mainDate'>): readonly string[] =>
  mainDate === undefined ? TICKET_SORTS : [...TICKET_SORTS, mainDate]

export const CLIENT_COLUMNS = {
  ticketNumber: 'Ticket Number',
  clientCode: 'Client Code',
  clientName: 'Client Name',
} as const

type PropUsedByMarks =
  | 'privateFlag'
  | 'keptAfter'
  | 'residentColumns'
  | 'officeColumns'
  | 'card'
  | 'mainDate'
  | 'pass'

/** Throws if a field is marked `private` or `keptFor` although the module cannot hide or erase it. */
export function requireSupportedFieldMarks(
  form: Pick<TicketModule, 'name' | 'fields'> & Partial<Pick<ModuleDeclaration, PropUsedByMarks>>,
): void {
  const { residentColumns = {}, officeColumns = {}, card, mainDate } = form
  const listedKeys = [...Object.keys(residentColumns), ...Object.keys(officeColumns), mainDate]
  if (card) listedKeys.push(card.heading, ...card.line.flatMap(getCardKeys))
  const gateKeys = Object.values(form.pass ?? {})
  for (const [key, field] of Object.entries(form.fields)) {
    const throwMarkError = (reason: string): never => {
      throw new Error(`The field ${key} of ${form.name} is marked ${reason}`)
    }
    const innerFields = field.kind === 'list' ? Object.values(field.fields) : []
    if (innerFields.some((innerField) => innerField.private || innerField.keptFor))
      throwMarkError('private or keptFor inside a list, which is shown whole: mark the list')
    if (field.private && !form.privateFlag) throwMarkError('private, but no privateFlag says who sees it')
    if (field.private && listedKeys.includes(key))
      throwMarkError('private, but lists show it or are sorted by it')
    if (field.private && gateKeys.includes(key)) throwMarkError('private, but the gate reads it')
    if (!field.keptFor) continue
    if (form.fields[form.keptAfter ?? '']?.kind !== 'dateTime')
      throwMarkError('keptFor, but keptAfter names no date that the period counts from')
    if ((field.kind === 'text' || field.kind === 'choice') && !field.private)
      throwMarkError('keptFor, but the search would keep its text: only private fields are not searched')
  }
}
