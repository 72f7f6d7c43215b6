import type { TicketModule } from '@tahanan/contract/tickets/define-module.ts'
import { MODULES } from '@tahanan/contract/tickets/index.ts'
import { readTicket } from '@tahanan/contract/forms/validate.ts'
import type { Details } from '@tahanan/contract/forms/validate.ts'
import { wallClock } from '@tahanan/contract/time.ts'
import type { StoredStatus } from '@tahanan/contract/statuses.ts'
import type { ChestFile, FileChest } from './file-chest.ts'
import { createBookingSheet } from './bookings.ts'
import { DAY, HOUR, later } from './clock.ts'
import type { DemoClock } from './clock.ts'
import { stepsOf, whoDecides, whoMay } from './course.ts'
import type { Actor, CourseEvent, Step } from './course.ts'
import type { MadeFile, PictureName } from './pictures/album.ts'
import type { Random } from './random.ts'
import type { DemoResident } from './residents.ts'
import { outlineTickets } from './schedule.ts'
import type { Outline, Timing } from './schedule.ts'
import type { DemoAdministrator } from './staff.ts'
import { DEMO_MODULES } from './stories/index.ts'
import type { Story } from './stories/story.ts'

/** A ticket with its history and files, all but the ids that the database gives. */
export interface DemoTicket {
  module: TicketModule
  number: string
  resident: number
  postedBy: number | null
  status: StoredStatus
  details: Details
  remarks: string
  amenityTitle: string | null
  createdAt: Date
  updatedAt: Date
  approved: { at: Date; by: number } | null
  ongoingAt: Date | null
  completedAt: Date | null
  verified: { at: Date; by: number } | null
  events: CourseEvent[]
  files: { file: ChestFile; uploader: Actor }[]
}

export interface TicketsContext {
  clock: DemoClock
  random: Random
  residents: readonly DemoResident[]
  staff: readonly DemoAdministrator[]
  amenities: readonly { id: number; title: string }[]
  chest: FileChest
  picture: (name: PictureName) => Promise<MadeFile>
  /** Days after a visit until its identity data is gone (rules 6.18). */
  visitorIdRetentionDays: number
}

/** Which of a module's tickets, newest first, are the demo residents': some of every status, so that both have a past to show. */
const OF_A101 = [1, 2, 9, 14]
const OF_B202 = [4, 11, 17]
/** Some that were filed by mistake and deleted again. */
const DELETED = 6

/** All tickets of the demo, oldest first, numbered as they would have been. */
export async function demoTickets(context: TicketsContext): Promise<DemoTicket[]> {
  const sheet = createBookingSheet(context.amenities.length, context.random, context.clock)
  // A module without stories in `stories/` is left out: the portal works with it, the demo shows none of it.
  const outlines = MODULES.flatMap((module) => {
    const story = DEMO_MODULES[module.name]
    if (!story) return []
    const { count, timing } = story
    const own = outlineTickets(count, timing, { clock: context.clock, random: context.random, sheet })
    return own.map((outline, rank) => ({
      module,
      timing,
      outline,
      resident: residentOf(rank, own.length, context),
    }))
  })
  for (let i = 0; i < DELETED; i++) {
    const copied = context.random.pick(
      outlines.filter(({ timing, outline }) => timing !== 'slot' && outline.status > 3),
    )
    const createdAt = later(copied.outline.createdAt, -context.random.between(1, 5) * HOUR)
    outlines.push({ ...copied, outline: { ...copied.outline, createdAt, status: 0 } })
  }
  outlines.sort((a, b) => a.outline.createdAt.getTime() - b.outline.createdAt.getTime())

  const last = new Map<string, number>()
  const tickets: DemoTicket[] = []
  for (const { module, timing, outline, resident } of outlines) {
    const { year } = wallClock(outline.createdAt, context.clock.timeZone)
    const count = (last.get(`${module.name} ${year}`) ?? 0) + 1
    last.set(`${module.name} ${year}`, count)
    const number = `${module.prefix}-${year}-${String(count).padStart(6, '0')}`
    tickets.push(await makeTicket(module, number, resident, outline, timing, context))
  }
  return tickets
}

function demoModule(module: TicketModule) {
  const found = DEMO_MODULES[module.name]
  if (!found) throw new Error(`The demo has no stories for ${module.name}: add some in server/demo/stories.`)
  return found
}

function residentOf(rank: number, count: number, { residents, random }: TicketsContext): number {
  const index = (clientCode: string) => residents.findIndex((resident) => resident.clientCode === clientCode)
  // What is under way or was cancelled lies at different ranks in each module; the large ones have more of either.
  if (OF_A101.includes(rank) || (count > 30 && rank === Math.round(count / 4.5))) return index('A-101')
  if (OF_B202.includes(rank)) return index('B-202')
  const others = residents.flatMap(({ clientCode }, i) =>
    clientCode === 'A-101' || clientCode === 'B-202' ? [] : [i],
  )
  return random.pick(others)
}

