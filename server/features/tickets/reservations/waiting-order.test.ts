import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createTestAmenity } from '#testing/accounts.ts'
import type { LoggedInCaller } from '#testing/callers.ts'
import { openTestPortal } from '#testing/portal.ts'
import { STATUS } from '@tahanan/contract/statuses.ts'
import { createBookingBody } from '../testing.ts'
import { updateWaitingLists } from './waiting-list.ts'

const portal = await openTestPortal({ rateLimitPerMinute: 0 })
const { db } = portal
const admin = await portal.as('admin')
const tenants = await Promise.all(Array.from({ length: 3 }, () => portal.as('client')))

const SLOT_HOURS = [
  ['08:00', '10:00'],
  ['10:00', '11:00'],
] as const

const STEP_ACTIONS = ['book', 'join', 'release', 'accept', 'expire', 'leave'] as const
const stepsArbitrary = fc.array(
  fc.record({ act: fc.constantFrom(...STEP_ACTIONS), who: fc.nat(tenants.length - 1), slot: fc.nat(1) }),
  { minLength: 6, maxLength: 24 },
)
type RandomStep = typeof stepsArbitrary extends fc.Arbitrary<(infer One)[]> ? One : never

interface Slot {
  holder: { readonly kind: 'booking' | 'offer'; readonly tenantIndex: number } | null
  queue: number[]
}

function applyStepToModel(slot: Slot, { act, who }: RandomStep): boolean {
  const { holder, queue } = slot
  const isOffered = holder?.kind === 'offer' && holder.tenantIndex === who
  const offerToNextTenant = () => {
    const nextTenantIndex = slot.queue.shift()
    slot.holder = nextTenantIndex === undefined ? null : { kind: 'offer', tenantIndex: nextTenantIndex }
  }
  switch (act) {
    case 'book':
      if (holder === null) slot.holder = { kind: 'booking', tenantIndex: who }
      return holder === null
    case 'join':
      if (holder !== null && !isOffered && !queue.includes(who)) queue.push(who)
      return holder !== null
    case 'release':
      if (holder?.kind === 'booking') offerToNextTenant()
      return holder?.kind === 'booking'
    case 'accept':
      if (isOffered) slot.holder = { kind: 'booking', tenantIndex: who }
      return isOffered
    case 'expire':
      if (holder?.kind === 'offer') offerToNextTenant()
      return true
    case 'leave':
      slot.queue = queue.filter((tenantIndex) => tenantIndex !== who)
      if (isOffered) offerToNextTenant()
      return isOffered || queue.includes(who)
  }
}

interface TestAmenity {
  readonly amenityId: number
  readonly entries: Map<string, number>
}

async function applyStepToServer(
  { amenityId, entries }: TestAmenity,
  { act, who, slot }: RandomStep,
): Promise<boolean> {
  const tenant = tenants[who] as LoggedInCaller
  const [from, to] = SLOT_HOURS[slot] as (typeof SLOT_HOURS)[number]
  const body = createBookingBody(amenityId, 5, from, to)
  const { startTime, endTime } = body as { startTime?: string; endTime?: string }
  const key = `${who} ${slot}`
  const entryId = entries.get(key) ?? 0
  switch (act) {
    case 'book':
      return (await tenant.post('/reservation', body)).status === 201
    case 'join': {
      const joinResponse = await tenant.post<{ id: number }>('/waiting-entry', {
        amenityId,
        startTime,
        endTime,
      })
      if (joinResponse.status === 201) entries.set(key, joinResponse.body.id)
      return joinResponse.status === 201
    }
    case 'release': {
      const heldBooking = await db
        .selectFrom('amenity_bookings')
        .select('ticket_id')
        .where('amenity_id', '=', amenityId)
        .where(sql<boolean>`lower(during) = ${startTime}::timestamp at time zone 'Asia/Manila'`)
        .executeTakeFirst()
      if (!heldBooking?.ticket_id) return false
      const rejectBody = { status: STATUS.rejected, remarks: 'Closed' }
      return (await admin.put(`/reservation/${heldBooking.ticket_id}`, rejectBody)).status === 200
    }
    case 'accept': {
      const isOpen = (await tenant.get<{ id: number }[]>('/waiting-entries')).body.some(
        ({ id }) => id === entryId,
      )
      return isOpen && (await tenant.put(`/waiting-entry/accepted/${entryId}`, {})).status === 200
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
        ({ id }) => id === entryId,
      )
      return isOpen && (await tenant.delete(`/waiting-entry/${entryId}`)).status === 200
    }
  }
}

const findTenantIndex = (tenantId: number): number => tenants.findIndex(({ id }) => id === tenantId)

async function loadSlots(amenityId: number): Promise<Slot[]> {
  const slots: Slot[] = []
  for (const [from] of SLOT_HOURS) {
    const { startTime } = createBookingBody(amenityId, 5, from, from) as { startTime?: string }
    const isSlot = sql<boolean>`lower(during) = ${startTime}::timestamp at time zone 'Asia/Manila'`
    const heldBooking = await db
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
      holder: heldBooking
        ? {
            kind: heldBooking.ticket_id === null ? 'offer' : 'booking',
            tenantIndex: findTenantIndex(heldBooking.tenantId),
          }
        : null,
      queue: queue.map(({ tenant_id }) => findTenantIndex(tenant_id)),
    })
  }
  return slots
}

test('a waiting list follows a plain model: who holds each time, and who waits in which order', async () => {
  await fc.assert(
    fc.asyncProperty(stepsArbitrary, async (stepsToApply) => {
      // A tenant can have at most ten open waiting-list entries, so this ends the entries of earlier runs.
      await db.updateTable('waiting_entries').set({ state: 'ended' }).execute()
      const { id: amenityId } = await createTestAmenity(db)
      await admin.put(`/amenity-rules/${amenityId}`, { offerMinutes: 60 })
      const testAmenity: TestAmenity = { amenityId, entries: new Map() }
      const model: Slot[] = SLOT_HOURS.map(() => ({ holder: null, queue: [] }))
      for (const randomStep of stepsToApply) {
        const slot = model[randomStep.slot] as Slot
        expect([randomStep, await applyStepToServer(testAmenity, randomStep)]).toEqual([
          randomStep,
          applyStepToModel(slot, randomStep),
        ])
        expect([randomStep, await loadSlots(amenityId)]).toEqual([randomStep, model])
      }
    }),
    { numRuns: 25 },
  )
}, 120_000)
