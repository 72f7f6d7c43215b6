import { expect, test } from 'vitest'
import { formatUnit } from './record-values.ts'

test('a tenant without a unit number, such as an imported one, is named by the client code', () => {
  expect(formatUnit({ unitNumber: '', clientCode: 'A-101' })).toBe('Unit A-101')
  expect(formatUnit({ unitNumber: '1204', clientCode: 'A-101' })).toBe('Unit 1204')
})
