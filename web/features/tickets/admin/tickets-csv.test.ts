import { expect, test } from 'vitest'
import { moduleNamed } from '@tahanan/contract/tickets/index.ts'
import { makeTicket } from '../testing.ts'
import { ticketsCsv } from './tickets-csv.ts'

test('the file has the columns of rules 5.26, dates as DD/MM/YYYY and escaped formulas', () => {
  const order = makeTicket('jobOrder', {
    status: 4,
    created_at: '2026-03-12T23:00:00.000Z',
    title: '=1+1',
    description: 'Two\nlines',
    estimatedAmount: 850,
    remarks: '',
    comment: null,
    completedDate: null,
  })
  const [header, ...rows] = ticketsCsv(moduleNamed('jobOrder'), [order]).replace('\uFEFF', '').split('\r\n')
  expect(header).toBe(
    'id,ticketNumber,clientCode,clientName,title,description,estimatedAmount,' +
      'status,remarks,comment,completedDate,createdAt',
  )
  expect(rows[0]).toBe(`7,JO-2026-000007,A-101,"Reyes, Ana",'=1+1,"Two\nlines",850,COMPLETED,,,,13/03/2026`)
})
