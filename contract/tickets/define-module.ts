import type { Form } from '../forms/fields.ts'
import type { PageName } from '../permissions.ts'
import { STATUS, STATUSES, type Status, type StatusFlag } from '../statuses.ts'

/** Service types of the system parameters (rules 11.8), which open and close modules for residents. */
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

/** Access of a resident to a service: open, switched off, or blocked by the balance (rules 4.18). */
export const SERVICE_ACCESS = ['open', 'disabled', 'blocked'] as const
export type ServiceAccess = (typeof SERVICE_ACCESS)[number]

/**
 * Hours of a pass, which the office sets: a visit from some hours before its time until midnight, a day, or
 * the working hours of each day.
 */
export type PassHours = 'visit' | 'day' | 'work'

/** How an approved ticket admits people at the gate (rules 24.1). Values are fields of the module. */
export interface ModulePass {
  /** Date fields of its first and last day. */
  readonly from: string
  readonly to: string
  readonly hours: PassHours
  /** In and out once, or any number of times until the end. */
  readonly entries: 'one' | 'many'
  /** Fields for the guard: name or work, purpose, and the lists. */
  readonly name: string
  readonly purpose: string
  readonly items?: string
  readonly workers?: string
  /** Field with the number of people, without a list of them; one by default. */
  readonly people?: string
}

/** Times that the engine sets: on creation, and on the first change into a status. */
export type Moment = 'created' | 'approved' | 'ongoing' | 'completed'

/** A column of a table: a field of the module, or a key common to all tickets. */
export interface Column {
  readonly key: string
  readonly label: string
  /** Key of the column below which it is stacked in narrow tables. */
  readonly under?: string
}

/** A part of the line on a card: a key's value, with a label if needed, or a period between two times. */
export type CardPart =
  | string
  | { readonly key: string; readonly label: string }
  | { readonly from: string; readonly to: string }

export interface Tab {
  readonly label: string
  /** Undefined for all statuses. */
  readonly status?: Status
}

/** A separate call `PUT /{one}/{path}/{id}` (rules 4.15). */
export type TicketAction =
  | { readonly path: string; readonly does: 'status'; readonly status: Status; readonly toast: string }
  | { readonly path: string; readonly does: 'verify'; readonly toast: string }

export interface TicketModule extends Form {
  readonly name: string
  readonly permission: PageName
  readonly setting: ServiceType
  /** Prefix of ticket numbers: `GP-2026-000001`. */
  readonly prefix: string
  /** Paths of the calls: `/ticket`, `/tickets`, `/ticketIds`. `many` is also part of the channel names. */
  readonly path: { readonly one: string; readonly many: string; readonly ids: string }
  /** Path of the pages: `/tickets` and `/admin/tickets`; null without a page (the work service). */
  readonly route: string | null
  readonly title: string
  /** Name inside sentences and on buttons: 'Add gate pass', '8 gate passes'. */
  readonly noun: { readonly one: string; readonly many: string }
  /** Name in the office's form titles, if it differs from the noun: 'permit' in 'ADD PERMIT'. */
  readonly formNoun?: string
  /** Subject of the success toasts (rules 4.26, 5.1). */
  readonly toast: { readonly resident: string; readonly admin: string }
  /** Line under the page title, for residents. */
  readonly about: string
  readonly searchHint: string
  readonly icon: string
  /** Keys of the times in records. */
  readonly stamps: Readonly<Record<string, Moment>>
  readonly flags: {
    readonly add: string
    /** Flags that are all needed to change the module's own fields. */
    readonly edit: readonly string[]
    /** Flag for any update, if the Submit button requires one (rules 2.5). */
    readonly submit?: StatusFlag | 'edit'
    readonly delete: string
  }
  /** The office may write remarks on create (rules 5.5). */
  readonly remarksOnCreate?: boolean
  /** Administrators cannot change the module's fields once the status is not 1 (rules 4.6); residents never can. */
  readonly lockedAfterApproval: boolean
  /** Flag that shows fields marked `private`. */
  readonly privateFlag?: string
  readonly residentColumns: readonly Column[]
  readonly officeColumns: readonly Column[]
  readonly tabs: readonly Tab[]
  /** Read-only values below the fields of the office's edit form. */
  readonly facts: readonly Column[]
  readonly csv: { readonly file: string; readonly keys: readonly string[] }
  /** Heading of a card on a phone, and the line beneath. */
  readonly card: { readonly heading: string; readonly line: readonly CardPart[] }
  readonly actions: readonly TicketAction[]
  /** Statuses of a ticket in their usual order; the office is offered the next one. */
  readonly steps: readonly Status[]
  /** Status that means the visitor has arrived. */
  readonly arrival?: Status
  /** The resident's next step after approval, shown after 'Next: ', and the field with its time. */
  readonly next?: { readonly words: string; readonly at: string }
  readonly pass?: ModulePass
  /** Hook of the engine that books a resource for the ticket. */
  readonly holds?: 'amenity'
  /** Field by which lists can be sorted besides creation: the time of the event itself. Always required. */
  readonly mainDate?: string
  /** Date field from which the period of `keptFor` fields is counted. */
  readonly keptAfter?: string
  /** A valid body of a create call. Times may be `{ days, time }` relative to today, so that they stay valid. */
  readonly example: Readonly<Record<string, unknown>>
}

