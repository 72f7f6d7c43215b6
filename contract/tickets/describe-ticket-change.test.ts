import { expect, test } from 'vitest'
import type { TicketEvent } from './answers.ts'
import { describeTicketChange } from './describe-ticket-change.ts'
import { getModule } from './index.ts'

const createEvent = (overrides: Partial<TicketEvent>): TicketEvent => ({
  id: 1,
  at: '2026-11-27T01:00:00.000Z',
  actor: { kind: 'pmo', name: 'Liza Villanueva', self: false },
  from: 1,
  to: 1,
  fields: [],
  remark: null,
  ...overrides,
})
const describeChange = (module: string, overrides: Partial<TicketEvent>) =>
  describeTicketChange(getModule(module), createEvent(overrides))

test('a change of a ticket is a sentence with who did it', () => {
  expect(describeChange('gatePass', { to: 2 })).toBe('Liza Villanueva approved it.')
  expect(describeChange('reservation', { to: 2 })).toBe('Liza Villanueva reserved it.')
  expect(describeChange('visitor', { from: 2, to: 3 })).toBe('Liza Villanueva checked it in.')
  expect(describeChange('gatePass', { from: 2, to: 3 })).toBe('Liza Villanueva set it to ongoing.')
  expect(describeChange('gatePass', { from: 2, to: 1 })).toBe('Liza Villanueva sent it back for approval.')
  expect(describeChange('gatePass', { to: 0 })).toBe('Liza Villanueva deleted it.')
  expect(describeChange('gatePass', { assignee: 'Ben Cruz' })).toBe(
    'Liza Villanueva assigned it to Ben Cruz.',
  )
  expect(describeChange('gatePass', { fields: ['verified'] })).toBe('Liza Villanueva verified it.')
  expect(describeChange('gatePass', { fields: ['bearerName'] })).toBe('Liza Villanueva changed it.')
  expect(describeChange('gatePass', { remark: 'Two trips' })).toBe('Liza Villanueva left a remark.')
})

test("the reader's own change says so", () => {
  expect(describeChange('gatePass', { to: 6, actor: { kind: 'pmo', name: 'Ana', self: true } })).toBe(
    'You rejected it.',
  )
})
