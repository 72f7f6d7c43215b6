import { expect, test } from 'vitest'
import type { AuditEntry } from '@tahanan/contract/audit/answers.ts'
import { makeRoles } from '@tahanan/contract/permissions.ts'
import { changedFields, fieldChanges } from './entry-words.ts'

const entry = (changes: Partial<AuditEntry>): AuditEntry => ({
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
  const changed = entry({
    before: { status: 1, approval_date: null, updated_at: 'x' },
    after: { status: 2, approval_date: '2026-03-14T01:00:00.000Z', updated_at: 'y' },
  })
  expect(fieldChanges(changed)).toEqual([
    { label: 'Status', before: 'FOR APPROVAL', after: 'APPROVED' },
    { label: 'Approval date', before: '', after: '14 Mar 2026, 9:00 AM' },
  ])
  expect(changedFields(changed)).toBe('Status, Approval date')
})

test('a change of access lists the changed switches', () => {
  const changed = entry({
    subject: 'admins',
    before: { roles: makeRoles({ gatepass: ['view', 'approve'] }) },
    after: { roles: makeRoles({ gatepass: ['view'], visitors: ['view'] }) },
  })
  expect(fieldChanges(changed)).toEqual([
    { label: 'Access given', before: '', after: 'Visitors: in the menu, view' },
    { label: 'Access taken away', before: 'Gate Pass: approve', after: '' },
  ])
})

test('a long text shows its beginning, and a list one line per row', () => {
  const changed = entry({
    subject: 'posts',
    after: { content: { begins: 'Water', characters: 12_345 }, items: [{ name: 'Chair', quantity: 2 }] },
  })
  expect(fieldChanges(changed)).toEqual([
    { label: 'Content', before: '', after: 'Water… (12,345 characters)' },
    { label: 'Items', before: '', after: 'Name: Chair\nQuantity: 2' },
  ])
})
