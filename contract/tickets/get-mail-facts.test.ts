import { expect, test } from 'vitest'
import { createExampleBody } from './example.ts'
import { getMailFacts } from './get-mail-facts.ts'
import { MODULES, getModule } from './index.ts'

const TIME_ZONE = 'Asia/Manila'
const getFacts = (name: string, details: Record<string, unknown>, amenity: string | null = null) =>
  getMailFacts(getModule(name), { ticketNumber: 'XX-2026-000007', details, amenity }, TIME_ZONE)

test('a job order has its amount and its bill option', () => {
  expect(getFacts('jobOrder', { title: 'Faucet', estimatedAmount: 850, billOption: 'Non-Billable' })).toEqual(
    [
      ['Number', 'XX-2026-000007'],
      ['Title', 'Faucet'],
      ['Bill Option', 'Non-Billable'],
      ['Estimated Amount', '₱850.00'],
    ],
  )
  expect(getFacts('jobOrder', { title: 'Faucet', estimatedAmount: 0 })).toHaveLength(2)
})

test('a reservation has its amenity, and its day once with both times', () => {
  const [startTime, endTime] = ['2026-12-05T06:00:00.000Z', '2026-12-05T10:30:00.000Z']
  expect(
    getFacts('reservation', { startTime, endTime, title: 'Event Booking', estimatedAmount: 2500 }, 'Pool'),
  ).toEqual([
    ['Number', 'XX-2026-000007'],
    ['Amenity', 'Pool'],
    ['When', '5 December 2026, 2:00 PM to 6:30 PM'],
    ['Estimated Amount', '₱2,500.00'],
    ['Title', 'Event Booking'],
  ])
})

test('a visitor has the day and the time, and nothing private', () => {
  const dateOfVisit = '2026-03-13T06:00:00.000Z'
  const details = { ...createExampleBody(getModule('visitor'), new Date(), TIME_ZONE), dateOfVisit }
  expect(getFacts('visitor', details)).toEqual([
    ['Number', 'XX-2026-000007'],
    ['Visitors Name', 'Jun Bautista'],
    ['Date of Visit', '13 March 2026, 2:00 PM'],
  ])
})

test('days without a time are shown as days, a period of several with both', () => {
  const [dateFrom, dateTo] = ['2026-12-04T16:00:00.000Z', '2026-12-06T16:00:00.000Z']
  const getPeriodText = (extraDetails: object) =>
    getFacts('workPermit', { dateFrom, dateTo, ...extraDetails }).find(([name]) => name === 'When')?.[1]
  expect(getPeriodText({})).toMatch(/^5 December 2026.* to 7 December 2026/)
})

test.each(MODULES.map((module) => [module.name, module] as const))(
  'a %s says what it is about',
  (_, module) => {
    const details = createExampleBody(module, new Date(), TIME_ZONE)
    const mailFacts = getMailFacts(module, { ticketNumber: 'XX-1', details, amenity: 'Pool' }, TIME_ZONE)
    expect(mailFacts.length).toBeGreaterThan(1)
    for (const [name, value] of mailFacts) expect(`${name}: ${value}`).not.toMatch(/undefined|null|object|Z$/)
  },
)
