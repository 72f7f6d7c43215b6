import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseForm } from '../forms/validate.ts'
import { STATUSES } from '../statuses.ts'
import { depositForm, PAYMENT_STATUSES } from './payment.ts'
import { mayHaveShiftedRows } from './statement-import.ts'
import { isUnusualWithholding } from './withholding.ts'

const parseAmountPaid = (amountPaid: unknown) => {
  const now = new Date('2026-03-14T04:00:00Z')
  const context = { writer: 'resident', action: 'create', timeZone: 'Asia/Manila', now } as const
  const { errors, values } = parseForm(depositForm, { amountPaid }, context)
  return errors.amountPaid ?? values.amountPaid
}

const tinyAmounts = fc.oneof(
  fc.double({ min: Number.MIN_VALUE, max: 0.004_999, noNaN: true }),
  fc.integer({ min: 1, max: 49_999_999 }).map((n) => `0.${String(n).padStart(10, '0')}`),
  fc.double({ min: -0.004_999, max: -Number.MIN_VALUE, noNaN: true }),
  fc.constantFrom(0, -0, '0', '0.00', '-0.0000000001', 1e-10),
)

describe('an amount of money', () => {
  test('that rounds to ₱0.00 is refused', () => {
    fc.assert(
      fc.property(
        tinyAmounts,
        (amount) => void expect(parseAmountPaid(amount)).toEqual([expect.any(String)]),
      ),
    )
  })

  test.each([
    [0, 'This must be above 0.'],
    [-5, 'This cannot be below 0.'],
    [10.001, 'At most two decimals.'],
    [0.015, 'At most two decimals.'],
    ['10.999', 'At most two decimals.'],
    [undefined, 'Please input your Paid Amount!'],
  ])('%s is refused: %s', (amount, message) => expect(parseAmountPaid(amount)).toEqual([message]))

  test.each([-1, 1e12, 'much', [5], {}, true, '1e3', Number.NaN])('%j is refused', (amount) =>
    expect(parseAmountPaid(amount)).toEqual([expect.any(String)]),
  )

  test.each([
    [0.01, 0.01],
    ['1234.50', 1234.5],
    [0.1 + 0.2, 0.3],
  ])('%s is read as %d', (amount, value) => expect(parseAmountPaid(amount)).toBe(value))
})

test('tax above 15 % of what is settled is unusual', () => {
  expect([isUnusualWithholding(85, 15), isUnusualWithholding(84.99, 15.01)]).toEqual([false, true])
})

test.each([
  [{ rows: 2, of: 2 }, false],
  [{ rows: 3, of: 9 }, true],
  [{ rows: 3, of: 10 }, false],
])('of an import, %j amounts far from the expected may be shifted rows: %s', (amounts, isExpected) => {
  expect(mayHaveShiftedRows(amounts)).toBe(isExpected)
})

test('the words of a status are words, without underscores (rules 8.23)', () => {
  const statusTexts = [...PAYMENT_STATUSES, ...STATUSES].flatMap((info) =>
    Object.entries(info).flatMap(([key, value]) => (/label$/i.test(key) ? [value] : [])),
  )
  expect(statusTexts.filter((statusText) => !/^[A-Z]+( [A-Z]+)*$/.test(String(statusText)))).toEqual([])
})
