import type { TicketModule } from '@tahanan/contract/tickets/define-module.ts'
import { MODULES } from '@tahanan/contract/tickets/index.ts'
import { readTicket } from '@tahanan/contract/forms/validate.ts'
import type { Details } from '@tahanan/contract/forms/validate.ts'
import { DAY, HOUR, later } from '../demo/clock.ts'
import { createRandom } from '../demo/random.ts'
import { demoResidents } from '../demo/residents.ts'
import { fullNames } from './names.ts'
import { DEMO_MODULES } from '../demo/stories/index.ts'

/** Details as the engine stores them, of a ticket filed at `filedAt`. */
interface Variant {
  details: Details
  filedAt: Date
}

/** How many different tickets of each module there are. */
const VARIANTS = 400
/** Fields that name a person. */
const PEOPLE: Readonly<Record<string, string>> = { gatePass: 'bearerName', visitor: 'visitorsName' }
/** The default of VISITOR_ID_RETENTION_DAYS, less a day for the clock. */
const IDENTITY_DAYS = 29

/** Makes details for any number of tickets out of some that were read by the contract's own rules once. */
export function createVariants(now: Date, timeZone: string) {
  const random = createRandom(7)
  const residents = demoResidents(random)
  const filedAt = later(now, -3 * DAY)
  const variants = new Map(
    MODULES.map((module) => [module.name, Array.from({ length: VARIANTS }, () => makeVariant(module))]),
  )

  function makeVariant(module: TicketModule): Variant {
    const story = DEMO_MODULES[module.name]?.tell({
      now,
      timeZone,
      random,
      resident: random.pick(residents),
      createdAt: filedAt,
      happensAt: later(filedAt, random.between(20, 160) * HOUR),
      endsAt: later(filedAt, random.between(161, 240) * HOUR),
      amenity: { id: 1, title: '' },
    })
    if (!story) throw new Error(`There are no stories for ${module.name}.`)
    // Reservations get their times later, each its own.
    const check = module.holds ? { ...module, check: undefined } : module
    const { values, errors } = readTicket(check as TicketModule, story.body, {
      writer: 'resident',
      action: 'create',
      timeZone,
      now: filedAt,
    })
    if (Object.keys(errors).length > 0) throw new Error(`${module.name}: ${JSON.stringify(errors)}`)
    return { details: { ...values, ...story.office }, filedAt }
  }

  /** No identity data of old visits (rules 6.18), or the portal would spend its first hour removing it. */
  const forgottenBefore = later(now, -IDENTITY_DAYS * DAY).toISOString()
  function forget(module: TicketModule, details: Details): void {
    if (!module.expiresAfter || String(details[module.expiresAfter]) >= forgottenBefore) return
    for (const [key, field] of Object.entries(module.fields)) {
      if (field.expires) details[key] = field.kind === 'files' ? [] : null
    }
  }

  /** Seven of ten visitors have a name of their own. */
  const names = fullNames()
  function rename(module: TicketModule, details: Details, variety: number): void {
    const key = PEOPLE[module.name]
    const chance = createRandom(Math.floor(variety * 4_294_967_296))
    if (key && chance.chance(70)) details[key] = names(chance)
  }

  return {
    /** The details of a ticket filed at this instant; its own times lie as far from it as they did from the variant's. */
    detailsOf(module: TicketModule, variety: number, createdAt: Date): Details {
      const variant = variants.get(module.name)?.[Math.floor(variety * VARIANTS)]
      if (!variant) throw new RangeError(`no variant for ${module.name}`)
      const shift = Math.floor((createdAt.getTime() - variant.filedAt.getTime()) / DAY) * DAY
      const details = { ...variant.details }
      for (const [key, field] of Object.entries(module.fields)) {
        const value = details[key]
        if (field.kind === 'dateTime' && typeof value === 'string') {
          details[key] = later(new Date(value), shift).toISOString()
        }
      }
      forget(module, details)
      rename(module, details, variety)
      return details
    },
  }
}
