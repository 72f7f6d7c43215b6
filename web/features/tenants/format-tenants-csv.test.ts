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
  const getCell = (label: string) => cells[header.split(',').indexOf(label)]
  expect(getCell('clientCode')).toBe('A-101')
  expect(getCell('name')).toBe("'=cmd()")
  expect(getCell('uoccname')).toBe('"Reyes, Ana"')
  expect(getCell('soaAmount')).toBe('1500.5')
  expect([getCell('receivedSince'), getCell('leftToPay')]).toEqual(['1600', '0'])
  expect([getCell('credit'), getCell('net')]).toEqual(['99.5', '-99.5'])
  expect([getCell('uocctel1'), getCell('unitNumber')]).toEqual(["'09175550101", "'1-2"])
  // The instant is still 13 March in UTC, but already 14 March in Manila.
  expect(getCell('lastActive')).toBe('14/03/2026')
  expect(getCell('createdAt')).toBe('')
})
