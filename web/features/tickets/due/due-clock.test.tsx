import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { createTestTicket } from '../testing.ts'
import { describeDue, DueMark } from './due-clock.tsx'

const renderMark = (level: 'soon' | 'late') =>
  renderToStaticMarkup(<DueMark due={{ level, text: 'Some words' }} />)

test('a late ticket says so in words beside the clock, not by its colour alone (rules 4.31)', () => {
  expect(renderMark('late')).toContain('<span>Some words</span>')
  expect(renderMark('soon')).toContain('<span class="visually-hidden">Some words</span>')
})

const ticket = createTestTicket('jobOrder', { due_at: '2026-03-12T11:00:00.000Z' })
const describeDueAt = (time: string) => describeDue(ticket, Date.parse(`2026-03-${time}Z`))

test('a due time is grey, amber in the last fifth of its time, and red when it has passed', () => {
  expect(describeDueAt('12T08:59:59')?.level).toBe('later')
  expect(describeDueAt('12T09:00:00')?.level).toBe('soon')
  expect(describeDueAt('12T11:00:00')).toEqual({ level: 'soon', text: 'Due 12 Mar 2026, 7:00 PM' })
  expect(describeDueAt('12T11:00:01')).toEqual({ level: 'late', text: 'Late by less than an hour' })
  expect(describeDueAt('12T12:00:00')?.text).toBe('Late by 1 hour')
  expect(describeDueAt('14T12:00:00')?.text).toBe('Late by 2 days')
})

test('tickets without a due time, and those that wait no more, have none', () => {
  const now = Date.parse('2026-04-01T00:00:00Z')
  expect(describeDue({ ...ticket, due_at: null }, now)).toBeUndefined()
  for (const status of [4, 5, 6]) expect(describeDue({ ...ticket, status }, now)).toBeUndefined()
  for (const status of [1, 2, 3]) expect(describeDue({ ...ticket, status }, now)?.level).toBe('late')
  const reservation = createTestTicket('reservation', { due_at: '2026-03-12T11:00:00.000Z' })
  expect([1, 2, 3].map((status) => describeDue({ ...reservation, status }, now)?.level)).toEqual([
    'late',
    undefined,
    undefined,
  ])
})
