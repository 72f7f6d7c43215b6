import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decide, type Decision, type PaymentState } from './decide.ts'
import { outcome } from './testing.ts'

const LETTERS = ['S', 'P', 'R', 'F', 'U', 'K', 'V', 'A', 'Q', 'G', 'E', 'X', 'INC'] as const
const payment = (more: Partial<PaymentState> = {}): PaymentState => ({
  status: 1,
  outsource_status: null,
  amount_paid: 1000,
  currency: 'PHP',
  set_aside: null,
  ...more,
})
const after = (state: PaymentState, decision: Decision): PaymentState => ({
  ...state,
  status: decision.status,
  outsource_status: decision.outsourceStatus,
  set_aside: [state.set_aside, ...decision.reasons].filter(Boolean).join('\n') || null,
})

/** What becomes of a payment of each status when its gateway says each letter, after the word `before`. */
interface Effect {
  readonly status: readonly number[]
  readonly before: string | null
  readonly letters: readonly string[]
  /** The status after; else it stays. */
  readonly to?: number
  /** Whether the letter moves nothing, since it comes again, late or out of order. */
  readonly isLate?: true
  readonly notice?: Decision['notice']
  readonly reason?: string
}
const PAID = "The gateway says 'Successful'"
const FAILED = "The gateway says 'Failed' of a payment that the office"
const EFFECTS: readonly [string, Effect][] = [
  [
    'a created payment becomes one for verification by success or anything pending, and the office hears of it',
    { status: [1], before: null, letters: [...'SPUAQGE'], to: 2, notice: 'arrived' },
  ],
  [
    'failed or void rejects it',
    { status: [1], before: null, letters: ['F', 'V'], to: 5, notice: 'rejected' },
  ],
  ['so it does after pending', { status: [2], before: 'P', letters: ['F', 'V'], to: 5, notice: 'rejected' }],
  ['success after pending is told', { status: [2], before: 'P', letters: ['S'], notice: 'paid' }],
  ['nothing follows success', { status: [2], before: 'S', letters: ['S', 'P', 'U'], isLate: true }],
  ['pending again is nothing', { status: [2], before: 'P', letters: ['P', 'U'], isLate: true }],
  ['nothing follows failure', { status: [5], before: 'F', letters: ['P', 'F'], isLate: true }],
  [
    'success after failure is set aside',
    { status: [5], before: 'F', letters: ['S'], reason: `${PAID} after it said 'Failed'.` },
  ],
  ...[null, 'P'].map((before): [string, Effect] => [
    `success of what the office rejected is set aside, after ${before}`,
    { status: [5], before, letters: ['S'], reason: `${PAID} of a payment that the office rejected.` },
  ]),
  [
    'success of a deleted payment is set aside',
    { status: [0], before: null, letters: ['S'], reason: `${PAID} of a payment that was deleted.` },
  ],
  ...(['Refund', 'Chargeback'] as const).map((word): [string, Effect] => [
    `money taken back (${word}) is recorded and set aside at every status`,
    {
      status: [0, 1, 2, 3, 4, 5],
      before: 'S',
      letters: [word === 'Refund' ? 'R' : 'K'],
      reason: `The gateway says '${word}': the money was taken back.`,
    },
  ]),
  [
    'failure of what is verified',
    { status: [3], before: 'P', letters: ['F'], reason: `${FAILED} verified.` },
  ],
  ['failure of what is posted', { status: [4], before: 'P', letters: ['F'], reason: `${FAILED} posted.` }],
  [
    'failure after success is for a person',
    {
      status: [2],
      before: 'S',
      letters: ['V'],
      isLate: true,
      reason: "The gateway says 'Void' after it said 'Successful'.",
    },
  ],
  [
    'a letter that nobody knows is kept as it came and told to the office',
    {
      status: [1],
      before: null,
      letters: ['X'],
      to: 2,
      notice: 'arrived',
      reason: "The gateway says 'X', which is not known here.",
    },
  ],
]

test.each(EFFECTS)('%s', (_name, { status: statuses, before, letters, to, isLate, notice, reason }) => {
  for (const status of statuses)
    for (const letter of letters) {
      const decision = decide(payment({ status, outsource_status: before }), outcome(letter))
      expect([status, letter, decision]).toEqual([
        status,
        letter,
        {
          status: to ?? status,
          outsourceStatus: isLate ? before : letter,
          reasons: reason === undefined ? [] : [reason],
          notice: notice ?? null,
          final: [...'SFVRK'].includes(letter),
        },
      ])
    }
})

test('one failure after success is enough to be looked at', () => {
  const paid = payment({ status: 2, outsource_status: 'S' })
  const contradicted = after(paid, decide(paid, outcome('V')))
  for (const letter of ['V', 'F']) expect(decide(contradicted, outcome(letter)).reasons).toEqual([])
})

const reasonsFor = (more: object) => decide(payment(), outcome('S', more)).reasons.length

