import type { Form } from '../forms/fields.ts'
import type { PageName } from '../permissions.ts'
import { STATUS, STATUSES, type Status, type StatusFlag } from '../statuses.ts'

/** Each opens and closes modules for residents (rules 11.8). */
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

/** `disabled`: switched off; `blocked`: closed because of the resident's balance (rules 4.18). */
export const SERVICE_ACCESS = ['open', 'disabled', 'blocked'] as const
export type ServiceAccess = (typeof SERVICE_ACCESS)[number]

/**
 * `visit`: from some hours before the visit until midnight; `day`: the whole day; `work`: the working hours of each
 * day. The office sets the hours.
 */
export type PassHours = 'visit' | 'day' | 'work'

/** How an approved ticket lets people in at the gate (rules 24.1). Values are fields of the module. */
export interface ModulePass {
  readonly from: string
  readonly to: string
  readonly hours: PassHours
  /** `one`: in and out once. `many`: any number of times until the end. */
  readonly entries: 'one' | 'many'
  readonly name: string
  readonly purpose: string
  readonly items?: string
  readonly workers?: string
  /** Number of people, if there is no list of them. Default: one person. */
  readonly people?: string
}

/** Times that the server sets: on creation, and on the first change to a status. */
export type Moment = 'created' | 'approved' | 'ongoing' | 'completed'

/** `key` is a field of the module, or a key that all tickets have. */
export interface Column {
  readonly key: string
  readonly label: string
  /** Column above this one in narrow tables. */
  readonly under?: string
}

export type CardPart =
  | string
  | { readonly key: string; readonly label: string }
  | { readonly from: string; readonly to: string }

export interface Tab {
  readonly label: string
  /** Undefined: all statuses. */
  readonly status?: Status
}

/** A call of its own: `PUT /{one}/{path}/{id}` (rules 4.15). */
export type TicketAction =
  | { readonly path: string; readonly does: 'status'; readonly status: Status; readonly toast: string }
  | { readonly path: string; readonly does: 'verify'; readonly toast: string }

export interface TicketModule extends Form {
  readonly name: string
  readonly permission: PageName
  readonly setting: ServiceType
  /** `GP` for `GP-2026-000001`. */
  readonly prefix: string
  /** `/ticket`, `/tickets`, `/ticketIds`. Names of live channels contain `many`. */
  readonly path: { readonly one: string; readonly many: string; readonly ids: string }
  /** `/tickets` for `/tickets` and `/admin/tickets`; null for the work service, which has no page. */
  readonly route: string | null
  readonly title: string
  /** For sentences and buttons: 'Add gate pass', '8 gate passes'. */
  readonly noun: { readonly one: string; readonly many: string }
  /** For form titles of the office, if it differs: 'ADD PERMIT'. */
  readonly formNoun?: string
  /** Subject of success messages (rules 4.26, 5.1). */
  readonly toast: { readonly resident: string; readonly admin: string }
  /** For residents, below the page title. */
  readonly about: string
  readonly searchHint: string
  readonly icon: string
  /** Keys of the times in answers. */
  readonly stamps: Readonly<Record<string, Moment>>
  readonly flags: {
    readonly add: string
    /** All of these are needed to change the module's own fields. */
    readonly edit: readonly string[]
    /** If the Submit button needs it, every update needs it (rules 2.5). */
    readonly submit?: StatusFlag | 'edit'
    readonly delete: string
  }
  /** The office may write remarks on create (rules 5.5). */
  readonly remarksOnCreate?: boolean
  /** Administrators can change fields only at status 1 (rules 4.6). Residents never can. */
  readonly lockedAfterApproval: boolean
  /** Shows fields that are marked `private`. */
  readonly privateFlag?: string
  readonly residentColumns: readonly Column[]
  readonly officeColumns: readonly Column[]
  readonly tabs: readonly Tab[]
  readonly facts: readonly Column[]
  readonly csv: { readonly file: string; readonly keys: readonly string[] }
  /** On a phone. */
  readonly card: { readonly heading: string; readonly line: readonly CardPart[] }
  readonly actions: readonly TicketAction[]
  /** Usual order of statuses, so that the office is offered the next one. */
  readonly steps: readonly Status[]
  /** The visitor has arrived. */
  readonly arrival?: Status
  /** Next step of the resident after approval, shown after 'Next: '. `at` is the key of a field. */
  readonly next?: { readonly words: string; readonly at: string }
  readonly pass?: ModulePass
  readonly holds?: 'amenity'
  /** Date field, always required. Lists can be sorted by it. */
  readonly mainDate?: string
  /** Date field at which the period of `keptFor` fields starts. */
  readonly keptAfter?: string
  /**
   * Valid body of a create call. Times may be `{ days, time }` from today, because a fixed date would be over
   * soon.
   */
  readonly example: Readonly<Record<string, unknown>>
}

type Labels = Readonly<Record<string, string>>

type Defaulted = 'flags' | 'lockedAfterApproval' | 'actions' | 'steps' | 'tabs'
type Derived = 'path' | 'residentColumns' | 'officeColumns' | 'facts'

