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

describe('effects of a letter', () => {
  test('a created payment becomes one for verification by success or anything pending, and the office hears of it', () => {
    for (const letter of ['S', 'P', 'U', 'A', 'Q', 'G', 'E'])
      expect(decide(payment(), outcome(letter))).toMatchObject({
        status: 2,
        outsourceStatus: letter,
        reasons: [],
        notice: 'arrived',
        final: letter === 'S',
      })
  })

  test('failed or void rejects it, before and after it was pending', () => {
    for (const letter of ['F', 'V'])
      for (const state of [payment(), payment({ status: 2, outsource_status: 'P' })])
        expect(decide(state, outcome(letter))).toMatchObject({
          status: 5,
          outsourceStatus: letter,
          reasons: [],
          notice: 'rejected',
          final: true,
        })
  })

  test('success after pending is told; success again, pending after success and pending again are nothing', () => {
    const pending = payment({ status: 2, outsource_status: 'P' })
    expect(decide(pending, outcome('S'))).toMatchObject({ status: 2, outsourceStatus: 'S', notice: 'paid' })
    const paid = payment({ status: 2, outsource_status: 'S' })
    for (const [state, letter] of [
      [paid, 'S'],
      [paid, 'P'],
      [paid, 'U'],
      [pending, 'P'],
      [pending, 'U'],
      [payment({ status: 5, outsource_status: 'F' }), 'P'],
      [payment({ status: 5, outsource_status: 'F' }), 'F'],
    ] as const)
      expect([letter, decide(state, outcome(letter))]).toMatchObject([
        letter,
        { status: state.status, outsourceStatus: state.outsource_status, reasons: [], notice: null },
      ])
  })

  test('success after failure, or of what the office rejected or deleted, is set aside and moves nothing', () => {
    const says = "The gateway says 'Successful'"
    for (const [state, reason] of [
      [payment({ status: 5, outsource_status: 'F' }), `${says} after it said 'Failed'.`],
      [payment({ status: 5, outsource_status: 'P' }), `${says} of a payment that the office rejected.`],
      [payment({ status: 5 }), `${says} of a payment that the office rejected.`],
      [payment({ status: 0 }), `${says} of a payment that was deleted.`],
    ] as const)
      expect(decide(state, outcome('S'))).toMatchObject({
        status: state.status,
        outsourceStatus: 'S',
        reasons: [reason],
        notice: null,
      })
  })

  test('money taken back is recorded and set aside at every status', () => {
    for (const status of [0, 1, 2, 3, 4, 5])
      for (const [letter, word] of [
        ['R', 'Refund'],
        ['K', 'Chargeback'],
      ] as const)
        expect(decide(payment({ status, outsource_status: 'S' }), outcome(letter))).toMatchObject({
          status,
          outsourceStatus: letter,
          reasons: [`The gateway says '${word}': the money was taken back.`],
        })
  })

  test('failure of what the office verified or posted, or after success, is for a person', () => {
    expect(decide(payment({ status: 4, outsource_status: 'P' }), outcome('F')).reasons).toEqual([
      "The gateway says 'Failed' of a payment that the office posted.",
    ])
    const paid = payment({ status: 2, outsource_status: 'S' })
    const contradicted = decide(paid, outcome('V'))
    expect(contradicted).toMatchObject({ status: 2, outsourceStatus: 'S' })
    expect(contradicted.reasons).toEqual(["The gateway says 'Void' after it said 'Successful'."])
    expect(decide(after(paid, contradicted), outcome('V')).reasons).toEqual([])
    expect(decide(after(paid, contradicted), outcome('F')).reasons).toEqual([])
  })

  test('a letter that nobody knows is kept as it came and told to the office', () => {
    expect(decide(payment(), outcome('X'))).toMatchObject({
      status: 2,
      outsourceStatus: 'X',
      reasons: ["The gateway says 'X', which is not known here."],
    })
  })
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
