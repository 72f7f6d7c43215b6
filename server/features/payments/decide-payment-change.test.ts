import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createOutcome } from '#features/posting/testing.ts'
import {
  decidePaymentChange,
  getMoneyState,
  type Decision,
  type PaymentState,
} from './decide-payment-change.ts'

const STATUS_CODES = ['S', 'P', 'R', 'F', 'U', 'K', 'V', 'A', 'Q', 'G', 'E', 'X', 'INC'] as const
const createPaymentState = (overrides: Partial<PaymentState> = {}): PaymentState => ({
  status: 1,
  outsource_status: null,
  amount_paid: 1000,
  currency: 'PHP',
  set_aside: null,
  ...overrides,
})
const applyDecision = (state: PaymentState, decision: Decision): PaymentState => ({
  ...state,
  status: decision.status,
  outsource_status: decision.outsourceStatus,
  set_aside: [state.set_aside, ...decision.reasons].filter(Boolean).join('\n') || null,
})

const createDecision = (status: number, statusCode: string): Decision => ({
  status,
  outsourceStatus: statusCode,
  reasons: [],
  notice: null,
  amountDiffers: false,
  final: 'SFVRK'.includes(statusCode),
})

describe('effects of a letter', () => {
  test.each<[string, number, string | null, string, Partial<Decision>]>([
    ['is for verification, and the office hears of it', 1, null, 'SPUAQGE', { status: 2, notice: 'arrived' }],
    ['is rejected', 1, null, 'FV', { status: 5, notice: 'rejected' }],
    ['is rejected after pending too', 2, 'P', 'FV', { status: 5, notice: 'rejected' }],
    ['is told of its success', 2, 'P', 'S', { notice: 'paid' }],
    [
      'that failed is told of its success',
      5,
      'F',
      'S',
      { notice: 'paid', reasons: ["The gateway says 'Paid' after it said 'Failed'."] },
    ],
    ['stays successful', 2, 'S', 'SPU', { outsourceStatus: 'S' }],
    ['stays pending', 2, 'P', 'PU', { outsourceStatus: 'P' }],
    ['stays failed', 5, 'F', 'PF', { outsourceStatus: 'F' }],
  ])(
    'a payment %s: of %i after %s by each of %s',
    (_name, status, previousStatusCode, newStatusCodes, effect) => {
      for (const statusCode of newStatusCodes)
        expect(
          decidePaymentChange(
            createPaymentState({ status, outsource_status: previousStatusCode }),
            createOutcome(statusCode),
          ),
        ).toEqual({
          ...createDecision(status, statusCode),
          ...effect,
        })
    },
  )

  test.each<[number[], string | null, string, string]>([
    [[5], 'P', 'S', "'Paid' of a payment that the office rejected."],
    [[5], null, 'S', "'Paid' of a payment that the office rejected."],
    [[0], null, 'S', "'Paid' of a payment that was deleted."],
    [[0, 1, 2, 3, 4, 5], 'S', 'R', "'Refunded': the money was taken back."],
    [[0, 1, 2, 3, 4, 5], 'S', 'K', "'Refunded': the money was taken back."],
    [[3], 'P', 'F', "'Failed' of a payment that the office verified."],
    [[4], 'P', 'F', "'Failed' of a payment that the office posted."],
  ])(
    'of %j after %s, %s moves nothing and is set aside: %s',
    (statuses, previousStatusCode, statusCode, expectedReason) => {
      for (const status of statuses)
        expect(
          decidePaymentChange(
            createPaymentState({ status, outsource_status: previousStatusCode }),
            createOutcome(statusCode),
          ),
        ).toEqual({
          ...createDecision(status, statusCode),
          reasons: [`The gateway says ${expectedReason}`],
        })
    },
  )

  test('a failure after success is set aside once', () => {
    const paidPayment = createPaymentState({ status: 2, outsource_status: 'S' })
    const contradictoryDecision = decidePaymentChange(paidPayment, createOutcome('V'))
    const reasons = ["The gateway says 'Cancelled' after it said 'Paid'."]
    expect(contradictoryDecision).toMatchObject({ status: 2, outsourceStatus: 'S', reasons })
    for (const statusCode of ['V', 'F'])
      expect(
        decidePaymentChange(applyDecision(paidPayment, contradictoryDecision), createOutcome(statusCode))
          .reasons,
      ).toEqual([])
  })

  test('an unknown letter is stored as received and reported to the office', () => {
    const reasons = ["The gateway says 'X', which is not known here."]
    expect(decidePaymentChange(createPaymentState(), createOutcome('X'))).toMatchObject({
      status: 2,
      outsourceStatus: 'X',
      reasons,
    })
  })
})

