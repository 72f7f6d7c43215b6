import { expect, test } from 'vitest'
import { createCodeChecker } from './create-code-checker.ts'

const SAMPLE_CODES = [
  '0012',
  '1E10',
  '1-2',
  'A-101',
  '123456789012',
  '4-1990',
  '3-5-7',
  'MAR-1',
  '001.10',
  '11-2B',
]
const tenants = [...SAMPLE_CODES, '12345678901234567'].map((code) => ({ code, name: `Owner of ${code}` }))
const checkCode = createCodeChecker(tenants)

test.each([
  ['12', '0012'],
  ['012', '0012'],
  ['12.00', '0012'],
  ["'0012", '0012'],
  ['0012\u200b', '0012'],
  ['\u202d0012\u202c', '0012'],
  ['００12', '0012'],
  ['1.00E+10', '1E10'],
  ['10000000000', '1E10'],
  ['1E+10', '1E10'],
  ['1.23E+11', '123456789012'],
  ['1.23457E+11', '123456789012'],
  ['12345678901234500', '12345678901234567'],
  ['1.1', '001.10'],
  ['2-Jan', '1-2'],
  ['1-Feb', '1-2'],
  ['2-Jan-26', '1-2'],
  ['1/2/2026', '1-2'],
  ['2026-01-02', '1-2'],
  ['2026-02-01 00:00:00', '1-2'],
  ['1–2', '1-2'],
  ['1‑2', '1-2'],
  ['01-02', '1-2'],
  ['Apr-90', '4-1990'],
  ['3/5/2007', '3-5-7'],
  ['1-Mar', 'MAR-1'],
  ['a 101', 'A-101'],
  ['A–101', 'A-101'],
  ['A\u00ad101', 'A-101'],
  ['A-0101', 'A-101'],
])('%s resembles %s', (code, resembledCode) => {
  expect(checkCode({ code, name: 'X' })).toMatchObject({
    resembled: resembledCode,
    reason: expect.stringContaining(`It resembles ${resembledCode}, Owner of ${resembledCode}.`),
  })
})

test.each([
  ['5.00E+12', '', 'A spreadsheet may have changed this code.'],
  ['9-Dec', '', 'A spreadsheet may have changed this code.'],
  ['Dec-31', '', 'A spreadsheet may have changed this code.'],
  ['7/31/2026', '', 'A spreadsheet may have changed this code.'],
  ['B\u200b1', '', 'The code has characters that cannot be seen.'],
  ['TOTAL', '3 tenants', 'This may be a total, not a tenant.'],
  ['Sub-Total Tower A', '', 'This may be a total, not a tenant.'],
  ['3', 'GRAND TOTAL', 'This may be a total, not a tenant.'],
])('%s of %s resembles no tenant and is doubtful', (code, name, reason) =>
  expect(checkCode({ code, name })).toEqual({ reason }),
)

test.each([
  '13',
  'B-101',
  '11-21',
  '2-11',
  '2-1',
  '1-20',
  'A-1011',
  'DEC-25',
  'TOTALGAZ-1',
  '12A',
  '1E11',
  '1.20',
])('%s is a new code like any other', (code) =>
  expect(checkCode({ code, name: 'Totalitarian Inc.' })).toBeNull(),
)
