import type { Ticket, TicketEvent } from '@tahanan/contract/tickets/answers.ts'
import { moduleNamed } from '@tahanan/contract/tickets/index.ts'
import { expect, test } from 'vitest'
import { historyTitle, nextStep } from './history.tsx'

const module = moduleNamed('gatePass')
const entry = (over: Partial<TicketEvent>): TicketEvent => ({
  id: 1,
  at: '2026-03-12T01:00:00.000Z',
  actor: { kind: 'resident', name: 'Ana Reyes', self: false },
  from: 1,
  to: 1,
  fields: [],
  remark: null,
  ...over,
})
const me = { kind: 'resident', name: 'Ana Reyes', self: true } as const

test('a resident is told what they did as "you"', () => {
  expect(historyTitle(module, entry({ actor: me, from: null }))).toBe('You sent this gate pass')
  expect(historyTitle(module, entry({ actor: me, fields: ['dateOfUse', 'items'] }))).toBe(
    'You changed the date of use and items',
  )
})

test('a visitor who comes in arrives', () => {
  expect(historyTitle(moduleNamed('visitor'), entry({ from: 2, to: 3 }))).toBe('Arrived')
  expect(historyTitle(module, entry({ from: 2, to: 3 }))).toBe('Set to ongoing')
})

test('others see the same without it', () => {
  expect(historyTitle(module, entry({ from: null }))).toBe('Sent for approval')
  expect(historyTitle(module, entry({ fields: ['items'] }))).toBe('Items changed')
})

test('a change of status is told by the status, a verification as such', () => {
  expect(historyTitle(module, entry({ to: 2 }))).toBe('Approved')
  expect(historyTitle(module, entry({ to: 3 }))).toBe('Set to ongoing')
  expect(historyTitle(module, entry({ fields: ['verified'] }))).toBe('Verified')
})

test('a remark alone is a remark', () => {
  expect(historyTitle(module, entry({ remark: 'Bring your ID.' }))).toBe('Remark')
})

const pass = (status: number): Ticket => ({
  id: 1,
  ticketNumber: 'GP-2026-000001',
  origin: 'gatePass',
  tenantId: 1,
  tenant: { id: 1, clientCode: 'A-101', uoccname: 'Ana Reyes', unitNumber: 'A-101' },
  status,
  created_at: '2026-03-12T01:00:00.000Z',
  updated_at: '2026-03-12T01:00:00.000Z',
  can: [],
  dateOfUse: '2026-03-14T01:00:00.000Z',
})

test('an approved pass says what comes next, and when; before and after there is nothing to do', () => {
  expect(nextStep(module, pass(2))).toEqual({
    title: 'Next: show this pass at the gate',
    when: '14 Mar 2026, 9:00 AM',
  })
  for (const status of [1, 3, 4, 5, 6]) expect(nextStep(module, pass(status))).toBeUndefined()
})