const countReasons = (overrides: object) =>
  decidePaymentChange(createPaymentState(), createOutcome('S', overrides)).reasons.length

describe('amounts', () => {
  test('a difference of a centavo is set aside with both amounts, whether the letter is new or not', () => {
    const reasons = ['The gateway says ₱999.99 where the payment says ₱1,000.00.']
    expect(decidePaymentChange(createPaymentState(), createOutcome('S', { amount: 999.99 }))).toMatchObject({
      status: 2,
      reasons,
    })
    const paidPayment = createPaymentState({ status: 2, outsource_status: 'S' })
    expect(decidePaymentChange(paidPayment, createOutcome('S', { amount: 999.99 }))).toMatchObject({
      status: 2,
      reasons,
      notice: null,
    })
    expect(
      decidePaymentChange(
        applyDecision(
          createPaymentState(),
          decidePaymentChange(createPaymentState(), createOutcome('S', { amount: 999.99 })),
        ),
        createOutcome('S', { amount: 999.99 }),
      ).reasons,
    ).toEqual([])
  })

  test('differ although the difference was reported before', () => {
    const waitingPayment = createPaymentState({ outsource_status: 'P', status: 2 })
    const outcome = { amount: 900 }
    const stateAfterFirst = applyDecision(
      waitingPayment,
      decidePaymentChange(waitingPayment, createOutcome('P', outcome)),
    )
    expect(decidePaymentChange(stateAfterFirst, createOutcome('S', outcome))).toMatchObject({
      reasons: [],
      notice: 'paid',
      amountDiffers: true,
    })
  })

  test.each([
    [15, ' with a fee of ₱15.00'],
    [0, ''],
    [null, ''],
  ])('that differ with a fee of %s: the reason names a fee where there is one', (fee, feeText) => {
    expect(
      decidePaymentChange(createPaymentState(), createOutcome('S', { amount: 985, fee })).reasons,
    ).toEqual([`The gateway says ₱985.00${feeText} where the payment says ₱1,000.00.`])
  })

  test('the total may include the fee and nothing else', () => {
    expect(countReasons({ amount: 1000 })).toBe(0)
    expect(countReasons({ amount: 1015.25, fee: 15.25 })).toBe(0)
    expect(countReasons({ amount: 1000, fee: 15 })).toBe(0)
    expect(countReasons({ amount: null, fee: 15 })).toBe(0)
    expect(countReasons({ amount: 1015.25, fee: 15.24 })).toBe(1)
    expect(countReasons({ amount: 985, fee: 15 })).toBe(1)
    expect(countReasons({ amount: 985, fee: -15 })).toBe(1)
    expect(countReasons({ amount: 0.1 + 0.2 + 999.7 })).toBe(0)
    expect(countReasons({ amount: Number.NaN })).toBe(1)
    expect(countReasons({ amount: 100_000 })).toBe(1)
  })

  test('another currency is set aside, and both are ignored for a failed payment', () => {
    expect(
      decidePaymentChange(createPaymentState(), createOutcome('S', { currency: 'USD', amount: 1000 }))
        .reasons,
    ).toEqual(['The gateway says USD where the payment says PHP.'])
    expect(
      decidePaymentChange(createPaymentState(), createOutcome('S', { currency: ' php ' })).reasons,
    ).toEqual([])
    expect(
      decidePaymentChange(createPaymentState(), createOutcome('F', { currency: 'USD', amount: 0 })).reasons,
    ).toEqual([])
  })
})

