import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { createTestTicket } from '#features/tickets/testing.ts'
import { openTestPortal } from '#testing/portal.ts'
import type { WalkIn } from '@tahanan/contract/gate/answers.ts'

function getZoneAfterMidnight(): string {
  const hour = new Date().getUTCHours()
  return hour <= 12 ? `Etc/GMT+${hour}` : `Etc/GMT-${24 - hour}`
}

const HOUR_MS = 3_600_000
const timeZone = getZoneAfterMidnight()
const portal = await openTestPortal({ communityTimeZone: timeZone })
const { db } = portal
const guard = await portal.as('admin', { roles: { gate: ['register', 'view'] } })

const registerWalkIn = (tenantId: number) =>
  guard.post<WalkIn>('/walk-in', {
    key: randomUUID(),
    tenantId,
    name: 'Maria Santos',
    purpose: 'Delivery',
    people: 1,
    plate: '',
  })

test('a walk-in asked before midnight is answered after it, and its pass is good for two hours', async () => {
  const resident = await portal.as('client')
  const { body } = await registerWalkIn(resident.id)
  await db
    .updateTable('walk_ins')
    .set({ created_at: new Date(Date.now() - HOUR_MS - 60_000) })
    .where('id', '=', body.id)
    .execute()
  const walkInsAnswer = await guard.get<{ data: WalkIn[] }>('/walk-ins')
  expect(walkInsAnswer.body.data.map(({ id }) => id)).toContain(body.id)
  expect((await resident.put(`/walk-in/${body.id}/answer`, { answer: 'allow' })).status).toBe(200)
  const pass = await db
    .selectFrom('gate_passes')
    .select('valid_to')
    .where('walk_in_id', '=', body.id)
    .executeTakeFirstOrThrow()
  expect(pass.valid_to.getTime()).toBeGreaterThan(Date.now() + 2 * HOUR_MS - 60_000)

  const lateWalkIn = await registerWalkIn(resident.id)
  await db
    .updateTable('walk_ins')
    .set({ created_at: new Date(Date.now() - 3 * HOUR_MS) })
    .where('id', '=', lateWalkIn.body.id)
    .execute()
  expect((await resident.put(`/walk-in/${lateWalkIn.body.id}/answer`, { answer: 'allow' })).status).toBe(404)
})

test('a visit at 23:59 lets in for two hours after midnight', async () => {
  const [resident, office] = [await portal.as('client'), await portal.as('admin')]
  const tomorrow = new Date(Date.now() + 24 * HOUR_MS)
  const day = new Intl.DateTimeFormat('en-CA', { timeZone }).format(tomorrow)
  const visit = await createTestTicket(resident, 'visitor', { dateOfVisit: `${day} 23:59:00` })
  await office.put(`/visitor/${visit.id}`, { status: 2 })
  const pass = await db
    .selectFrom('gate_passes')
    .select(['valid_from', 'valid_to'])
    .where('ticket_id', '=', visit.id)
    .executeTakeFirstOrThrow()
  expect((pass.valid_to.getTime() - pass.valid_from.getTime()) / HOUR_MS).toBe(4)
})

test('a tenant has at most three open questions, and ten an hour that wait or were not answered', async () => {
  const resident = await portal.as('client')
  const states: string[] = []
  for (let n = 0; n < 4; n++) states.push((await registerWalkIn(resident.id)).body.state)
  expect(states).toEqual(['asked', 'asked', 'asked', 'call'])
  const walkInUpdate = db.updateTable('walk_ins').where('tenant_id', '=', resident.id)
  for (let n = 0; n < 7; n++) {
    await walkInUpdate.set({ call_at: new Date(Date.now() - 1000) }).execute()
    states.push((await registerWalkIn(resident.id)).body.state)
  }
  expect(states.filter((state) => state === 'asked')).toHaveLength(10)
  expect((await registerWalkIn(resident.id)).body.state).toBe('call')
})
