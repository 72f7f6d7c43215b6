import { expect, test } from 'vitest'
import type { AuditEntry } from '@tahanan/contract/audit/answers.ts'
import { createRoles } from '@tahanan/contract/permissions.ts'
import { listChangedFields, summarizeAuditEntry, listFieldChanges } from './summarize-audit-entry.ts'

const createAuditEntry = (changes: Partial<AuditEntry>): AuditEntry => ({
  id: 1,
  at: '2026-03-14T01:00:00.000Z',
  actor: { area: 'admin', id: 1, name: 'Liza' },
  action: 'change',
  subject: 'tickets',
  subjectId: '7',
  subjectName: 'GP-2026-000007',
  before: null,
  after: null,
  detail: null,
  address: null,
  ...changes,
})

test('a status and a time are readable', () => {
  const changedEntry = createAuditEntry({
    before: { status: 1, approval_date: null, updated_at: 'x' },
    after: { status: 2, approval_date: '2026-03-14T01:00:00.000Z', updated_at: 'y' },
  })
  expect(listFieldChanges(changedEntry)).toEqual([
    { label: 'Status', before: 'FOR APPROVAL', after: 'APPROVED' },
    { label: 'Approval date', before: '', after: '14 Mar 2026, 9:00 AM' },
  ])
  expect(listChangedFields(changedEntry)).toBe('Status, Approval date')
})

test.each([
  ['payfile_batches', { number: 3, rows: 1234, amount: 34_500.5 }, 'Batch 3: 1,234 rows, ₱34,500.50 in all'],
  ['payfile_batches', { number: 4, rows: 1, amount: -500 }, 'Batch 4: 1 row, -₱500.00 in all'],
  ['payfile_copies', { rows: 2, amount: 900 }, '2 rows, ₱900.00 in all'],
  [
    'reminder_batches',
    { kind: 'after', days: 7, text: 'Please pay.', reminders: 12, amount: 8000 },
    '12 reminders, ₱8,000.00 in all',
  ],
  [
    'bank_imports',
    { name: 'bdo.csv', lines: 20, known: 3, debits: 2 },
    '20 lines: 3 known before, 2 of money out',
  ],
] as const)('an added %s says how many and how much (rules 12.21)', (subject, after, summary) => {
  expect(summarizeAuditEntry(createAuditEntry({ action: 'add', subject, after }))).toBe(summary)
})

test('an import of statements says how many and how much; other entries their detail or fields', () => {
  const importSummary = {
    total: 51,
    created: 1,
    updated: 50,
    unchanged: 0,
    refused: 0,
    skipped: 0,
    amount: 125_000,
  }
  const importEntry = createAuditEntry({
    action: 'import',
    subject: 'statement_imports',
    after: importSummary,
  })
  expect(summarizeAuditEntry(importEntry)).toBe('51 tenants: 1 created, 50 updated, ₱125,000.00 in all')
  expect(summarizeAuditEntry({ ...importEntry, detail: 'Done.' })).toBe('Done.')
  expect(summarizeAuditEntry(createAuditEntry({ before: { title: 'A' }, after: { title: 'B' } }))).toBe(
    'Title',
  )
  const earlierEntry = createAuditEntry({
    action: 'add',
    subject: 'reminder_batches',
    after: { kind: 'on', days: 0 },
  })
  expect(summarizeAuditEntry(earlierEntry)).toBe('Kind, Days')
})

test('amounts are in pesos', () => {
  const changedEntry = createAuditEntry({ subject: 'payfile_batches', after: { rows: 2, amount: 34_500 } })
  expect(listFieldChanges(changedEntry).map(({ after }) => after)).toEqual(['2', '₱34,500.00'])
})

test('a change of access lists the changed switches', () => {
  const changedEntry = createAuditEntry({
    subject: 'admins',
    before: { roles: createRoles({ gatepass: ['view', 'approve'] }) },
    after: { roles: createRoles({ gatepass: ['view'], visitors: ['view'] }) },
  })
  expect(listFieldChanges(changedEntry)).toEqual([
    { label: 'Access given', before: '', after: 'Visitors: in the menu, view' },
    { label: 'Access taken away', before: 'Gate Pass: approve', after: '' },
  ])
})

test('a long text shows its beginning, and a list one line per row', () => {
  const changedEntry = createAuditEntry({
    subject: 'posts',
    after: { content: { begins: 'Water', characters: 12_345 }, items: [{ name: 'Chair', quantity: 2 }] },
  })
  expect(listFieldChanges(changedEntry)).toEqual([
    { label: 'Content', before: '', after: 'Water… (12,345 characters)' },
    { label: 'Items', before: '', after: 'Name: Chair\nQuantity: 2' },
  ])
})
