import type { Insertable } from 'kysely'
import type { DB } from '#platform/db/generated.ts'
import { readForm, type Details } from '@tahanan/contract/forms/validate.ts'
import { STATUS, type StoredStatus } from '@tahanan/contract/statuses.ts'
import type { TicketModule } from '@tahanan/contract/tickets/define-module.ts'
import { exampleBody } from '@tahanan/contract/tickets/example.ts'
import { MODULES } from '@tahanan/contract/tickets/index.ts'
import { byTime, type Community } from './community.ts'
import type { ChestFile, FileChest, Uploader } from './file-chest.ts'
import { instantOf } from './moments.ts'
import { numbering } from './numbers.ts'
import { find, type DemoResident, type Known } from './people.ts'
import { hasCommunityFile, readCommunity } from './read-community.ts'

/** Step in the life of a ticket: the status or 'verified', when, by whom, the remark, and fields filled in with it. */
type Step = readonly [
  to: keyof typeof STATUS | 'verified',
  at: string,
  by?: string | null,
  remark?: string | null,
  fields?: Details,
]

/**
 * A ticket of `community/tickets/`. Its fields are those of its story and its own; a file field names assets, and a value
 * may be `$name`, `$email` or `$phone` of the resident, `$filed`, `$happens`, `$ends` or `$amenity`.
 */
interface TicketEntry {
  readonly unit: string
  readonly story: string
  readonly details?: Details
  /** The administrator who filed it for the resident. */
  readonly by?: string
  readonly filed: string
  /** When the thing itself takes place. */
  readonly happens?: string
  readonly ends?: string
  /** Title of the amenity that it reserves. */
  readonly amenity?: string
  /** Oldest first. */
  readonly steps?: readonly Step[]
}

interface TicketStories {
  readonly stories: Readonly<Record<string, Details>>
  /** Newest first. */
  readonly tickets: readonly TicketEntry[]
}

/** A ticket with its row, all but the id, its history and files. */
export interface DemoTicket {
  readonly module: TicketModule
  readonly resident: Known<DemoResident>
  readonly amenityTitle: string | null
  readonly files: ChestFile[]
  readonly events: TicketEvent[]
  readonly row: TicketRow
}

type TicketEvent = Omit<Insertable<DB['ticket_events']>, 'ticket_id' | 'at'> & { at: Date }
type TicketRow = Omit<Insertable<DB['tickets']>, 'details' | 'search_text'> & {
  status: StoredStatus
  details: Details
  created_at: Date
}
type Writer = Uploader & { readonly name: string }