describe('amounts', () => {
  test('one that differs by a centavo is set aside with both, whether the letter is news or not', () => {
    const reasons = ['The gateway says ₱999.99 where the payment says ₱1,000.00.']
    expect(decide(payment(), outcome('S', { amount: 999.99 }))).toMatchObject({ status: 2, reasons })
    const paid = payment({ status: 2, outsource_status: 'S' })
    expect(decide(paid, outcome('S', { amount: 999.99 }))).toMatchObject({ status: 2, reasons, notice: null })
    expect(
      decide(
        after(payment(), decide(payment(), outcome('S', { amount: 999.99 }))),
        outcome('S', { amount: 999.99 }),
      ).reasons,
    ).toEqual([])
  })

  test.each([
    [15, ' with a fee of ₱15.00'],
    [0, ''],
    [null, ''],
  ])('that differ with a fee of %s: the reason names a fee where there is one', (fee, ofFee) => {
    expect(decide(payment(), outcome('S', { amount: 985, fee })).reasons).toEqual([
      `The gateway says ₱985.00${ofFee} where the payment says ₱1,000.00.`,
    ])
  })

  test('the fee may be in the total, and nothing else may', () => {
    expect(reasonsFor({ amount: 1000 })).toBe(0)
    expect(reasonsFor({ amount: 1015.25, fee: 15.25 })).toBe(0)
    expect(reasonsFor({ amount: 1000, fee: 15 })).toBe(0)
    expect(reasonsFor({ amount: null, fee: 15 })).toBe(0)
    expect(reasonsFor({ amount: 1015.25, fee: 15.24 })).toBe(1)
    expect(reasonsFor({ amount: 985, fee: 15 })).toBe(1)
    expect(reasonsFor({ amount: 985, fee: -15 })).toBe(1)
    expect(reasonsFor({ amount: 0.1 + 0.2 + 999.7 })).toBe(0)
    expect(reasonsFor({ amount: Number.NaN })).toBe(1)
    expect(reasonsFor({ amount: 100_000 })).toBe(1)
  })

  test('another currency is set aside; of a failed payment neither matters', () => {
    expect(decide(payment(), outcome('S', { currency: 'USD', amount: 1000 })).reasons).toEqual([
      'The gateway says USD where the payment says PHP.',
    ])
    expect(decide(payment(), outcome('S', { currency: ' php ' })).reasons).toEqual([])
    expect(decide(payment(), outcome('F', { currency: 'USD', amount: 0 })).reasons).toEqual([])
  })
})

const letters = fc.constantFrom(...LETTERS)
const words = fc.record({
  outsourceStatus: letters,
  amount: fc.constantFrom(null, 1000, 999.99, 1015),
  fee: fc.constantFrom(null, 15),
  currency: fc.constantFrom(null, 'PHP', 'USD'),
})
const states = fc.record({
  status: fc.constantFrom(0, 1, 2, 3, 4, 5),
  outsource_status: fc.option(letters, { nil: null }),
  amount_paid: fc.constant(1000),
  currency: fc.constant('PHP'),
  set_aside: fc.constantFrom(null, "The gateway says 'Refund': the money was taken back."),
})

describe('whatever comes in whatever order', () => {
  test('only created and for-verification payments move, and only to for verification or rejected', () => {
    fc.assert(
      fc.property(states, words, (state, word) => {
        const { status } = decide(state, outcome(word.outsourceStatus, word))
        const allowed: Record<number, number[]> = { 1: [1, 2, 5], 2: [2, 5] }
        expect(allowed[state.status] ?? [state.status]).toContain(status)
      }),
      { numRuns: 2000 },
    )
  })

  test('the same word again does nothing', () => {
    fc.assert(
      fc.property(states, words, (state, word) => {
        const said = outcome(word.outsourceStatus, word)
        const once = after(state, decide(state, said))
        expect(after(once, decide(once, said))).toEqual(once)
      }),
      { numRuns: 2000 },
    )
  })

  test('replaying any messages in any order comes to rest: nothing can be set aside again and again', () => {
    fc.assert(
      fc.property(states, fc.array(words, { maxLength: 12 }), (start, sequence) => {
        let state: PaymentState = start
        const play = () => {
          for (const word of sequence)
            state = after(state, decide(state, outcome(word.outsourceStatus, word)))
        }
        play()
        play()
        const rest = state
        play()
        expect(state).toEqual(rest)
      }),
      { numRuns: 1000 },
    )
  })

  test('success is never lost: once said, a payment is paid, taken back, or was so before', () => {
    fc.assert(
      fc.property(states, fc.array(words), fc.array(words), (start, before, later) => {
        let state: PaymentState = start
        for (const word of [
          ...before,
          { outsourceStatus: 'S', amount: null, fee: null, currency: null },
          ...later,
        ])
          state = after(state, decide(state, outcome(word.outsourceStatus, word)))
        expect(['S', 'R', 'K']).toContain(state.outsource_status)
      }),
    )
  })
})