interface Declaration
  extends Omit<TicketModule, Defaulted | Derived>, Partial<Pick<TicketModule, Defaulted>> {
  readonly path: Pick<TicketModule['path'], 'one' | 'many'>
  /** The status column is added as the last one. */
  readonly residentColumns: Labels
  /** Between `CLIENT_COLUMNS` and the status. */
  readonly officeColumns: Labels
  /** Columns that narrow tables stack below another. */
  readonly under?: Labels
  readonly facts?: Labels
  /** Without the first and last keys, which all modules have. */
  readonly csv: TicketModule['csv']
}

export function defineModule({ under, ...module }: Declaration): TicketModule {
  requireMarksHonoured(module)
  const { path, csv, residentColumns, officeColumns, facts = {} } = module
  return {
    flags: { add: 'add', edit: ['edit'], delete: 'delete' },
    lockedAfterApproval: false,
    tabs: TABS,
    steps: STEPS,
    ...module,
    path: { ...path, ids: `${path.one}Ids` },
    residentColumns: columns({ ...residentColumns, status: 'Status' }, under),
    officeColumns: columns({ ...CLIENT_COLUMNS, ...officeColumns, status: 'Status' }, under),
    facts: columns(facts),
    csv: { ...csv, keys: ['id', ...Object.keys(CLIENT_COLUMNS), ...csv.keys, 'completedDate', 'createdAt'] },
    actions: [
      { path: 'verified', does: 'verify', toast: `${module.toast.admin} verified successfully.` },
      ...(module.actions ?? []),
    ],
  }
}

const STEPS: readonly Status[] = [STATUS.approved, STATUS.ongoing, STATUS.completed]

export const getMoveFlags = ({ flags }: Pick<TicketModule, 'flags'>): string[] => [
  ...new Set([...flags.edit, ...STATUSES.flatMap(({ flag }) => flag ?? [])]),
]

/** One of these permissions is enough. Only the Submit button's, if the button needs one (rules 2.5). */
export const getChangeFlags = (module: Pick<TicketModule, 'flags'>): readonly string[] =>
  module.flags.submit ? [module.flags.submit] : [...getMoveFlags(module), 'verify']

/** Lists and live events leave out private fields (rules 6.17). */
export const hasPrivate = ({ fields }: Pick<TicketModule, 'fields'>): boolean =>
  Object.values(fields).some((field) => field.private)

export function getCardKeys(part: CardPart): string[] {
  if (typeof part === 'string') return [part]
  return 'key' in part ? [part.key] : [part.from, part.to]
}

const createTab = (label: string, status?: Status): Tab => ({ label, status })

/** See rules 4.22. */
const TABS: readonly Tab[] = [
  createTab('All'),
  createTab('Approval', STATUS.approval),
  createTab('Approved', STATUS.approved),
  createTab('Cancelled', STATUS.cancelled),
  createTab('Rejected', STATUS.rejected),
]
export const RESERVATION_TABS: readonly Tab[] = TABS.map((entry) =>
  entry.status === STATUS.approved ? createTab('Reserved', STATUS.approved) : entry,
)
export const TABS_WITHOUT_CANCELLED: readonly Tab[] = TABS.filter(
  (entry) => entry.status !== STATUS.cancelled,
)

export const columns = (labels: Labels, under: Labels = {}): Column[] =>
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

type Marked = 'privateFlag' | 'keptAfter' | 'residentColumns' | 'officeColumns' | 'card' | 'mainDate' | 'pass'

/** Throws if a field is marked `private` or `keptFor`, and the module cannot hide or erase it. */
export function requireMarksHonoured(
  form: Pick<TicketModule, 'name' | 'fields'> & Partial<Pick<Declaration, Marked>>,
): void {
  const { residentColumns = {}, officeColumns = {}, card, mainDate } = form
  const listed = [...Object.keys(residentColumns), ...Object.keys(officeColumns), mainDate]
  if (card) listed.push(card.heading, ...card.line.flatMap(getCardKeys))
  const atGate = Object.values(form.pass ?? {})
  for (const [key, field] of Object.entries(form.fields)) {
    const refuse = (why: string): never => {
      throw new Error(`The field ${key} of ${form.name} is marked ${why}`)
    }
    const inner = field.kind === 'list' ? Object.values(field.fields) : []
    if (inner.some((one) => one.private || one.keptFor))
      refuse('private or keptFor inside a list, which is shown whole: mark the list')
    if (field.private && !form.privateFlag) refuse('private, but no privateFlag says who sees it')
    if (field.private && listed.includes(key)) refuse('private, but lists show it or are sorted by it')
    if (field.private && atGate.includes(key)) refuse('private, but the gate reads it')
    if (!field.keptFor) continue
    if (form.fields[form.keptAfter ?? '']?.kind !== 'dateTime')
      refuse('keptFor, but keptAfter names no date that the period counts from')
    if ((field.kind === 'text' || field.kind === 'choice') && !field.private)
      refuse('keptFor, but the search would keep its text: only private fields are not searched')
  }
}
