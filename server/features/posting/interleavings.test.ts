import { expect, test } from 'vitest'
import { openTestPortal } from '#testing/portal.ts'
import { createInterleavings, type Step } from './testing-interleavings.ts'

// Tests fixed sequences of steps; `interleavings.deep.test.ts` tests random ones.
const portal = await openTestPortal({ rateLimitPerMinute: 0 })
const admin = await portal.as('admin')
const resident = await portal.as('client')
const { playInOrder, playAtOnce, expectReceiptsWithoutGaps } = createInterleavings(portal, admin, resident)

const reportStep = (letter: string, amount: number | null = null): Step => ({
  kind: 'gateway',
  letter,
  amount,
})
const reviewStep = (status: number, more: Omit<Step & { kind: 'review' }, 'kind' | 'status'> = {}): Step => ({
  kind: 'review',
  status,
  ...more,
})
const sure = { remarks: 'Seen at the bank.', confirmed: true }
const remove: Step = { kind: 'delete' }

const SEQUENCES: readonly [steps: readonly Step[], status: number, letter: string | null][] = [
  [
    [
      reportStep('P'),
      reportStep('S'),
      reportStep('P'),
      reviewStep(3),
      reviewStep(4),
      reportStep('F'),
      reviewStep(2),
      remove,
    ],
    4,
    'S',
  ],
  [
    [
      reportStep('F'),
      reviewStep(4, sure),
      reportStep('S'),
      reviewStep(4),
      reviewStep(4, { remarks: 'Late' }),
      remove,
    ],
    4,
    'S',
  ],
  [[reportStep('P'), reviewStep(3), reviewStep(3, sure), reportStep('V'), reviewStep(4, sure)], 3, 'V'],
  [
    [reviewStep(5), reportStep('S'), remove, reviewStep(2), reviewStep(3, { remarks: 'Paid after all' })],
    3,
    'S',
  ],
  [[remove, reportStep('S'), reviewStep(3), reviewStep(4)], 0, 'S'],
  [
    [
      reportStep('S', 999.99),
      reviewStep(3),
      reviewStep(3, { remarks: 'A centavo' }),
      reportStep('R'),
      reviewStep(4),
    ],
    3,
    'R',
  ],
]

test('in any order, the history is legal, the amount unchanged, and receipts have no gaps', async () => {
  for (const [steps, status, letter] of SEQUENCES)
    expect(await playInOrder(steps)).toMatchObject({ status, letter })
  for (const [steps] of SEQUENCES.slice(0, 3)) await playAtOnce(steps)
  await expectReceiptsWithoutGaps()
})

test('the history cannot be changed', async () => {
  const { id } = await playInOrder([reportStep('S')])
  const { db } = portal
  const changed = db.updateTable('payment_events').set({ to_status: 4 }).where('payment_id', '=', id)
  await expect(changed.execute()).rejects.toThrow('rows of payment_events are never rewritten')
})
