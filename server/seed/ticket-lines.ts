import { wallClock } from '@tahanan/contract/time.ts'
import { later, DAY } from '../demo/clock.ts'
import { ticketSearchText } from '../features/tickets/ticket-search-text.ts'
import type { CopyValue } from './copy-rows.ts'
import { planTicket } from './plan.ts'
import type { SeedSize } from './plan.ts'
import { createSlots } from './slots.ts'
import type { SeedTenant } from './tenants.ts'
import { createVariants } from './variants.ts'

export const TICKET_COLUMNS = [
  'id',
  'module',
  'ticket_number',
  'tenant_id',
  'status',
  'version',
  'details',
  'remarks',
  'search_text',
  'approved_at',
  'approved_by_id',
  'ongoing_at',
  'completed_at',
  'created_at',
  'updated_at',
] as const
export const EVENT_COLUMNS = [
  'ticket_id',
  'at',
  'actor_area',
  'actor_id',
  'actor_name',
  'from_status',
  'to_status',
] as const
export const BOOKING_COLUMNS = ['ticket_id', 'amenity_id', 'during'] as const

export interface SeedPeople {
  readonly tenants: readonly SeedTenant[]
  readonly amenities: readonly { id: number; title: string }[]
  readonly admin: { id: number; name: string }
}

/** By-products of writing the tickets: bookings and the last number of each module and year. */
export interface TicketWake {
  bookings: CopyValue[][]
  counters: Map<string, { module: string; year: number; last: number }>
}

/** The rows of `tickets`, in the order of their ids, which is that of their times. */
export function* ticketLines(
  size: SeedSize,
  { tenants, amenities, admin }: SeedPeople,
  wake: TicketWake,
): Generator<CopyValue[]> {
  const variants = createVariants(size.now, size.timeZone)
  const nextSlot = createSlots(amenities.length, size.timeZone)
  let day = -1
  let year = 0
  for (let index = 0; index < size.tickets; index++) {
    const plan = planTicket(index, size)
    const { id, module, status, createdAt, steps } = plan
    const tenant = tenants[plan.tenant] as SeedTenant
    const details = variants.detailsOf(module, plan.variety, createdAt)
    let amenityTitle: string | null = null
    if (module.holds === 'amenity') {
      const slot = nextSlot(later(createdAt, (1 + Math.floor(plan.variety * 5)) * DAY))
      const amenity = amenities[slot.amenity] as { id: number; title: string }
      amenityTitle = amenity.title
      Object.assign(details, {
        amenityId: amenity.id,
        startTime: slot.from.toISOString(),
        endTime: slot.to.toISOString(),
      })
      if (status >= 1 && status <= 4)
        wake.bookings.push([id, amenity.id, `[${slot.from.toISOString()},${slot.to.toISOString()})`])
    }
    // The community's year changes at most once a day; asking for it at every row would take as long as all the rest.
    const today = Math.floor(createdAt.getTime() / 3_600_000)
    if (today !== day) [day, year] = [today, wallClock(createdAt, size.timeZone).year]
    const counter = wake.counters.get(`${module.name} ${year}`) ?? { module: module.name, year, last: 0 }
    counter.last++
    wake.counters.set(`${module.name} ${year}`, counter)
    const number = `${module.prefix}-${year}-${String(counter.last).padStart(6, '0')}`
    const at = (to: number) => steps.find((step) => step.to === to)?.at ?? null
    yield [
      id,
      module.name,
      number,
      tenant.id,
      status,
      steps.length + 1,
      JSON.stringify(details),
      '',
      `${number.toLowerCase()}\n${ticketSearchText(module, details, amenityTitle)}`,
      at(2),
      at(2) && admin.id,
      at(3),
      at(4),
      createdAt,
      steps.at(-1)?.at ?? createdAt,
    ]
  }
}

/** The rows of `ticket_events`: the filing, then each step. */
export function* eventLines(size: SeedSize, { tenants, admin }: SeedPeople): Generator<CopyValue[]> {
  for (let index = 0; index < size.tickets; index++) {
    const { id, tenant: tenantIndex, createdAt, steps } = planTicket(index, size)
    const tenant = tenants[tenantIndex] as SeedTenant
    yield [id, createdAt, 'client', tenant.id, tenant.uoccname, null, 1]
    let from = 1
    for (const { to, at } of steps) {
      yield to === 0
        ? [id, at, 'client', tenant.id, tenant.uoccname, from, to]
        : [id, at, 'admin', admin.id, admin.name, from, to]
      from = to
    }
  }
}
