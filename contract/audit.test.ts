import { expect, test } from 'vitest'
import { auditNumber } from './audit.ts'

test('the audit log and its export name statuses and records', () => {
  expect(auditNumber('tickets', 'status', 4)).toBe('COMPLETED')
  expect(auditNumber('payments', 'status', 4)).toBe('POSTED')
  expect(auditNumber('payments', 'posted_by_id', 1)).toBe('No. 1')
  expect(auditNumber('settings', 'status', 4)).toBe('4')
})
