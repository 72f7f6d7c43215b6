import type { Insertable } from 'kysely'
import type { DB } from '#platform/db/generated.ts'
import { parseForm, type Details } from '@tahanan/contract/forms/validate.ts'
import { STATUS, type StoredStatus } from '@tahanan/contract/statuses.ts'
import type { TicketModule } from '@tahanan/contract/tickets/define-module.ts'
import { createExampleBody } from '@tahanan/contract/tickets/example.ts'
import { MODULES } from '@tahanan/contract/tickets/index.ts'
import { compareByTime, type Community } from './community.ts'
import { parseDemoTime } from './demo-clock.ts'
import type { DemoFile, DemoFiles, Uploader } from './demo-files.ts'
import { hasCommunityFile, loadCommunityFile } from './load-community-file.ts'
import { createNumberCounter } from './number-series.ts'
import { findPerson, type DemoResident, type WithId } from './people.ts'

type TicketStep = readonly [
  to: keyof typeof STATUS | 'verified',
  at: string,
  by?: string | null,
  remark?: string | null,
  fields?: Details,
]

/**
 * Ticket in `community/tickets/`. `storyDetails` names the texts that it uses; `details` replaces some of them. File
 * fields contain names of demo files. Values may contain `$name`, `$email` and `$phone` of the resident,
 * `$filed`, `$happens`, `$ends` and `$amenity`.
 */
interface TicketJson {
  readonly unit: string
  readonly story: string
  readonly details?: Details
  /** Administrator who created the ticket for the resident; if missing, the resident created it. */
  readonly by?: string
  readonly filed: string
  /** Start time of the visit, work or reservation. */
  readonly happens?: string
  readonly ends?: string
  readonly amenity?: string
  /** Changes of the ticket's status, oldest first. */
  readonly steps?: readonly TicketStep[]
}

interface TicketStories {
  readonly stories: Readonly<Record<string, Details>>
  /** Tickets of this kind, newest first. */
  readonly tickets: readonly TicketJson[]
}

export interface DemoTicket {
  readonly module: TicketModule
  readonly resident: WithId<DemoResident>
  readonly amenityTitle: string | null
  readonly files: DemoFile[]
  readonly events: TicketEvent[]
  readonly row: TicketRow
}

type TicketEvent = Omit<Insertable<DB['ticket_events']>, 'ticket_id' | 'at'> & { at: Date }
type TicketRow = Omit<Insertable<DB['tickets']>, 'details' | 'search_text'> & {
  status: StoredStatus
  details: Details
  created_at: Date
}
type EventAuthor = Uploader & { readonly name: string }

/**
 * Loads the demo tickets of a module (kind of ticket). A module without its own file gets the tickets of
 * `example`.
 */
