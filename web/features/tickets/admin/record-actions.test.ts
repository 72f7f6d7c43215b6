import { expect, test } from 'vitest'
import type { Ticket } from '@tahanan/contract/tickets/answers.ts'
import { MODULES, moduleNamed } from '@tahanan/contract/tickets/index.ts'
import { missingForAction, openActions, verbOf } from './record-actions.ts'

test('every call of the registry has a verb for its button', () => {
  const verbs = new Set(MODULES.flatMap(({ actions }) => actions.map(verbOf)))
  expect([...verbs].toSorted()).toEqual(['approve', 'reject', 'reserve', 'verify'])
})

test('an approval without required fields shows errors at the fields; a rejection requires none', () => {
  const orders = moduleNamed('jobOrder')
  const missing = (path: string, details: object) =>
    missingForAction(
      orders,
      orders.actions.find((action) => action.path === path)!,
      { ...details },
    )
  expect(missing('approved', { estimatedAmount: null })).toEqual({
    estimatedAmount: ['Please input your estimated amount!'],
    billOption: ['Please select a bill option!'],
  })
  expect(missing('approved', { estimatedAmount: 850, billOption: 'Billable' })).toEqual({})
  for (const path of ['rejected', 'verified']) expect(missing(path, {})).toEqual({})
})

test('only permitted steps are offered, and status steps only while the ticket is for approval', () => {
  const orders = MODULES.find(({ actions }) => actions.some(({ path }) => path === 'rejected'))!
  const paths = (ticket: Partial<Ticket>) => openActions(orders, ticket as Ticket).map(({ path }) => path)
  expect(paths({ status: 1, can: ['verify', 'status.2', 'status.6'] })).toEqual(['approved', 'rejected'])
  expect(paths({ status: 1, can: ['verify'] })).toEqual(['verified'])
  expect(paths({ status: 3, can: ['verify', 'status.2'] })).toEqual(['verified'])
  expect(paths({ status: 1, can: [] })).toEqual([])
})