/** Returns the stories and tickets of a module. One without a file of its own has some of its declared example. */
export function ticketStories({ name }: TicketModule): TicketStories {
  const file = `tickets/${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
  return readCommunity(hasCommunityFile(file) ? file : 'tickets/example')
}

/** Makes all tickets of the demo with their numbers, oldest first. Throws where one is not what the contract takes. */
export async function demoTickets(community: Community): Promise<DemoTicket[]> {
  const tickets = await Promise.all(
    MODULES.flatMap((module) => {
      const { stories, tickets } = ticketStories(module)
      return tickets.map((entry) => makeTicket(module, entry, stories[entry.story], community))
    }),
  )
  const nextNumber = numbering(community.clock.timeZone)
  return tickets
    .toSorted((a, b) => byTime(a.row, b.row))
    .map((ticket) => {
      const number = nextNumber(ticket.module.prefix, ticket.row.created_at)
      return { ...ticket, row: { ...ticket.row, ticket_number: number } }
    })
}

async function makeTicket(
  module: TicketModule,
  entry: TicketEntry,
  story: Details | undefined,
  community: Community,
): Promise<DemoTicket> {
  const { clock, residents, administrators } = community
  const resident = find(residents, entry.unit)
  const createdAt = instantOf(entry.filed, clock)
  const whoIs = (login?: string | null): Writer => {
    if (!login) return { area: 'client', id: resident.id, name: resident.name }
    const { id, name } = find(administrators, login)
    return { area: 'admin', id, name }
  }
  const filer = whoIs(entry.by)
  const files: ChestFile[] = []
  const asset = (fields: Details, at: Date, by: Uploader) =>
    addAssets(fields, module, { at, by, files, chest: community.chest })
  const { timeZone } = clock
  const body = { ...(story ?? exampleBody(module, createdAt, timeZone)), ...entry.details }
  const filled = await asset(fillIn(body, valuesOf(entry, resident, community)), createdAt, filer)
  const writer = filer.area === 'client' ? 'resident' : 'admin'
  const context = { writer, action: 'create', timeZone, now: createdAt } as const
  const { values: details, errors } = readForm(module, filled, context)
  if (Object.keys(errors).length > 0) throw new Error(`demo ${module.name}: ${JSON.stringify(errors)}`)
  const row: TicketRow = {
    module: module.name,
    ticket_number: '',
    tenant_id: resident.id,
    status: STATUS.approval,
    details,
    created_at: createdAt,
  }
  const amenityTitle = entry.amenity ?? null
  const ticket: DemoTicket = { module, resident, amenityTitle, files, events: [], row }
  addEvent(ticket, filer, createdAt, { from: null })
  if (filer.area === 'admin') row.post_by_id = filer.id
  for (const [to, moment, login, remark = null, fields = {}] of entry.steps ?? []) {
    const at = instantOf(moment, clock)
    const by = whoIs(login)
    take(ticket, [to, at, by, remark], await asset(fields, at, by))
  }
  return ticket
}

/** Replaces what stands for something of the ticket, its resident or its amenity: `$happens` and the like. */
export const fillIn = (body: Details, values: Details): Details =>
  Object.fromEntries(
    Object.entries(body).map(([key, value]) => [
      key,
      typeof value === 'string' && value.startsWith('$') ? values[value] : value,
    ]),
  )

function valuesOf(entry: TicketEntry, resident: DemoResident, { clock, amenities }: Community): Details {
  const time = (moment?: string) => moment && instantOf(moment, clock).toISOString()
  return {
    $name: resident.name,
    $email: resident.email,
    $phone: resident.phone,
    $filed: time(entry.filed),
    $happens: time(entry.happens),
    $ends: time(entry.ends),
    $amenity: amenities.find(({ title }) => title === entry.amenity)?.id,
  }
}

/** Puts the assets that file fields name into the chest, and their references into the fields. */
async function addAssets(
  fields: Details,
  module: TicketModule,
  to: { at: Date; by: Uploader; files: ChestFile[]; chest: FileChest },
): Promise<Details> {
  const details = { ...fields }
  for (const [key, field] of Object.entries(module.fields)) {
    const names = fields[key]
    if (field.kind !== 'files' || !Array.isArray(names)) continue
    const added = await Promise.all(
      names.map((name: string) => {
        const shown = `${field.namePrefix}${name.replaceAll('-', '_')}`
        return to.chest.addAsset(field.folder, shown, name, to.at, to.by)
      }),
    )
    to.files.push(...added)
    details[key] = added.map(({ ref }) => ref)
  }
  return details
}

/** Moves a ticket a step on, as the engine does: stamp, fields, history. */
function take(
  ticket: DemoTicket,
  [to, at, by, remark]: [Step[0], Date, Writer, string | null],
  added: Details,
): void {
  const { row } = ticket
  const from = row.status
  const changed = Object.keys(added).filter((key) => row.details[key] !== added[key])
  row.details = { ...row.details, ...added }
  if (to === 'verified') Object.assign(row, { verified_at: at, verified_by_id: by.id })
  else row.status = STATUS[to]
  if (to === 'approved') Object.assign(row, { approved_at: at, approved_by_id: by.id })
  if (to === 'ongoing') row.ongoing_at = at
  if (to === 'completed') row.completed_at = at
  row.remarks = remark || row.remarks
  addEvent(ticket, by, at, { from, remark, fields: to === 'verified' ? ['verified'] : changed })
}

function addEvent(
  { row, events }: DemoTicket,
  { area, id, name }: Writer,
  at: Date,
  { from, remark = null, fields = [] }: { from: number | null; remark?: string | null; fields?: string[] },
): void {
  const by = { actor_area: area, actor_id: id, actor_name: name }
  events.push({ at, ...by, from_status: from, to_status: row.status, fields, remark })
  row.version = events.length
  row.updated_at = at
}
