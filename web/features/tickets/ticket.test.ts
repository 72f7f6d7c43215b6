import { expect, test } from 'vitest'
import { getModule, MODULES } from '@tahanan/contract/tickets/index.ts'
import { findDeletableModule, getFailedFilesTitle, getTicketFormTitle } from './ticket.ts'

test('titles of the office’s forms are those of the specification', () => {
  expect(MODULES.map((module) => getTicketFormTitle('EDIT', module))).toEqual(
    expect.arrayContaining([
      'EDIT PERMIT',
      'EDIT LEASING ASSISTANCE',
      'EDIT COMMENDATION AND TESTIMONIAL',
      'EDIT VISITOR',
      'EDIT GATE PASS',
    ]),
  )
})

test('each ticket is deleted on the page that lists its module: work services in Services', () => {
  const [gatePass, workService] = [getModule('gatePass'), getModule('workService')]
  expect(findDeletableModule({ origin: 'gatePass' }, gatePass)).toBe(gatePass)
  expect(findDeletableModule({ origin: 'workService' }, undefined)).toBe(workService)
  expect(findDeletableModule({ origin: 'gatePass' }, undefined)).toBeUndefined()
  expect(findDeletableModule({ origin: 'newerModule' }, undefined)).toBeUndefined()
})

test.each([
  ['incidentReport', 'create', 'Unable to submit incident report'],
  ['incidentReport', 'update', 'Unable to submit incident report'],
  ['visitor', 'create', 'Unable to submit incident report'],
  ['visitor', 'update', 'Unable to submit visitors'],
  ['gatePass', 'create', 'Unable to submit incident report'],
  ['gatePass', 'update', 'Unable to submit gate pass'],
  ['jobOrder', 'create', 'Unable to submit job order'],
  ['workService', 'create', 'Unable to submit work service'],
  ['workService', 'update', 'Unable to submit work service'],
] as const)('a failed upload of a %s (%s) says: %s', (name, action, title) => {
  expect(getFailedFilesTitle(getModule(name), action)).toBe(title)
})
