import { expect, test } from 'vitest'
import { truncate } from './truncate.ts'

test('a text that fits is unchanged', () => expect(truncate('Pool closed', 11)).toBe('Pool closed'))
test('a longer text ends in an ellipsis, without a space before it', () =>
  expect(truncate('Pool closed', 5)).toBe('Pool…'))
test('surrogate pairs are never split', () => expect(truncate('🏊🏊🏊', 2)).toBe('🏊🏊…'))
