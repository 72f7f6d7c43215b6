import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { createTestTicket } from '../../testing.ts'
import { SelectedTickets } from './selected-tickets.tsx'

const tickets = Array.from({ length: 60 }, (_, index) =>
  createTestTicket('gatePass', { id: index + 1, ticketNumber: `GP-2026-${index + 1}` }),
)
const renderTickets = (shownCount: number, total: number) =>
  renderToStaticMarkup(<SelectedTickets tickets={tickets.slice(0, shownCount)} total={total} />)

test('a question names fifty tickets, and counts all others, also those that were never on the screen', () => {
  const markup = renderTickets(60, 1240)
  expect(markup.match(/<li>/g)).toHaveLength(50)
  expect(markup).toContain('GP-2026-50')
  expect(markup).toContain('<p>and 1,190 more</p>')
  expect(renderTickets(2, 3)).toContain('<p>and 1 more</p>')
  expect(renderTickets(2, 2)).not.toContain('more')
})
