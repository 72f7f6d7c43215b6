import { expect, test } from 'vitest'
import { cut } from './truncate.ts'

test('a text that fits stays as it is', () => expect(cut('Pool closed', 11)).toBe('Pool closed'))
test('a longer one ends in an ellipsis, without a blank before it', () =>
  expect(cut('Pool closed', 5)).toBe('Pool…'))
test('letters of two halves are never cut apart', () => expect(cut('🏊🏊🏊', 2)).toBe('🏊🏊…'))