export function loadTicketStories({ name }: TicketModule): TicketStories {
  const file = `tickets/${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
  return loadCommunityFile(hasCommunityFile(file) ? file : 'tickets/example')
}

/**
 * Returns all tickets with their numbers, oldest first. Throws if the portal's own validation refuses a
 * ticket.
 */
export async function createDemoTickets(community: Community): Promise<DemoTicket[]> {
  const tickets = await Promise.all(
    MODULES.flatMap((module) => {
      const { stories, tickets } = loadTicketStories(module)
      return tickets.map((entry) => createTicket(module, entry, stories[entry.story], community))
    }),
  )
  const nextNumber = createNumberCounter(community.clock.timeZone)
  return tickets
    .toSorted((a, b) => compareByTime(a.row, b.row))
    .map((ticket) => {
      const number = nextNumber(ticket.module.prefix, ticket.row.created_at)
      return { ...ticket, row: { ...ticket.row, ticket_number: number } }
    })
}

async function createTicket(
  module: TicketModule,
  entry: TicketJson,
  storyDetails: Details | undefined,
  community: Community,
): Promise<DemoTicket> {
  const { clock, residents, administrators } = community
  const resident = findPerson(residents, entry.unit)
  const createdAt = parseDemoTime(entry.filed, clock)
  const findEventAuthor = (login?: string | null): EventAuthor => {
    if (!login) return { area: 'client', id: resident.id, name: resident.name }
    const { id, name } = findPerson(administrators, login)
    return { area: 'admin', id, name }
  }
  const ticketAuthor = findEventAuthor(entry.by)
  const files: DemoFile[] = []
  const addFieldAssets = (fields: Details, at: Date, by: Uploader) =>
    addAssets(fields, module, { at, by, files, demoFiles: community.demoFiles })
  const { timeZone } = clock
  const body = { ...(storyDetails ?? createExampleBody(module, createdAt, timeZone)), ...entry.details }
  const filledDetails = await addFieldAssets(
    fillPlaceholders(body, getPlaceholders(entry, resident, community)),
    createdAt,
    ticketAuthor,
  )
  const authorRole = ticketAuthor.area === 'client' ? 'resident' : 'admin'
  const context = { writer: authorRole, action: 'create', timeZone, now: createdAt } as const
  const { values: details, errors } = parseForm(module, filledDetails, context)
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
  addEvent(ticket, ticketAuthor, createdAt, { from: null })
  if (ticketAuthor.area === 'admin') row.post_by_id = ticketAuthor.id
  for (const [to, demoTime, login, remark = null, fields = {}] of entry.steps ?? []) {
    const eventTime = parseDemoTime(demoTime, clock)
    const author = findEventAuthor(login)
    applyStep(ticket, [to, eventTime, author, remark], await addFieldAssets(fields, eventTime, author))
  }
  return ticket
}

export const fillPlaceholders = (body: Details, values: Details): Details =>
  Object.fromEntries(
    Object.entries(body).map(([key, value]) => [
      key,
      typeof value === 'string' && value.startsWith('$') ? values[value] : value,
    ]),
  )

function getPlaceholders(
  entry: TicketJson,
  resident: DemoResident,
  { clock, amenities }: Community,
): Details {
  const toIsoTime = (demoTime?: string) => demoTime && parseDemoTime(demoTime, clock).toISOString()
  return {
    $name: resident.name,
    $email: resident.email,
    $phone: resident.phone,
    $filed: toIsoTime(entry.filed),
    $happens: toIsoTime(entry.happens),
    $ends: toIsoTime(entry.ends),
    $amenity: amenities.find(({ title }) => title === entry.amenity)?.id,
  }
}

async function addAssets(
  fields: Details,
  module: TicketModule,
  to: { at: Date; by: Uploader; files: DemoFile[]; demoFiles: DemoFiles },
): Promise<Details> {
  const details = { ...fields }
  for (const [key, field] of Object.entries(module.fields)) {
    const fileNames = fields[key]
    if (field.kind !== 'files' || !Array.isArray(fileNames)) continue
    const addedFiles = await Promise.all(
      fileNames.map((name: string) => {
        const fileName = `${field.namePrefix}${name.replaceAll('-', '_')}`
        return to.demoFiles.addAsset(field.folder, fileName, name, to.at, to.by)
      }),
    )
    to.files.push(...addedFiles)
    details[key] = addedFiles.map(({ ref }) => ref)
  }
  return details
}

function applyStep(
  ticket: DemoTicket,
  [to, at, by, remark]: [TicketStep[0], Date, EventAuthor, string | null],
  addedDetails: Details,
): void {
  const { row } = ticket
  const previousStatus = row.status
  const changedKeys = Object.keys(addedDetails).filter((key) => row.details[key] !== addedDetails[key])
  row.details = { ...row.details, ...addedDetails }
  if (to === 'verified') Object.assign(row, { verified_at: at, verified_by_id: by.id })
  else row.status = STATUS[to]
  if (to === 'approved') Object.assign(row, { approved_at: at, approved_by_id: by.id })
  if (to === 'ongoing') row.ongoing_at = at
  if (to === 'completed') row.completed_at = at
  row.remarks = remark || row.remarks
  addEvent(ticket, by, at, {
    from: previousStatus,
    remark,
    fields: to === 'verified' ? ['verified'] : changedKeys,
  })
}

function addEvent(
  { row, events }: DemoTicket,
  { area, id, name }: EventAuthor,
  at: Date,
  { from, remark = null, fields = [] }: { from: number | null; remark?: string | null; fields?: string[] },
): void {
  const actorColumns = { actor_area: area, actor_id: id, actor_name: name }
  events.push({ at, ...actorColumns, from_status: from, to_status: row.status, fields, remark })
  row.version = events.length
  row.updated_at = at
}
