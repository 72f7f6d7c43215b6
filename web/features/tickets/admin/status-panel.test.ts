import { expect, test } from 'vitest'
import { getModule } from '@tahanan/contract/tickets/index.ts'
import { createTestTicket } from '../testing.ts'
import { formatValue } from '../values.ts'
import { describeChosenStatus } from './status-panel.tsx'

const createApprovedReport = (status: number) =>
  createTestTicket('incidentReport', {
    status,
    approver: { id: 1, name: 'Liza Villanueva' },
    approvalDate: '2026-03-12T01:00:00.000Z',
  })

test.each([2, 3, 4])('in status %i the note names the approver', (status) => {
  expect(describeChosenStatus(createApprovedReport(status), status)).toBe(
    'Approved by Liza Villanueva, 12 Mar 2026, 9:00 AM',
  )
  expect(formatValue(getModule('incidentReport'), createApprovedReport(status), 'approver')).toBe(
    'Liza Villanueva',
  )
})

test.each([1, 5, 6])('in status %i the note names no approver', (status) => {
  expect(describeChosenStatus(createApprovedReport(status), status)).toBeUndefined()
  expect(formatValue(getModule('incidentReport'), createApprovedReport(status), 'approver')).toBe('')
})

test('for another status the note describes the effect of Submit', () => {
  const waitingReport = createTestTicket('incidentReport', { approver: null })
  expect(describeChosenStatus(waitingReport, 2)).toBe(
    'On submit you are recorded as the approver, and the tenant gets a notification.',
  )
  // The ticket already has an approver, who stays recorded, so the text mentions no new approver.
  expect(describeChosenStatus(createApprovedReport(1), 2)).toBe('On submit the tenant gets a notification.')
})
