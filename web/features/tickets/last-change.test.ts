import { expect, test } from 'vitest'
import type { TicketEvent } from '@tahanan/contract/tickets/answers.ts'
import { getModule } from '@tahanan/contract/tickets/index.ts'
import { describeDecision, describeLastChange } from './last-change.ts'

const module = getModule('gatePass')
const liza = { kind: 'pmo', name: 'Liza Villanueva', self: false } as const
const me = { ...liza, name: 'Ana Cruz', self: true } as const
const event = (id: number, more: Partial<TicketEvent>): TicketEvent => ({
  id,
  at: '2026-03-12T01:00:00.000Z',
  actor: liza,
  from: 1,
  to: 1,
  fields: ['items'],
  remark: null,
  ...more,
})
const filed = event(1, { from: null })
/** Newer version, compared with a form that was opened when the ticket had only been filed. */
const newer = { since: { history: [filed] }, taken: [] }
const approved = event(2, { to: 2, fields: [] })

test('a form says who changed its ticket meanwhile, how and when', () => {
  expect(describeLastChange(module, newer, { history: [approved, filed] })).toBe(
    'Liza Villanueva: Approved, 12 Mar 2026, 9:00 AM.',
  )
  expect(describeLastChange(module, undefined, { history: [approved, filed] })).toBeUndefined()
  expect(describeLastChange(module, newer, { history: [filed] })).toBeUndefined()
  expect(describeLastChange(module, newer, {})).toBeUndefined()
})

test('a change of somebody else is named before one of the reader, whichever is newer', () => {
  const mine = event(3, { actor: me })
  expect(describeLastChange(module, newer, { history: [mine, approved, filed] })).toContain('Liza Villanueva')
  expect(describeLastChange(module, newer, { history: [mine, filed] })).toBe(
    'You changed the items, 12 Mar 2026, 9:00 AM.',
  )
})

test('only a decision of somebody else counts as decided meanwhile', () => {
  expect(describeDecision(module, newer, { history: [approved, filed] })).toBe('Liza Villanueva approved it.')
  const mine = event(3, { actor: me, to: 2 })
  const edited = event(4, {})
  expect(describeDecision(module, newer, { history: [edited, mine, filed] })).toBeUndefined()
  expect(describeDecision(module, undefined, { history: [approved, filed] })).toBeUndefined()
})
