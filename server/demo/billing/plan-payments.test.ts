import { expect, test } from 'vitest'
import { PAYMENT_STATUS } from '@tahanan/contract/billing/payment.ts'
import { toWallClock } from '@tahanan/contract/time.ts'
import { DEMO_ADMINISTRATORS, DEMO_RESIDENTS } from '../people.ts'
import { MONTH_COUNT, getStatementMonths } from './months.ts'
import { planPayments } from './plan-payments.ts'

const timeZone = 'Asia/Manila'

const TEST_TIMES = [
  ...Array.from({ length: 24 }, (_, hour) => `2026-06-17T${String(hour).padStart(2, '0')}:30:00Z`),
  '2026-03-06T16:00:01Z',
  '2026-03-31T15:59:59Z',
  '2026-01-01T00:00:00Z',
  '2026-01-05T16:30:00Z',
  '2028-02-29T04:00:00Z',
]

function planPaymentsAt(isoTime: string) {
  const clock = { now: new Date(isoTime), timeZone }
  const residents = DEMO_RESIDENTS.map((person, id) => ({ ...person, id }))
  const administrators = DEMO_ADMINISTRATORS.map((person, id) => ({ ...person, id }))
  const months = getStatementMonths(clock)
  const payments = planPayments({ administrators, residents, clock }, months, [])
  return { clock, months, payments: payments.filter(({ row }) => row.amount_paid > 0) }
}

test.each(TEST_TIMES)('at %s there are six consecutive months, the last six days old', (isoTime) => {
  const { clock, months } = planPaymentsAt(isoTime)
  expect(new Set(months.map(({ name }) => name)).size).toBe(MONTH_COUNT)
  for (const [index, month] of months.entries()) {
    const { hour, minute } = toWallClock(month.soaDate, timeZone)
    expect([hour, minute]).toEqual([0, 0])
    expect(month.importedAt < clock.now && month.importedAt > month.soaDate).toBe(true)
    const nextMonth = months[index + 1]
    if (!nextMonth) continue
    const [a, b] = [toWallClock(month.soaDate, timeZone), toWallClock(nextMonth.soaDate, timeZone)]
    expect(b.year * 12 + b.month - (a.year * 12 + a.month)).toBe(1)
  }
  const importAge = clock.now.getTime() - (months.at(-1)?.importedAt.getTime() ?? 0)
  expect(importAge / 86_400_000).toBeGreaterThan(5)
  expect(importAge / 86_400_000).toBeLessThan(7)
})

test.each(TEST_TIMES)('at %s every type of payment has every status, and all times are past', (isoTime) => {
  const { clock, months, payments } = planPaymentsAt(isoTime)
  const typesAndStatuses = new Set(payments.map(({ row }) => `${row.type} ${row.status}`))
  for (const paymentType of [2, 3])
    for (const status of [1, 2, 3, 4, 5]) expect(typesAndStatuses).toContain(`${paymentType} ${status}`)
  for (const status of [2, 3, 4, 5]) expect(typesAndStatuses).toContain(`1 ${status}`)
  expect(
    payments.some(({ row }) => row.set_aside !== null && row.status === PAYMENT_STATUS.forVerification),
  ).toBe(true)
  expect(payments.some(({ row }) => row.outsource_status === 'P')).toBe(true)
  expect(payments.some(({ row }) => row.outsource_status === 'R' && row.status === 4)).toBe(true)

  for (const payment of payments) {
    const eventTimes = payment.events.map(({ at }) => at.getTime())
    expect(eventTimes).toEqual(eventTimes.toSorted((a, b) => a - b))
    expect(Math.max(...eventTimes)).toBeLessThan(clock.now.getTime())
    expect(payment.row.created_at >= (months[payment.month]?.importedAt ?? clock.now)).toBe(true)
    expect(payment.row.transaction_date <= payment.row.created_at).toBe(true)
    expect(payment.row.amount_paid).toBeGreaterThan(0)
    expect(payment.events.at(-1)?.to_status).toBe(payment.row.status)
    expect(payment.slip !== null).toBe(payment.row.type === 1)
  }
})

const getAmounts = (unit: string) =>
  DEMO_RESIDENTS.find((resident) => resident.unit === unit)?.statementAmounts ?? []

test('A-101 paid all earlier statements, B-202 only parts, and payments are in order', () => {
  const { payments, months } = planPaymentsAt('2026-06-17T03:00:00Z')
  const sumPaid = (unit: string, month: number) =>
    payments
      .filter(({ resident, ...payment }) => resident.unit === unit && payment.month === month)
      .reduce((sum, { row }) => sum + (row.status === 4 ? row.amount_paid : 0), 0)
  for (let monthIndex = 0; monthIndex < MONTH_COUNT - 1; monthIndex++)
    expect(sumPaid('A-101', monthIndex)).toBe(getAmounts('A-101')[monthIndex])
  expect(sumPaid('A-101', MONTH_COUNT - 1)).toBe(0)
  const statementAmounts = getAmounts('B-202')
  expect(statementAmounts.at(-1)).toBe(38_000)
  expect(statementAmounts).toEqual(statementAmounts.toSorted((a, b) => a - b))
  for (let monthIndex = 0; monthIndex < MONTH_COUNT; monthIndex++)
    expect(sumPaid('B-202', monthIndex)).toBeLessThan(statementAmounts[monthIndex] ?? 0)
  const creationTimes = payments.map(({ row }) => row.created_at.getTime())
  expect(creationTimes).toEqual(creationTimes.toSorted((a, b) => a - b))
  expect(months).toHaveLength(MONTH_COUNT)
})

test('the same time gives the same plan', () => {
  const [a, b] = [planPaymentsAt('2026-06-17T03:00:00Z'), planPaymentsAt('2026-06-17T03:00:00Z')]
  expect(a.payments).toEqual(b.payments)
})
