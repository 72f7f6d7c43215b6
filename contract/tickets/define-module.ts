import type { Form } from '../forms/fields.ts'
import type { PageName } from '../permissions.ts'
import type { Status, StatusFlag } from '../statuses.ts'

/** Service types of the system parameter settings (rules 11.8), which gate the modules for residents. */
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

/** A service for a resident: open, switched off, or closed until less is left to pay (rules 4.18). */
export const SERVICE_GATES = ['open', 'disabled', 'blocked'] as const
export type ServiceGate = (typeof SERVICE_GATES)[number]

/** The moments the engine stamps: on creation, and on the first change into a status. */
export type Moment = 'created' | 'approved' | 'ongoing' | 'completed'

/** A column of a table: a field of the module, or one of the keys that every ticket has. */
export interface Column {
  readonly key: string
  readonly label: string
  /** Key of the column that it stands beneath where a row has no room for both side by side. */
  readonly under?: string
}

/**
 * A part of the line on a card: the value of a key, with a label where it does not speak for itself, or a period between two
 * times.
 */
export type CardPart =
  | string
  | { readonly key: string; readonly label: string }
  | { readonly from: string; readonly to: string }

export interface Tab {
  readonly label: string
  /** Undefined shows all. */
  readonly status?: Status
}

/** A call of its own under `PUT /{one}/{path}/{id}` (rules 4.15). */
export type TicketAction =
  | { readonly path: string; readonly does: 'status'; readonly status: Status; readonly toast: string }
  | { readonly path: string; readonly does: 'verify'; readonly toast: string }

export interface TicketModule extends Form {
  /** Key in the database and the registry. */
  readonly name: string
  /** Page of the administrators' permissions. */
  readonly permission: PageName
  readonly setting: ServiceType
  /** Prefix of ticket numbers: `GP-2026-000001`. */
  readonly prefix: string
  /** Paths of the calls: `/ticket`, `/tickets`, `/ticketIds`; `many` also names the live channels. */
  readonly path: { readonly one: string; readonly many: string; readonly ids: string }
  /** Path of the pages: `/tickets` and `/admin/tickets`; null where the module has no page (the work service). */
  readonly route: string | null
  readonly title: string
  /** Inside sentences and on buttons: 'Add gate pass', '8 gate passes'. */
  readonly noun: { readonly one: string; readonly many: string }
  /** In the titles of the office's forms, where it is not the noun: 'permit' of 'ADD PERMIT'. */
  readonly formNoun?: string
  /** Subject of the success toasts (rules 4.26, 5.1). */
  readonly toast: { readonly resident: string; readonly admin: string }
  /** One line under the page title, for residents. */
  readonly about: string
  readonly searchHint: string
  /** Lucide icon name. */
  readonly icon: string
  /** Names under which records carry the stamps. */
  readonly stamps: Readonly<Record<string, Moment>>
  readonly flags: {
    readonly add: string
    /** Needed together to change the module's own fields. */
    readonly edit: readonly string[]
    /** Needed for any update at all, where the Submit button is tied to a flag (rules 2.5). */
    readonly submit?: StatusFlag | 'edit'
    readonly delete: string
  }
  /** The office may leave remarks as it files (rules 5.5). */
  readonly remarksOnCreate?: boolean
  /** Own fields are closed to administrators once the status is not 1 (rules 4.6); to residents always. */
  readonly lockedAfterApproval: boolean
  /** The flag that shows fields marked `private`. */
  readonly privateFlag?: string
  readonly residentColumns: readonly Column[]
  readonly officeColumns: readonly Column[]
  /** Tabs of the office's list. */
  readonly tabs: readonly Tab[]
  /** Shown below the fields of the office's edit form, to read. */
  readonly facts: readonly Column[]
  /** The office's CSV file: its columns are headed by their keys. */
  readonly csv: { readonly file: string; readonly keys: readonly string[] }
  /** Heading of a card on a phone, and the line beneath. */
  readonly card: { readonly heading: string; readonly line: readonly CardPart[] }
  readonly actions: readonly TicketAction[]
  /** The status of an arrived visitor. */
  readonly arrival?: Status
  /** The resident's next step once it is approved, shown after 'Next: ', and the field that says when. */
  readonly next?: { readonly words: string; readonly at: string }
  /** The engine's hook that holds a resource for the ticket: an amenity for a time. */
  readonly holds?: 'amenity'
  /** The field that its lists are sorted by beside the creation: when the thing itself happens. Always required. */
  readonly mainDate?: string
  /** The date field after which `expires` fields are removed. */
  readonly expiresAfter?: string
  /** A valid body of a create call. Times may be `{ days, time }` from today, so that it never grows old. */
  readonly example: Readonly<Record<string, unknown>>
}

/** Labels of columns by their keys, in order. */
type Labels = Readonly<Record<string, string>>

type Defaulted = 'flags' | 'lockedAfterApproval' | 'actions' | 'tabs'
type Derived = 'path' | 'residentColumns' | 'officeColumns' | 'facts'

