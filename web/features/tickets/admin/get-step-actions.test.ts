import { expect, test } from 'vitest'
import type { TicketAbility } from '@tahanan/contract/tickets/answers.ts'
import { getModule } from '@tahanan/contract/tickets/index.ts'
import { createTestTicket } from '../testing.ts'
import { getStepActions } from './get-step-actions.ts'

function listActionLabels(status: number, abilities: TicketAbility[], isClosed = false) {
  const ticket = createTestTicket('jobOrder', { status, can: abilities })
  return getStepActions(getModule('jobOrder'), ticket, () => undefined, isClosed).map(
    ({ label, shortcut, isUnavailable }) => [label, shortcut, isUnavailable !== true],
  )
}

test('a list offers the next step and Reject, with the shortcuts A and R', () => {
  expect(listActionLabels(1, ['status.2', 'status.6'])).toEqual([
    ['Approve', 'a', true],
    ['Reject', 'r', true],
  ])
  expect(listActionLabels(2, ['status.3'])).toEqual([
    ['Start', 'a', true],
    ['Reject', 'r', false],
  ])
})

test('without the permission, or after the decision of a colleague, nothing is offered', () => {
  const disabledActions = [
    ['Approve', 'a', false],
    ['Reject', 'r', false],
  ]
  expect(listActionLabels(1, [])).toEqual(disabledActions)
  expect(listActionLabels(1, ['status.2', 'status.6'], true)).toEqual(disabledActions)
  const ticket = createTestTicket('jobOrder', { can: ['status.2'] })
  expect(
    getStepActions(undefined, ticket, () => undefined).map(({ isUnavailable }) => isUnavailable),
  ).toEqual([true, true])
})