test.each<[ReturnType<typeof getMoneyState>, (string | null)[]]>([
  ['came', ['S']],
  ['refused', ['F', 'V', 'R', 'K']],
  ['pending', [null, 'P', 'U', 'Q', 'G', 'A', 'E', 'X']],
])('the money %s after each of %j', (state, testedStatusCodes) => {
  for (const statusCode of testedStatusCodes)
    expect([statusCode, getMoneyState(statusCode)]).toEqual([statusCode, state])
})

const statusCodes = fc.constantFrom(...STATUS_CODES)
const outcomeArbitrary = fc.record({
  outsourceStatus: statusCodes,
  amount: fc.constantFrom(null, 1000, 999.99, 1015),
  fee: fc.constantFrom(null, 15),
  currency: fc.constantFrom(null, 'PHP', 'USD'),
})
const paymentStates = fc.record({
  status: fc.constantFrom(0, 1, 2, 3, 4, 5),
  outsource_status: fc.option(statusCodes, { nil: null }),
  amount_paid: fc.constant(1000),
  currency: fc.constant('PHP'),
  set_aside: fc.constantFrom(null, "The gateway says 'Refunded': the money was taken back."),
})

describe('any messages in any order (rules 8.16)', () => {
  test('move only created and for-verification payments, and only to for verification or rejected', () => {
    fc.assert(
      fc.property(paymentStates, outcomeArbitrary, (state, outcomeFields) => {
        const { status } = decidePaymentChange(
          state,
          createOutcome(outcomeFields.outsourceStatus, outcomeFields),
        )
        const allowedStatuses: Record<number, number[]> = { 1: [1, 2, 5], 2: [2, 5] }
        expect(allowedStatuses[state.status] ?? [state.status]).toContain(status)
      }),
      { numRuns: 2000 },
    )
  })

  test('have no effect when repeated', () => {
    fc.assert(
      fc.property(paymentStates, outcomeArbitrary, (state, outcomeFields) => {
        const outcome = createOutcome(outcomeFields.outsourceStatus, outcomeFields)
        const stateAfterFirst = applyDecision(state, decidePaymentChange(state, outcome))
        expect(applyDecision(stateAfterFirst, decidePaymentChange(stateAfterFirst, outcome))).toEqual(
          stateAfterFirst,
        )
      }),
      { numRuns: 2000 },
    )
  })

  test('reach a stable state when replayed in any order, and nothing is set aside again and again', () => {
    fc.assert(
      fc.property(paymentStates, fc.array(outcomeArbitrary, { maxLength: 12 }), (start, sequence) => {
        let state: PaymentState = start
        const applyAllOutcomes = () => {
          for (const outcomeFields of sequence)
            state = applyDecision(
              state,
              decidePaymentChange(state, createOutcome(outcomeFields.outsourceStatus, outcomeFields)),
            )
        }
        applyAllOutcomes()
        applyAllOutcomes()
        const stateAfterFirstRun = state
        applyAllOutcomes()
        expect(state).toEqual(stateAfterFirstRun)
      }),
      { numRuns: 1000 },
    )
  })

  test('never lose a success: the payment is then paid, refunded, or was before', () => {
    fc.assert(
      fc.property(
        paymentStates,
        fc.array(outcomeArbitrary),
        fc.array(outcomeArbitrary),
        (start, earlierOutcomes, laterOutcomes) => {
          let state: PaymentState = start
          for (const outcomeFields of [
            ...earlierOutcomes,
            { outsourceStatus: 'S', amount: null, fee: null, currency: null },
            ...laterOutcomes,
          ])
            state = applyDecision(
              state,
              decidePaymentChange(state, createOutcome(outcomeFields.outsourceStatus, outcomeFields)),
            )
          expect(['S', 'R', 'K']).toContain(state.outsource_status)
        },
      ),
    )
  })
})
