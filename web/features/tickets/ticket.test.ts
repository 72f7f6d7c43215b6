import { expect, test } from 'vitest'
import { MODULES } from '@tahanan/contract/tickets/index.ts'
import { getTicketFormTitle } from './ticket.ts'

test('titles of the office’s forms are those of the specification', () => {
  expect(MODULES.map((module) => getTicketFormTitle('EDIT', module))).toEqual(
    expect.arrayContaining([
      'EDIT PERMIT',
      'EDIT LEASING ASSISTANCE',
      'EDIT COMMENDATION AND TESTIMONIAL',
      'EDIT VISITOR',
      'EDIT GATE PASS',
    ]),
  )
})
