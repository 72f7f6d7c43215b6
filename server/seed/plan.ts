import { MODULES } from '@tahanan/contract/tickets/index.ts'
import type { TicketModule } from '@tahanan/contract/tickets/define-module.ts'
import type { StoredStatus } from '@tahanan/contract/statuses.ts'
import { createRandom } from '../demo/random.ts'
import { DAY, HOUR } from '../demo/clock.ts'

export interface SeedSize {
  readonly tenants: number
  readonly tickets: number
  /** Openings of posts; none where it is left out. */
  readonly views?: number
  /** Payments, and as many statements; none where it is left out. */
  readonly payments?: number
  readonly now: Date
  readonly timeZone: string
}

/** The nth ticket, planned without knowing the others, so that each table can be written by itself. */
export interface TicketPlan {
  readonly id: number
  readonly module: TicketModule
  /** From 0. */
  readonly tenant: number
  readonly status: StoredStatus
  readonly createdAt: Date
  /** When it came into each status after the first, in order. */
  readonly steps: readonly { readonly to: StoredStatus; readonly at: Date }[]
  /** Between 0 and 1: chooses among the variants of its module. */
  readonly variety: number
}

/** A little over three years, so that charts have years to compare. */
export const SPAN_DAYS = 1100

/** In a hundred tickets, in the order of the registry. */
const MODULE_WEIGHTS = [18, 20, 12, 10, 8, 20, 4, 5, 3]
const STATUS_WEIGHTS: Record<StoredStatus, number> = { 0: 2, 1: 10, 2: 9, 3: 5, 4: 60, 5: 6, 6: 8 }
const WAYS: Record<StoredStatus, readonly StoredStatus[]> = {
  0: [0],
  1: [],
  2: [2],
  3: [2, 3],
  4: [2, 3, 4],
  5: [5],
  6: [6],
}

/** The nth ticket, from 0, of so many: the same at every call. */
export function planTicket(index: number, { tenants, tickets, now }: SeedSize): TicketPlan {
  const random = createRandom(index * 2_654_435_761)
  const span = SPAN_DAYS * DAY
  const createdAt = new Date(
    now.getTime() - span + Math.floor(((index + random.next()) / tickets) * (span - HOUR)),
  )
  const status = random.weighted(STATUS_WEIGHTS) as StoredStatus
  let at = createdAt.getTime()
  const steps = WAYS[status].map((to, step, way) => {
    // Hours to days, but never past now.
    const room = (now.getTime() - at) / (way.length - step + 1)
    at += Math.max(1000, Math.min(random.between(1, 60) * HOUR, room))
    return { to, at: new Date(at) }
  })
  const module = MODULES[random.weighted({ ...MODULE_WEIGHTS })] as TicketModule
  // Some households file much more than others.
  const tenant = Math.floor(random.next() ** 1.5 * tenants)
  return { id: index + 1, module, tenant, status, createdAt, steps, variety: random.next() }
}
