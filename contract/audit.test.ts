import { expect, test } from 'vitest'
import { formatAuditNumber } from './audit.ts'

test('the audit log and its export name statuses and records', () => {
  expect(formatAuditNumber('tickets', 'status', 4)).toBe('COMPLETED')
  expect(formatAuditNumber('payments', 'status', 4)).toBe('POSTED')
  expect(formatAuditNumber('payments', 'posted_by_id', 1)).toBe('No. 1')
  expect(formatAuditNumber('settings', 'status', 4)).toBe('4')
})
