import { expect, test } from 'vitest'
import type { TicketEvent } from '@tahanan/contract/tickets/answers.ts'
import { getModule } from '@tahanan/contract/tickets/index.ts'
import { describeDecision, describeLastChange } from './last-change.ts'

const module = getModule('gatePass')
const otherActor = { kind: 'pmo', name: 'Liza Villanueva', self: false } as const
const ownActor = { ...otherActor, name: 'Ana Cruz', self: true } as const
const createEvent = (id: number, overrides: Partial<TicketEvent>): TicketEvent => ({
  id,
  at: '2026-03-12T01:00:00.000Z',
  actor: otherActor,
  from: 1,
  to: 1,
  fields: ['items'],
  remark: null,
  ...overrides,
})
const filedEvent = createEvent(1, { from: null })
const newerVersion = { baseRecord: { history: [filedEvent] }, updatedKeys: [] }
const approvalEvent = createEvent(2, { to: 2, fields: [] })

test('a form says who changed its ticket meanwhile, how and when', () => {
  expect(describeLastChange(module, newerVersion, { history: [approvalEvent, filedEvent] })).toBe(
    'Liza Villanueva: Approved, 12 Mar 2026, 9:00 AM.',
  )
  expect(describeLastChange(module, undefined, { history: [approvalEvent, filedEvent] })).toBeUndefined()
  expect(describeLastChange(module, newerVersion, { history: [filedEvent] })).toBeUndefined()
  expect(describeLastChange(module, newerVersion, {})).toBeUndefined()
})

test('a change of somebody else is named before one of the reader, whichever is newer', () => {
  const ownChange = createEvent(3, { actor: ownActor })
  expect(
    describeLastChange(module, newerVersion, { history: [ownChange, approvalEvent, filedEvent] }),
  ).toContain('Liza Villanueva')
  expect(describeLastChange(module, newerVersion, { history: [ownChange, filedEvent] })).toBe(
    'You changed the items, 12 Mar 2026, 9:00 AM.',
  )
})

test('only a decision of somebody else counts as decided meanwhile', () => {
  expect(describeDecision(module, newerVersion, { history: [approvalEvent, filedEvent] })).toBe(
    'Liza Villanueva approved it.',
  )
  const ownApproval = createEvent(3, { actor: ownActor, to: 2 })
  const editEvent = createEvent(4, {})
  expect(
    describeDecision(module, newerVersion, { history: [editEvent, ownApproval, filedEvent] }),
  ).toBeUndefined()
  expect(describeDecision(module, undefined, { history: [approvalEvent, filedEvent] })).toBeUndefined()
})