type Labels = Readonly<Record<string, string>>

type Defaulted = 'flags' | 'lockedAfterApproval' | 'actions' | 'steps' | 'tabs'
type Derived = 'path' | 'residentColumns' | 'officeColumns' | 'facts'

interface Declaration
  extends Omit<TicketModule, Defaulted | Derived>, Partial<Pick<TicketModule, Defaulted>> {
  readonly path: Pick<TicketModule['path'], 'one' | 'many'>
  /** Columns of the residents' table before the status, which comes last. */
  readonly residentColumns: Labels
  /** Columns of the office's table between `CLIENT_COLUMNS` and the status. */
  readonly officeColumns: Labels
  /** Columns that may be stacked below another in narrow tables, like the client code. */
  readonly under?: Labels
  readonly facts?: Labels
  /** Keys of the CSV file between the first and last ones that all modules share. */
  readonly csv: TicketModule['csv']
}

/** Declares a module of service tickets and fills in defaults. */
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

/** Default order of statuses. */
const STEPS: readonly Status[] = [STATUS.approved, STATUS.ongoing, STATUS.completed]

export const moveFlags = ({ flags }: Pick<TicketModule, 'flags'>): string[] => [
  ...new Set([...flags.edit, ...STATUSES.flatMap(({ flag }) => flag ?? [])]),
]

/**
 * Returns the flags for the call that changes a ticket, of which one is needed: the Submit button's, if it
 * has one (rules 2.5); else every flag that allows any change.
 */
export const changeFlags = (module: Pick<TicketModule, 'flags'>): readonly string[] =>
  module.flags.submit ? [module.flags.submit] : [...moveFlags(module), 'verify']

/** Whether a module has private fields, which lists and live events leave out (rules 6.17). */
export const hasPrivate = ({ fields }: Pick<TicketModule, 'fields'>): boolean =>
  Object.values(fields).some((field) => field.private)

/** Returns the keys of a part of a card's line. */
export function getCardKeys(part: CardPart): string[] {
  if (typeof part === 'string') return [part]
  return 'key' in part ? [part.key] : [part.from, part.to]
}

const tab = (label: string, status?: Status): Tab => ({ label, status })

/** Tabs of the office's list (rules 4.22). */
const TABS: readonly Tab[] = [
  tab('All'),
  tab('Approval', STATUS.approval),
  tab('Approved', STATUS.approved),
  tab('Cancelled', STATUS.cancelled),
  tab('Rejected', STATUS.rejected),
]
/** Tabs with 'Reserved' in place of 'Approved'. */
export const RESERVATION_TABS: readonly Tab[] = TABS.map((entry) =>
  entry.status === STATUS.approved ? tab('Reserved', STATUS.approved) : entry,
)
/** Tabs without 'Cancelled'. */
export const TABS_WITHOUT_CANCELLED: readonly Tab[] = TABS.filter(
  (entry) => entry.status !== STATUS.cancelled,
)

/** Creates columns from `key: label` pairs. `under` has those that narrow tables may stack below another. */
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

/** Throws if a field is marked `private` or `keptFor` and the module cannot hide or erase it. */
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
