import { expect, test } from 'vitest'
import type { TicketEvent } from './answers.ts'
import { describeTicketChange } from './change-words.ts'
import { getModule } from './index.ts'

const event = (over: Partial<TicketEvent>): TicketEvent => ({
  id: 1,
  at: '2026-11-27T01:00:00.000Z',
  actor: { kind: 'pmo', name: 'Liza Villanueva', self: false },
  from: 1,
  to: 1,
  fields: [],
  remark: null,
  ...over,
})
const say = (module: string, over: Partial<TicketEvent>) =>
  describeTicketChange(getModule(module), event(over))

test('a change of a ticket is a sentence with who did it', () => {
  expect(say('gatePass', { to: 2 })).toBe('Liza Villanueva approved it.')
  expect(say('reservation', { to: 2 })).toBe('Liza Villanueva reserved it.')
  expect(say('visitor', { from: 2, to: 3 })).toBe('Liza Villanueva checked it in.')
  expect(say('gatePass', { from: 2, to: 3 })).toBe('Liza Villanueva set it to ongoing.')
  expect(say('gatePass', { from: 2, to: 1 })).toBe('Liza Villanueva sent it back for approval.')
  expect(say('gatePass', { to: 0 })).toBe('Liza Villanueva deleted it.')
  expect(say('gatePass', { assignee: 'Ben Cruz' })).toBe('Liza Villanueva assigned it to Ben Cruz.')
  expect(say('gatePass', { fields: ['verified'] })).toBe('Liza Villanueva verified it.')
  expect(say('gatePass', { fields: ['bearerName'] })).toBe('Liza Villanueva changed it.')
  expect(say('gatePass', { remark: 'Two trips' })).toBe('Liza Villanueva left a remark.')
})

test("the reader's own change says so", () => {
  expect(say('gatePass', { to: 6, actor: { kind: 'pmo', name: 'Ana', self: true } })).toBe('You rejected it.')
})
