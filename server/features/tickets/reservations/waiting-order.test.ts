import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { makeAmenity } from '#testing/accounts.ts'
import type { LoggedIn } from '#testing/callers.ts'
import { openTestPortal } from '#testing/portal.ts'
import { STATUS } from '@tahanan/contract/statuses.ts'
import { createBookingBody } from '../testing.ts'
import { updateWaitingLists } from './waiting-list.ts'

const portal = await openTestPortal({ rateLimitPerMinute: 0 })
const { db } = portal
const admin = await portal.as('admin')
const tenants = await Promise.all(Array.from({ length: 3 }, () => portal.as('client')))

const SLOTS = [
  ['08:00', '10:00'],
  ['10:00', '11:00'],
] as const

const ACTS = ['book', 'join', 'release', 'accept', 'expire', 'leave'] as const
const steps = fc.array(
  fc.record({ act: fc.constantFrom(...ACTS), who: fc.nat(tenants.length - 1), slot: fc.nat(1) }),
  { minLength: 6, maxLength: 24 },
)
type Step = typeof steps extends fc.Arbitrary<(infer One)[]> ? One : never

/** Expected state of a time: its holder and the tenants who wait for it, as indexes of `tenants`. */
interface Slot {
  holder: { readonly by: 'booking' | 'offer'; readonly who: number } | null
  queue: number[]
}

function applyStep(slot: Slot, { act, who }: Step): boolean {
  const { holder, queue } = slot
  const isOffered = holder?.by === 'offer' && holder.who === who
  const offerNext = () => {
    const first = slot.queue.shift()
    slot.holder = first === undefined ? null : { by: 'offer', who: first }
  }
  switch (act) {
    case 'book':
      if (holder === null) slot.holder = { by: 'booking', who }
      return holder === null
    case 'join':
      if (holder !== null && !isOffered && !queue.includes(who)) queue.push(who)
      return holder !== null
    case 'release':
      if (holder?.by === 'booking') offerNext()
      return holder?.by === 'booking'
    case 'accept':
      if (isOffered) slot.holder = { by: 'booking', who }
      return isOffered
    case 'expire':
      if (holder?.by === 'offer') offerNext()
      return true
    case 'leave':
      slot.queue = queue.filter((one) => one !== who)
      if (isOffered) offerNext()
      return isOffered || queue.includes(who)
  }
}

interface Place {
  readonly amenityId: number
  readonly entries: Map<string, number>
}

async function call({ amenityId, entries }: Place, { act, who, slot }: Step): Promise<boolean> {
  const tenant = tenants[who] as LoggedIn
  const [from, to] = SLOTS[slot] as (typeof SLOTS)[number]
  const body = createBookingBody(amenityId, 5, from, to)
  const { startTime, endTime } = body as { startTime?: string; endTime?: string }
  const key = `${who} ${slot}`
  const entry = entries.get(key) ?? 0
  switch (act) {
    case 'book':
      return (await tenant.post('/reservation', body)).status === 201
    case 'join': {
      const answer = await tenant.post<{ id: number }>('/waiting-entry', { amenityId, startTime, endTime })
      if (answer.status === 201) entries.set(key, answer.body.id)
      return answer.status === 201
    }
    case 'release': {
      const held = await db
        .selectFrom('amenity_bookings')
        .select('ticket_id')
        .where('amenity_id', '=', amenityId)
        .where(sql<boolean>`lower(during) = ${startTime}::timestamp at time zone 'Asia/Manila'`)
        .executeTakeFirst()
      if (!held?.ticket_id) return false
      const rejected = { status: STATUS.rejected, remarks: 'Closed' }
      return (await admin.put(`/reservation/${held.ticket_id}`, rejected)).status === 200
    }
    case 'accept': {
      const isOpen = (await tenant.get<{ id: number }[]>('/waiting-entries')).body.some(
        ({ id }) => id === entry,
      )
      return isOpen && (await tenant.put(`/waiting-entry/accepted/${entry}`, {})).status === 200
    }
    case 'expire':
      await db
        .updateTable('waiting_entries')
        .set({ offered_until: sql<Date>`now() - interval '1 second'` })
        .where('amenity_id', '=', amenityId)
        .where('state', '=', 'offered')
        .where(sql<boolean>`lower(during) = ${startTime}::timestamp at time zone 'Asia/Manila'`)
        .execute()
      await updateWaitingLists(portal.services)
      return true
    case 'leave': {
      const isOpen = (await tenant.get<{ id: number }[]>('/waiting-entries')).body.some(
        ({ id }) => id === entry,
      )
      return isOpen && (await tenant.delete(`/waiting-entry/${entry}`)).status === 200
    }
  }
}

const findPlace = (tenantId: number): number => tenants.findIndex(({ id }) => id === tenantId)

async function loadSlots(amenityId: number): Promise<Slot[]> {
  const slots: Slot[] = []
  for (const [from] of SLOTS) {
    const { startTime } = createBookingBody(amenityId, 5, from, from) as { startTime?: string }
    const isSlot = sql<boolean>`lower(during) = ${startTime}::timestamp at time zone 'Asia/Manila'`
    const held = await db
      .selectFrom('amenity_bookings as b')
      .leftJoin('tickets as t', 't.id', 'b.ticket_id')
      .leftJoin('waiting_entries as w', 'w.id', 'b.waiting_id')
      .select(['b.ticket_id', sql<number>`coalesce(t.tenant_id, w.tenant_id)`.as('tenantId')])
      .where('b.amenity_id', '=', amenityId)
      .where(sql<boolean>`lower(b.during) = ${startTime}::timestamp at time zone 'Asia/Manila'`)
      .executeTakeFirst()
    const queue = await db
      .selectFrom('waiting_entries')
      .select('tenant_id')
      .where('amenity_id', '=', amenityId)
      .where('state', '=', 'waiting')
      .where(isSlot)
      .orderBy('id')
      .execute()
    slots.push({
      holder: held
        ? { by: held.ticket_id === null ? 'offer' : 'booking', who: findPlace(held.tenantId) }
        : null,
      queue: queue.map(({ tenant_id }) => findPlace(tenant_id)),
    })
  }
  return slots
}

test('a waiting list follows a plain model: who holds each time, and who waits in which order', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (taken) => {
      // A tenant can have at most ten open entries, so the entries of earlier runs are ended.
      await db.updateTable('waiting_entries').set({ state: 'ended' }).execute()
      const { id: amenityId } = await makeAmenity(db)
      await admin.put(`/amenity-rules/${amenityId}`, { offerMinutes: 60 })
      const place: Place = { amenityId, entries: new Map() }
      const model: Slot[] = SLOTS.map(() => ({ holder: null, queue: [] }))
      for (const step of taken) {
        const slot = model[step.slot] as Slot
        expect([step, await call(place, step)]).toEqual([step, applyStep(slot, step)])
        expect([step, await loadSlots(amenityId)]).toEqual([step, model])
      }
    }),
    { numRuns: 25 },
  )
}, 120_000)
