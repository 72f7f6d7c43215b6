import { expect, test } from 'vitest'
import { findPhone, formatPhone, PHONE_NUMBER_PATTERN } from './phone.ts'

test.each([
  ['09175550101', '09175550101'],
  ['0917-555-0101', '09175550101'],
  [' 0917 555 0101 ', '09175550101'],
  ['(0917) 555.0101', '09175550101'],
  ['0917‑555–0101', '09175550101'],
  ['\u202A+63\u00A0917\u00A0555\u00A00101\u202C', '09175550101'],
  ['+63 917 555 0101', '09175550101'],
  ['+63 (0) 917 555 0101', '09175550101'],
  ['639175550101', '09175550101'],
  ['0063 917 555 0101', '09175550101'],
  ['9175550101', '09175550101'],
])('a Philippine mobile number, %j, is %s', (typedNumber, storedNumber) => {
  expect(formatPhone(typedNumber)).toBe(storedNumber)
  expect(formatPhone(storedNumber)).toBe(storedNumber)
})

test.each([
  ['', ''],
  [' 8555-0101 ', '8555-0101'],
  ['+63 2 8555 0101', '+63 2 8555 0101'],
  ['02 8555 0101 local 12', '02 8555 0101 local 12'],
  ['0917 555 0101 / 0918 555 0102', '0917 555 0101 / 0918 555 0102'],
  ['+1 (415) 555-2671', '+1 (415) 555-2671'],
  ['0917555010', '0917555010'],
  ['091755501012', '091755501012'],
  // Other numbers of eleven digits are not changed, because stored numbers of visitors may have this form.
  ['63285550101', '63285550101'],
  ['99175550101', '99175550101'],
  ['N/A', 'N/A'],
])('any other text, %j, stays', (typedText, storedText) => {
  expect(formatPhone(typedText)).toBe(storedText)
})

test.each([
  ['8555-0101', true],
  ['+1 (415) 555-2671', true],
  ['02 8555 0101 local 12', true],
  ['ask the guard', false],
  ['555 01', false],
])('%j is a phone number: %s', (typedText, isPhoneNumber) => {
  expect(new RegExp(PHONE_NUMBER_PATTERN.source).test(typedText)).toBe(isPhoneNumber)
})

test.each([
  ['0917 555 0101', '9175550101', ''],
  ['+63 (0)917 555-0101', '9175550101', ''],
  ['Ana +63917.555.0101', '9175550101', 'ana'],
  ['0063 2 8123 4567', '281234567', ''],
  ['(02) 8123–4567 Reyes', '281234567', 'reyes'],
  ['8123 4567', '81234567', ''],
  ['６３９１７５５５０１０１', '9175550101', ''],
])('the search term %s has the number %s', (term, digits, otherWords) => {
  const phoneSearch = findPhone(term)
  expect([phoneSearch.digits, phoneSearch.otherWords?.trim()]).toEqual([digits, otherWords])
})

test.each(['A-101', 'GP-2026-000123', '555 010', 'a0917555010', '0000123', '0000000', 'Ana', ''])(
  '%j has no phone number',
  (term) => {
    expect(findPhone(term)).toEqual({})
  },
)
