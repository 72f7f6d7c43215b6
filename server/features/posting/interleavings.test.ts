import { expect, test } from 'vitest'
import { openTestPortal } from '#testing/portal.ts'
import { createInterleavings, type Step } from './testing-interleavings.ts'

// Fixed sequences; `interleavings.deep.test.ts` plays random ones.
const portal = await openTestPortal({ rateLimitPerMinute: 0 })
const admin = await portal.as('admin')
const resident = await portal.as('client')
const { playInOrder, playAtOnce, expectReceiptsWithoutGaps } = createInterleavings(portal, admin, resident)

const says = (letter: string, amount: number | null = null): Step => ({ kind: 'gateway', letter, amount })
const review = (status: number, more: Omit<Step & { kind: 'review' }, 'kind' | 'status'> = {}): Step => ({
  kind: 'review',
  status,
  ...more,
})
const sure = { remarks: 'Seen at the bank.', confirmed: true }
const remove: Step = { kind: 'delete' }

const SEQUENCES: readonly [steps: readonly Step[], status: number, letter: string | null][] = [
  [[says('P'), says('S'), says('P'), review(3), review(4), says('F'), review(2), remove], 4, 'S'],
  [[says('F'), review(4, sure), says('S'), review(4), review(4, { remarks: 'Late' }), remove], 4, 'S'],
  [[says('P'), review(3), review(3, sure), says('V'), review(4, sure)], 3, 'V'],
  [[review(5), says('S'), remove, review(2), review(3, { remarks: 'Paid after all' })], 3, 'S'],
  [[remove, says('S'), review(3), review(4)], 0, 'S'],
  [[says('S', 999.99), review(3), review(3, { remarks: 'A centavo' }), says('R'), review(4)], 3, 'R'],
]

test('in any order, the history is legal, the amount unchanged, and receipts have no gaps', async () => {
  for (const [steps, status, letter] of SEQUENCES)
    expect(await playInOrder(steps)).toMatchObject({ status, letter })
  for (const [steps] of SEQUENCES.slice(0, 3)) await playAtOnce(steps)
  await expectReceiptsWithoutGaps()
})

test('the history cannot be changed', async () => {
  const { id } = await playInOrder([says('S')])
  const { db } = portal
  const changed = db.updateTable('payment_events').set({ to_status: 4 }).where('payment_id', '=', id)
  await expect(changed.execute()).rejects.toThrow('rows of payment_events are never rewritten')
})
