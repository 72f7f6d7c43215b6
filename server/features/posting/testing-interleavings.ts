import { expect } from 'vitest'
import type { TestAdmin, TestTenant } from '#testing/accounts.ts'
import type { LoggedInCaller } from '#testing/callers.ts'
import type { TestPortal } from '#testing/portal.ts'
import { payOnline, reportOutcome, createStoredRowQueries, uploadProof } from './testing.ts'

export type PaymentStep =
  | { kind: 'gateway'; statusCode: string; amount?: number | null }
  | { kind: 'review'; status: number; remarks?: string | undefined; confirmed?: boolean }
  | { kind: 'delete' }

// Allowed new statuses by present status (rules 8.5 to 8.7 and 8.16). Written by hand, so the test does not
// depend on the tested code.
const GATEWAY_TRANSITIONS: Record<number, readonly number[]> = {
  1: [1, 2, 5],
  2: [2, 5],
  3: [3],
  4: [4],
  5: [5],
  0: [0],
}
const OFFICE_TRANSITIONS: Record<number, readonly number[]> = {
  1: [0, 1, 2, 3, 4, 5],
  2: [0, 2, 3, 4, 5],
  3: [2, 3, 4, 5],
  4: [],
  5: [2, 3, 4, 5],
  0: [],
}

export function createStepPlayer(
  portal: TestPortal,
  admin: LoggedInCaller<TestAdmin>,
  resident: LoggedInCaller<TestTenant>,
) {
  const { findStoredRow, listStoredEvents } = createStoredRowQueries(portal)

  async function playStep(id: number, step: PaymentStep): Promise<unknown> {
    if (step.kind === 'gateway')
      return reportOutcome(portal, id, step.statusCode, { amount: step.amount ?? null })
    if (step.kind === 'delete') return admin.delete(`/payment/${id}`)
    const { kind: _, ...review } = step
    const proof = step.confirmed ? [await uploadProof(portal, admin)] : []
    return admin.put(`/payment/${id}`, { ...review, proof })
  }

  async function expectLegalHistory(id: number) {
    const row = await findStoredRow(id)
    const events = await listStoredEvents(id)
    expect([row.amount_paid, row.currency, row.tenant_id]).toEqual([1000, 'PHP', resident.id])
    expect([events[0]!.from_status, events[0]!.to_status]).toEqual([null, 1])
    for (const [n, event] of events.entries()) {
      if (n === 0) continue
      const previousEvent = events[n - 1]!
      expect([event.from_status, event.from_outsource]).toEqual([
        previousEvent.to_status,
        previousEvent.to_outsource,
      ])
      const legalTransitions = event.actor_area === 'gateway' ? GATEWAY_TRANSITIONS : OFFICE_TRANSITIONS
      expect(legalTransitions[event.from_status ?? -1]).toContain(event.to_status)
      if (event.actor_area === 'admin') expect(event.to_outsource).toBe(event.from_outsource)
      if ([3, 4].includes(event.to_status) && event.to_status !== event.from_status)
        expect(['F', 'V', 'R', 'K']).not.toContain(event.from_outsource)
      expect(event.at.getTime()).toBeGreaterThanOrEqual(previousEvent.at.getTime())
    }
    const lastEvent = events.at(-1)!
    expect([lastEvent.to_status, lastEvent.to_outsource]).toEqual([row.status, row.outsource_status])
    expect(row.version).toBe(events.length)
    expect(events.filter(({ to_status, from_status }) => to_status === 4 && from_status !== 4).length).toBe(
      row.receipt_number === null ? 0 : 1,
    )
    expect(row.status === 4).toBe(row.receipt_number !== null)
    expect((row.verified_date !== null) === events.some(({ to_status }) => to_status === 3)).toBe(true)
    const deletion = events.find(({ to_status, from_status }) => to_status === 0 && from_status !== 0)
    if (deletion) expect(['S', 'R', 'K']).not.toContain(deletion.from_outsource)
    return { id, status: row.status, letter: row.outsource_status }
  }

  return {
    async playInOrder(steps: readonly PaymentStep[]) {
      const { paymentId } = await payOnline(portal, resident)
      for (const step of steps) await playStep(paymentId, step)
      return expectLegalHistory(paymentId)
    },

    async playSimultaneously(steps: readonly PaymentStep[]) {
      const { paymentId } = await payOnline(portal, resident)
      await Promise.all(steps.map((step) => playStep(paymentId, step)))
      return expectLegalHistory(paymentId)
    },

    async expectReceiptsWithoutGaps() {
      const postedPayments = await portal.db
        .selectFrom('payments')
        .select('receipt_number')
        .where('status', '=', 4)
        .orderBy('receipt_number')
        .execute()
      expect(postedPayments.length).toBeGreaterThan(0)
      expect(postedPayments.map(({ receipt_number }) => Number(receipt_number!.slice(-6)))).toEqual(
        postedPayments.map((_, n) => n + 1),
      )
    },
  }
}