async function makeTicket(
  module: TicketModule,
  number: string,
  residentIndex: number,
  outline: Outline,
  timing: Timing,
  context: TicketsContext,
): Promise<DemoTicket> {
  const { random, clock, residents, staff, amenities } = context
  const { createdAt, happensAt, endsAt, slot } = outline
  const resident = residents[residentIndex] as DemoResident
  const amenity = slot && amenities[slot.amenity]
  const story = demoModule(module).tell({ ...clock, random, resident, createdAt, happensAt, endsAt, amenity })
  const byOffice = outline.status !== 0 && createdAt < later(clock.now, -3 * DAY) && random.chance(12)
  const filer: Actor = byOffice
    ? { area: 'admin', administrator: whoMay(module, [module.flags.add], staff, random) }
    : { area: 'client', resident: residentIndex }

  // a visitor's record holds no identity data so long after the visit (rules 6.18)
  const forgotten =
    module.expiresAfter !== undefined && happensAt < later(clock.now, -context.visitorIdRetentionDays * DAY)
  const files: DemoTicket['files'] = []
  const draw = (closing: boolean, at: Date, uploader: Actor) =>
    addPictures(story, module, closing, { at, uploader, files, forgotten, context })
  const details = read(
    module,
    { ...story.body, ...(byOffice && story.office), ...(await draw(false, createdAt, filer)) },
    filer,
    outline,
    context,
  )
  const ticket: DemoTicket = {
    module,
    number,
    resident: residentIndex,
    postedBy: filer.area === 'admin' ? filer.administrator : null,
    status: outline.status,
    details,
    remarks: '',
    amenityTitle: amenity?.title ?? null,
    createdAt,
    updatedAt: createdAt,
    approved: null,
    ongoingAt: null,
    completedAt: null,
    verified: null,
    events: [{ at: createdAt, actor: filer, from: null, to: 1, fields: [], remark: null }],
    files,
  }
  for (const step of stepsOf(outline, timing, random, clock)) {
    const closing =
      step.to === 4
        ? { ...story.closing, ...(await draw(true, step.at, { area: 'admin', administrator: 0 })) }
        : {}
    take(ticket, step, story, closing, context)
  }
  if (ticket.status === 4 && random.chance(30)) verify(ticket, context)
  if (forgotten)
    for (const [key, { expires }] of Object.entries(module.fields))
      if (expires && details[key]) ticket.details[key] = Array.isArray(details[key]) ? [] : null
  return ticket
}

/** The body as the engine reads it; what it would refuse is a mistake in the story. */
function read(
  module: TicketModule,
  body: Details,
  filer: Actor,
  outline: Outline,
  { clock }: TicketsContext,
): Details {
  const writer = filer.area === 'client' ? 'resident' : 'admin'
  const { values, errors } = readTicket(module, body, {
    writer,
    action: 'create',
    timeZone: clock.timeZone,
    now: outline.createdAt,
  })
  if (Object.keys(errors).length > 0) throw new Error(`demo ${module.name}: ${JSON.stringify(errors)}`)
  return values
}

/** Moves a ticket a step on, as the engine does: stamp, what the office fills in, remark, history. */
function take(
  ticket: DemoTicket,
  { at, to }: Step,
  story: Story,
  closing: Details,
  { random, staff }: TicketsContext,
): void {
  const from = ticket.events.at(-1)?.to ?? 1
  const by = whoDecides(ticket.module, to, staff, random)
  const added: Details = { ...(to === 2 && story.office), ...closing }
  const fields = Object.keys(added).filter((key) => ticket.details[key] !== added[key])
  const remark = {
    2: story.remarks.approved,
    3: story.remarks.ongoing,
    4: story.remarks.completed,
    5: story.remarks.cancelled,
    6: story.remarks.rejected,
  }[to as number]
  const actor: Actor =
    to === 0 ? { area: 'client', resident: ticket.resident } : { area: 'admin', administrator: by }
  ticket.details = { ...ticket.details, ...added }
  ticket.updatedAt = at
  if (to === 2) ticket.approved = { at, by }
  if (to === 3) ticket.ongoingAt = at
  if (to === 4) ticket.completedAt = at
  if (remark) ticket.remarks = remark
  ticket.events.push({ at, actor, from, to, fields, remark: remark || null })
}

function verify(ticket: DemoTicket, { random, staff, clock }: TicketsContext): void {
  const at = later(ticket.updatedAt, random.between(1, 30) * HOUR)
  if (at >= clock.now) return
  const by = whoMay(ticket.module, ['verify'], staff, random)
  ticket.verified = { at, by }
  ticket.updatedAt = at
  ticket.events.push({
    at,
    actor: { area: 'admin', administrator: by },
    from: ticket.status,
    to: ticket.status,
    fields: ['verified'],
    remark: null,
  })
}

/** Puts a story's pictures into the chest; answers the file fields that name them. */
async function addPictures(
  story: Story,
  module: TicketModule,
  closing: boolean,
  into: {
    at: Date
    uploader: Actor
    files: DemoTicket['files']
    forgotten: boolean
    context: TicketsContext
  },
): Promise<Details> {
  const details: Details = {}
  for (const { field: key, names, closing: atTheEnd = false } of story.pictures ?? []) {
    const field = module.fields[key]
    if (field?.kind !== 'files' || atTheEnd !== closing || (field.expires && into.forgotten)) continue
    const added = await Promise.all(
      names.map(async (name) =>
        into.context.chest.add(
          field.folder,
          `${field.namePrefix}${fileName(name)}`,
          await into.context.picture(name),
          into.at,
        ),
      ),
    )
    into.files.push(...added.map((file) => ({ file, uploader: into.uploader })))
    details[key] = added.map(({ ref }) => ref)
  }
  return details
}

/** 'crackedGlass' as people's machines would name it. */
const fileName = (name: PictureName): string =>
  `${name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}.bin`
