import { expect, test } from 'vitest'
import { MODULES } from '@tahanan/contract/tickets/index.ts'
import { ticketFormTitle } from './ticket.ts'

test('titles of the office’s forms are those of the specification', () => {
  expect(MODULES.map((module) => ticketFormTitle('EDIT', module))).toEqual(
    expect.arrayContaining([
      'EDIT PERMIT',
      'EDIT LEASING ASSISTANCE',
      'EDIT COMMENDATION AND TESTIMONIAL',
      'EDIT VISITOR',
      'EDIT GATE PASS',
    ]),
  )
})
