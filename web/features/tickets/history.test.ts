import { expect, test } from 'vitest'
import type { Ticket, TicketEvent } from '@tahanan/contract/tickets/answers.ts'
import { getModule } from '@tahanan/contract/tickets/index.ts'
import { formatHistoryTitle, describeNextStep } from './history.ts'
import { createTestTicket } from './testing.ts'

const module = getModule('gatePass')
const createHistoryEvent = (overrides: Partial<TicketEvent>): TicketEvent => ({
  id: 1,
  at: '2026-03-12T01:00:00.000Z',
  actor: { kind: 'resident', name: 'Ana Reyes', self: false },
  from: 1,
  to: 1,
  fields: [],
  remark: null,
  ...overrides,
})
const ownActor = { kind: 'resident', name: 'Ana Reyes', self: true } as const

test.each([
  ['the resident who sent it', { actor: ownActor, from: null }, 'You sent this gate pass'],
  ['others', { from: null }, 'Sent for approval'],
  [
    'who changed it',
    { actor: ownActor, fields: ['dateOfUse', 'items'] },
    'You changed the date of use and items',
  ],
  ['others', { fields: ['items'] }, 'Items changed'],
  ['all of a new status', { to: 2 }, 'Approved'],
  ['all of an undone approval', { from: 2, to: 1 }, 'Sent back for approval'],
  ['all of a status that is no arrival', { from: 2, to: 3 }, 'Set to ongoing'],
  ['all of a verification', { fields: ['verified'] }, 'Verified'],
  ['the resident who ended the pass', { actor: ownActor, fields: ['pass'] }, 'You ended the pass'],
  ['all of a remark alone', { remark: 'Bring your ID.' }, 'Remark'],
])('the history describes %s: %j is %s', (_, overrides, title) => {
  expect(formatHistoryTitle(module, createHistoryEvent(overrides))).toBe(title)
})

test('an approved visitor who comes in arrives', () => {
  expect(formatHistoryTitle(getModule('visitor'), createHistoryEvent({ from: 2, to: 3 }))).toBe('Arrived')
})

const describeNext = (status: number, pass: Ticket['pass']) =>
  describeNextStep(
    module,
    createTestTicket('gatePass', { status, pass, dateOfUse: '2026-03-14T01:00:00.000Z' }),
  )

test('an approved pass has a next step with its time until it ends; other statuses have none', () => {
  const futureTime = new Date(Date.now() + 60_000).toISOString()
  expect(describeNext(2, { to: futureTime, endedAt: null })).toEqual({
    title: 'Next: show this pass at the gate',
    when: '14 Mar 2026, 9:00 AM',
  })
  expect(describeNext(2, { to: futureTime, endedAt: '2026-03-13T01:00:00.000Z' })).toBeUndefined()
  expect(describeNext(2, { to: '2026-03-14T15:59:59.999Z', endedAt: null })).toBeUndefined()
  for (const status of [1, 3, 4, 5, 6])
    expect(describeNext(status, { to: futureTime, endedAt: null })).toBeUndefined()
})
