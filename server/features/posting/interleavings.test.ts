import { expect, test } from 'vitest'
import { openTestPortal } from '#testing/portal.ts'
import { createStepPlayer, type PaymentStep } from './testing-interleavings.ts'

const portal = await openTestPortal({ rateLimitPerMinute: 0 })
const admin = await portal.as('admin')
const resident = await portal.as('client')
const { playInOrder, playSimultaneously, expectReceiptsWithoutGaps } = createStepPlayer(
  portal,
  admin,
  resident,
)

const createGatewayStep = (statusCode: string, amount: number | null = null): PaymentStep => ({
  kind: 'gateway',
  statusCode,
  amount,
})
const createReviewStep = (
  status: number,
  extraFields: Omit<PaymentStep & { kind: 'review' }, 'kind' | 'status'> = {},
): PaymentStep => ({
  kind: 'review',
  status,
  ...extraFields,
})
const confirmedReview = { remarks: 'Seen at the bank.', confirmed: true }
const deleteStep: PaymentStep = { kind: 'delete' }

const STEP_SEQUENCES: readonly [steps: readonly PaymentStep[], status: number, letter: string | null][] = [
  [
    [
      createGatewayStep('P'),
      createGatewayStep('S'),
      createGatewayStep('P'),
      createReviewStep(3),
      createReviewStep(4),
      createGatewayStep('F'),
      createReviewStep(2),
      deleteStep,
    ],
    4,
    'S',
  ],
  [
    [
      createGatewayStep('F'),
      createReviewStep(4, confirmedReview),
      createGatewayStep('S'),
      createReviewStep(4),
      createReviewStep(4, { remarks: 'Late' }),
      deleteStep,
    ],
    4,
    'S',
  ],
  [
    [
      createGatewayStep('P'),
      createReviewStep(3),
      createReviewStep(3, confirmedReview),
      createGatewayStep('V'),
      createReviewStep(4, confirmedReview),
    ],
    3,
    'V',
  ],
  [
    [
      createReviewStep(5),
      createGatewayStep('S'),
      deleteStep,
      createReviewStep(2),
      createReviewStep(3, { remarks: 'Paid after all' }),
    ],
    3,
    'S',
  ],
  [[deleteStep, createGatewayStep('S'), createReviewStep(3), createReviewStep(4)], 0, 'S'],
  [
    [
      createGatewayStep('S', 999.99),
      createReviewStep(3),
      createReviewStep(3, { remarks: 'A centavo' }),
      createGatewayStep('R'),
      createReviewStep(4),
    ],
    3,
    'R',
  ],
]

test('in any order, the history is legal, the amount unchanged, and receipts have no gaps', async () => {
  for (const [steps, status, statusCode] of STEP_SEQUENCES)
    expect(await playInOrder(steps)).toMatchObject({ status, letter: statusCode })
  for (const [steps] of STEP_SEQUENCES.slice(0, 3)) await playSimultaneously(steps)
  await expectReceiptsWithoutGaps()
})

test('the history cannot be changed', async () => {
  const { id } = await playInOrder([createGatewayStep('S')])
  const { db } = portal
  const updateQuery = db.updateTable('payment_events').set({ to_status: 4 }).where('payment_id', '=', id)
  await expect(updateQuery.execute()).rejects.toThrow('rows of payment_events are never rewritten')
})
