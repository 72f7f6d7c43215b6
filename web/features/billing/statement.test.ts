import { expect, test } from 'vitest'
import type { Billing } from '@tahanan/contract/billing/answers.ts'
import { formatBillingsCsv } from './admin/statements/format-billings-csv.ts'
import { getPdfKey, getPdfName, formatStatementDays, getStatementTitle } from './statement.ts'

test('a statement without a PDF has no key', () => {
  expect([null, ''].map((soaName) => getPdfKey({ soaName }))).toEqual([undefined, undefined])
  expect(getPdfKey({ soaName: 'A-101-x.pdf' })).toBe('soa/pdf/A-101-x.pdf')
})

test.each([
  ['A-101-x.pdf', 'C:\\soa\\March.PDF', 'March.PDF'],
  ['A-101-x.pdf', '/soa/March', 'March.pdf'],
  ['A-101-x.pdf', 'soa/', 'A-101-x.pdf'],
  ['A-101-x', null, 'A-101-x.pdf'],
  [null, null, 'Statement of account.pdf'],
])('the PDF %j of %j is saved as %s, never with a folder', (soaName, attachment, name) => {
  expect(getPdfName({ soaName, attachment })).toBe(name)
})

test('a statement names its day and due day, and has a title', () => {
  const soaDate = '2026-03-01T00:00:00.000Z'
  expect(formatStatementDays({ soaDate, dueDate: null })).toBe('1 Mar 2026')
  expect(formatStatementDays({ soaDate, dueDate: '2026-03-20T00:00:00.000Z' })).toBe(
    '1 Mar 2026, due 20 Mar 2026',
  )
  expect(['  ', ' Dues of March '].map((title) => getStatementTitle({ title }))).toEqual([
    'Statement of account',
    'Dues of March',
  ])
})

test('billings in CSV split a balance into what is left to pay and credit, in local days', () => {
  const billing = {
    clientCode: 'A-101',
    uoccname: 'Reyes, Ana',
    unitNumber: '101',
    soaAmount: 1000,
    receivedSince: 1250,
    leftToPay: -250,
    dueDate: null,
    soaDate: '2026-02-28T16:00:00.000Z',
    soaName: null,
    attachment: null,
  } as Billing
  const unpaidBilling = {
    ...billing,
    leftToPay: 750,
    receivedSince: 250,
    dueDate: '2026-03-20T00:00:00.000Z',
    soaName: 'x.pdf',
    attachment: 'March.pdf',
  }
  expect(formatBillingsCsv([billing, unpaidBilling]).slice(1).trimEnd().split('\r\n')).toEqual([
    'clientCode,uoccname,unitNumber,soaAmount,receivedSince,leftToPay,credit,net,dueDate,soaDate,attachment',
    'A-101,"Reyes, Ana",101,1000,1250,0,250,-250,,01/03/2026,',
    'A-101,"Reyes, Ana",101,1000,250,750,0,750,20/03/2026,01/03/2026,March.pdf',
  ])
})
