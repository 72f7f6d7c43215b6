import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openTestPortal } from '#testing/portal.ts'
import { payOnline, say, storedIn, uploadProof } from './testing.ts'

const portal = await openTestPortal({ rateLimitPerMinute: 0 })
const admin = await portal.as('admin')
const resident = await portal.as('client')
const { rowOf, eventsOf } = storedIn(portal)

/** Events of a payment: a gateway's message or a call of the office. */
type Step =
  | { kind: 'gateway'; letter: string; amount: number | null }
  | { kind: 'review'; status: number; remarks: string | undefined; confirmed: boolean }
  | { kind: 'delete' }

const gateway = fc.record({
  kind: fc.constant('gateway' as const),
  letter: fc.constantFrom('S', 'S', 'P', 'P', 'F', 'V', 'R', 'K', 'U', 'G', 'X'),
  amount: fc.constantFrom(null, null, 1000, 999.99),
})
const review = fc.record({
  kind: fc.constant('review' as const),
  status: fc.constantFrom(2, 3, 3, 4, 5),
  remarks: fc.constantFrom(undefined, '', 'Seen at the bank.'),
  confirmed: fc.boolean(),
})
const steps = fc.array(fc.oneof(gateway, review, fc.record({ kind: fc.constant('delete' as const) })), {
  minLength: 1,
  maxLength: 8,
})

async function take(id: number, step: Step): Promise<unknown> {
  if (step.kind === 'gateway') return say(portal, id, step.letter, { amount: step.amount })
  if (step.kind === 'delete') return admin.delete(`/payment/${id}`)
  const { kind: _, ...review } = step
  const proof = step.confirmed ? [await uploadProof(portal, admin)] : []
  return admin.put(`/payment/${id}`, { ...review, proof })
}

/** Legal moves of each kind of actor, written by hand from rules 8.5 to 8.7 and 8.16. */
const GATEWAY: Record<number, readonly number[]> = { 1: [1, 2, 5], 2: [2, 5], 3: [3], 4: [4], 5: [5], 0: [0] }
const OFFICE: Record<number, readonly number[]> = {
  1: [0, 1, 2, 3, 4, 5],
  2: [0, 2, 3, 4, 5],
  3: [2, 3, 4, 5],
  4: [],
  5: [2, 3, 4, 5],
  0: [],
}

async function expectLegal(id: number): Promise<void> {
  const row = await rowOf(id)
  const events = await eventsOf(id)
  expect([row.amount_paid, row.currency, row.tenant_id]).toEqual([1000, 'PHP', resident.id])
  expect([events[0]!.from_status, events[0]!.to_status]).toEqual([null, 1])
  for (const [n, event] of events.entries()) {
    if (n === 0) continue
    const before = events[n - 1]!
    // No gap: each event starts where the previous one ended.
    expect([event.from_status, event.from_outsource]).toEqual([before.to_status, before.to_outsource])
    const legal = event.actor_area === 'gateway' ? GATEWAY : OFFICE
    expect(legal[event.from_status ?? -1]).toContain(event.to_status)
    if (event.actor_area === 'admin') expect(event.to_outsource).toBe(event.from_outsource)
    if ([3, 4].includes(event.to_status) && event.to_status !== event.from_status)
      expect(['F', 'V', 'R', 'K']).not.toContain(event.from_outsource)
    expect(event.at.getTime()).toBeGreaterThanOrEqual(before.at.getTime())
  }
  const last = events.at(-1)!
  expect([last.to_status, last.to_outsource]).toEqual([row.status, row.outsource_status])
  expect(row.version).toBe(events.length)
  expect(events.filter(({ to_status, from_status }) => to_status === 4 && from_status !== 4).length).toBe(
    row.receipt_number === null ? 0 : 1,
  )
  expect(row.status === 4).toBe(row.receipt_number !== null)
  expect((row.verified_date !== null) === events.some(({ to_status }) => to_status === 3)).toBe(true)
  // no deleted payment had been reported as paid before
  const deletion = events.find(({ to_status, from_status }) => to_status === 0 && from_status !== 0)
  if (deletion) expect(['S', 'R', 'K']).not.toContain(deletion.from_outsource)
}

test('in any order, the history is legal and the amount unchanged', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (sequence) => {
      const { paymentId } = await payOnline(portal, resident)
      for (const step of sequence) await take(paymentId, step)
      await expectLegal(paymentId)
    }),
    { numRuns: 120 },
  )
})

test('simultaneously, the history is legal and the amount unchanged', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (sequence) => {
      const { paymentId } = await payOnline(portal, resident)
      await Promise.all(sequence.map((step) => take(paymentId, step)))
      await expectLegal(paymentId)
    }),
    { numRuns: 80 },
  )
})

test('every posted payment has its own receipt number, without gaps', async () => {
  const rows = await portal.db
    .selectFrom('payments')
    .select('receipt_number')
    .where('status', '=', 4)
    .orderBy('receipt_number')
    .execute()
  expect(rows.map(({ receipt_number }) => Number(receipt_number!.slice(-6)))).toEqual(
    rows.map((_, n) => n + 1),
  )
})

test('the history cannot be changed', async () => {
  await expect(portal.db.updateTable('payment_events').set({ to_status: 4 }).execute()).rejects.toThrow()
})
