import fc from 'fast-check'
import { test } from 'vitest'
import { openTestPortal } from '#testing/portal.ts'
import { createStepPlayer } from './testing-interleavings.ts'

const portal = await openTestPortal({ rateLimitPerMinute: 0 })
const { playInOrder, playSimultaneously, expectReceiptsWithoutGaps } = createStepPlayer(
  portal,
  await portal.as('admin'),
  await portal.as('client'),
)

const gatewayStep = fc.record({
  kind: fc.constant('gateway' as const),
  statusCode: fc.constantFrom('S', 'S', 'P', 'P', 'F', 'V', 'R', 'K', 'U', 'G', 'X'),
  amount: fc.constantFrom(null, null, 1000, 999.99),
})
const reviewStep = fc.record({
  kind: fc.constant('review' as const),
  status: fc.constantFrom(2, 3, 3, 4, 5),
  remarks: fc.constantFrom(undefined, '', 'Seen at the bank.'),
  confirmed: fc.boolean(),
})
const stepsArbitrary = fc.array(
  fc.oneof(gatewayStep, reviewStep, fc.record({ kind: fc.constant('delete' as const) })),
  {
    minLength: 1,
    maxLength: 8,
  },
)

test('in any order, the history is legal and the amount unchanged', async () => {
  await fc.assert(
    fc.asyncProperty(stepsArbitrary, async (sequence) => void (await playInOrder(sequence))),
    { numRuns: 120 },
  )
  await expectReceiptsWithoutGaps()
})

test('simultaneously, the history is legal and the amount unchanged', async () => {
  await fc.assert(
    fc.asyncProperty(stepsArbitrary, async (sequence) => void (await playSimultaneously(sequence))),
    { numRuns: 80 },
  )
  await expectReceiptsWithoutGaps()
})
