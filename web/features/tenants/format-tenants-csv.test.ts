import { expect, test } from 'vitest'
import { formatTenantsCsv } from './format-tenants-csv.ts'

test('the file of tenants has days in community time, and escaped formulas', () => {
  const text = formatTenantsCsv([
    {
      id: 7,
      clientCode: 'A-101',
      name: '=cmd()',
      uoccname: 'Reyes, Ana',
      soaAmount: 1500.5,
      receivedSince: 1600,
      leftToPay: -99.5,
      uocctel1: '09175550101',
      unitNumber: '1-2',
      lastSeen: '2026-03-13T20:00:00.000Z',
      created_at: null,
    },
  ])
  const [header = '', row = ''] = text.replace('\uFEFF', '').split('\r\n')
  const cells = row.split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/)
  const of = (label: string) => cells[header.split(',').indexOf(label)]
  expect(of('clientCode')).toBe('A-101')
  expect(of('name')).toBe("'=cmd()")
  expect(of('uoccname')).toBe('"Reyes, Ana"')
  expect(of('soaAmount')).toBe('1500.5')
  expect([of('receivedSince'), of('leftToPay')]).toEqual(['1600', '0'])
  expect([of('credit'), of('net')]).toEqual(['99.5', '-99.5'])
  expect([of('uocctel1'), of('unitNumber')]).toEqual(["'09175550101", "'1-2"])
  // In Manila it is already the next day.
  expect(of('lastActive')).toBe('14/03/2026')
  expect(of('createdAt')).toBe('')
})
