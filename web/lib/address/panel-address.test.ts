import { expect, test } from 'vitest'
import { parseIdParameter } from './panel-address.ts'

test.each([
  ['7', 7],
  ['999999999', 999_999_999],
  ['abc', undefined],
  ['0', undefined],
  ['-1', undefined],
  ['1.5', undefined],
  ['1e3', undefined],
  ['0x10', undefined],
  [' 7', undefined],
  ['', undefined],
  ['9'.repeat(30), undefined],
])('the parameter %j means the id %s', (idParameter, id) => {
  expect(parseIdParameter(new URLSearchParams({ id: idParameter }), 'id')).toBe(id)
})