interface Declaration
  extends Omit<TicketModule, Defaulted | Derived>, Partial<Pick<TicketModule, Defaulted>> {
  readonly path: Pick<TicketModule['path'], 'one' | 'many'>
  /** Before the status, which every table ends with. */
  readonly residentColumns: Labels
  /** Between the columns of `WHO` and the status. */
  readonly officeColumns: Labels
  /** The columns that may stand beneath another, as the client code may. */
  readonly under?: Labels
  readonly facts?: Labels
  /** Keys between those that every CSV file begins and ends with. */
  readonly csv: TicketModule['csv']
}

/** Declares a module of service tickets, with what most of them share filled in. */
export function defineModule({ under, ...module }: Declaration): TicketModule {
  requireHonoured(module)
  const { path, csv, residentColumns, officeColumns, facts = {} } = module
  return {
    flags: { add: 'add', edit: ['edit'], delete: 'delete' },
    lockedAfterApproval: false,
    tabs: TABS,
    ...module,
    path: { ...path, ids: `${path.one}Ids` },
    residentColumns: columns({ ...residentColumns, status: 'Status' }, under),
    officeColumns: columns({ ...WHO, ...officeColumns, status: 'Status' }, under),
    facts: columns(facts),
    csv: { ...csv, keys: ['id', ...Object.keys(WHO), ...csv.keys, 'completedDate', 'createdAt'] },
    actions: [
      { path: 'verified', does: 'verify', toast: `${module.toast.admin} verified successfully.` },
      ...(module.actions ?? []),
    ],
  }
}

/** Whether a module has private fields, which lists and live events leave out (rules 6.17). */
export const hasPrivate = ({ fields }: Pick<TicketModule, 'fields'>): boolean =>
  Object.values(fields).some((field) => field.private)

/** Returns the keys that a part of a card's line shows. */
export function cardKeys(part: CardPart): string[] {
  if (typeof part === 'string') return [part]
  return 'key' in part ? [part.key] : [part.from, part.to]
}

const tab = (label: string, status?: Status): Tab => ({ label, status })

/** Tabs of the office's list (rules 4.22). */
export const TABS: readonly Tab[] = [
  tab('All'),
  tab('Approval', 1),
  tab('Approved', 2),
  tab('Cancelled', 5),
  tab('Rejected', 6),
]
/** Tabs with 'Reserved' in place of 'Approved'. */
export const RESERVATION_TABS: readonly Tab[] = TABS.map((entry) =>
  entry.status === 2 ? tab('Reserved', 2) : entry,
)
/** Tabs without 'Cancelled'. */
export const SHORT_TABS: readonly Tab[] = TABS.filter((entry) => entry.status !== 5)

/** Columns from `key: label` pairs, in order. `under` names those that may stand beneath another, as the client code may. */
export const columns = (labels: Labels, under: Labels = {}): Column[] =>
  Object.entries(labels).map(([key, label]) => ({
    key,
    label,
    under: key === 'clientCode' ? 'clientName' : under[key],
  }))

/** Keys by which the tickets of every module, and of all modules together, can be sorted. */
export const TICKET_SORTS = ['ticketNumber', 'clientCode', 'clientName', 'created_at', 'status'] as const

/** Keys by which a module's list can be sorted. */
export const ticketSorts = ({ mainDate }: Pick<TicketModule, 'mainDate'>): readonly string[] =>
  mainDate === undefined ? TICKET_SORTS : [...TICKET_SORTS, mainDate]

/** The columns that every table of the office begins with. */
export const WHO = {
  ticketNumber: 'Ticket number',
  clientCode: 'Client code',
  clientName: 'Client name',
} as const

type Marked = 'privateFlag' | 'expiresAfter' | 'residentColumns' | 'officeColumns' | 'card' | 'mainDate'

/** Throws where a field is marked `private` or `expires` and nothing would hide or erase it. */
export function requireHonoured(
  form: Pick<TicketModule, 'name' | 'fields'> & Partial<Pick<Declaration, Marked>>,
): void {
  const { residentColumns = {}, officeColumns = {}, card, mainDate } = form
  const listed = [...Object.keys(residentColumns), ...Object.keys(officeColumns), mainDate]
  if (card) listed.push(card.heading, ...card.line.flatMap(cardKeys))
  for (const [key, field] of Object.entries(form.fields)) {
    const refuse = (why: string): never => {
      throw new Error(`The field ${key} of ${form.name} is marked ${why}`)
    }
    const inner = field.kind === 'list' ? Object.values(field.fields) : []
    if (inner.some((one) => one.private || one.expires))
      refuse('private or expires inside a list, which is shown whole: mark the list')
    if (field.private && !form.privateFlag) refuse('private, but no privateFlag says who sees it')
    if (field.private && listed.includes(key)) refuse('private, but lists show it or are sorted by it')
    if (!field.expires) continue
    if (form.fields[form.expiresAfter ?? '']?.kind !== 'dateTime')
      refuse('expires, but expiresAfter names no date that it expires after')
    if ((field.kind === 'text' || field.kind === 'choice') && !field.private)
      refuse('expires, but the search would keep its text: only private fields are not searched')
  }
}
