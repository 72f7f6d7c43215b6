import { expect, test } from 'vitest'
import type { TicketAbility } from '@tahanan/contract/tickets/answers.ts'
import { MODULES, getModule } from '@tahanan/contract/tickets/index.ts'
import { createTestTicket } from '../testing.ts'
import {
  mayUndo,
  getMissingFieldErrors,
  getOfficeStep,
  getRejectStep,
  formatStepToast,
  getVerb,
  getVerifyAction,
} from './record-actions.ts'

const ALL_ABILITIES: TicketAbility[] = [
  'verify',
  'status.1',
  'status.2',
  'status.3',
  'status.4',
  'status.5',
  'status.6',
]
const getStep = (name: string, status: number, abilities = ALL_ABILITIES) =>
  getOfficeStep(getModule(name), createTestTicket(name, { status, can: abilities }))
const getRejectPath = (status: number, abilities: TicketAbility[]) =>
  getRejectStep(getModule('jobOrder'), createTestTicket('jobOrder', { status, can: abilities }))?.path
const getVerifyPath = (status: number, abilities: TicketAbility[]) =>
  getVerifyAction(getModule('jobOrder'), createTestTicket('jobOrder', { status, can: abilities }))?.path

test('every call of the registry has a verb for its button', () => {
  const verbs = new Set(MODULES.flatMap(({ actions }) => actions.map(getVerb)))
  expect([...verbs].toSorted()).toEqual(['approve', 'reject', 'reserve', 'verify'])
})

test('the next step of each module is approved, then ongoing, then completed, as far as it goes', () => {
  const verbsByModule = MODULES.map(({ name }) => [
    name,
    ...[1, 2, 3, 4, 5, 6].map((at) => getStep(name, at)?.verb),
  ])
  const usualVerbs = ['approve', 'start', 'complete', undefined, undefined, undefined]
  expect(Object.fromEntries(verbsByModule.map(([name, ...stepVerbs]) => [name, stepVerbs]))).toEqual({
    gatePass: usualVerbs,
    jobOrder: usualVerbs,
    incidentReport: usualVerbs,
    workPermit: usualVerbs,
    workService: usualVerbs,
    reservation: ['reserve', ...usualVerbs.slice(1)],
    visitor: ['approve', 'check in', ...usualVerbs.slice(2)],
    leasingInquiry: ['approve', 'complete', undefined, undefined, undefined, undefined],
    commendation: ['approve', undefined, undefined, undefined, undefined, undefined],
  })
})

const getVisitorVerb = (to: string, endedAt: string | null = null) =>
  getOfficeStep(
    getModule('visitor'),
    createTestTicket('visitor', { status: 2, can: ALL_ABILITIES, pass: { to, endedAt } }),
  )?.verb

test('nobody is checked in whose pass has ended (rules 4.33)', () => {
  expect(getVisitorVerb('2999-01-01T00:00:00.000Z')).toBe('check in')
  expect(getVisitorVerb('2026-01-01T00:00:00.000Z')).toBe('complete')
  expect(getVisitorVerb('2999-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z')).toBe('complete')
})

test("a step is the module's own call, or the change of its status", () => {
  expect(getStep('gatePass', 1)).toEqual({ status: 2, verb: 'approve', path: '/ticket/7' })
  expect(getStep('reservation', 1)).toEqual({
    status: 2,
    verb: 'reserve',
    path: '/reservation/reserved/7',
    toast: 'Reservation approved successfully.',
  })
})

test('only permitted steps are offered, and a rejection only while the ticket is for approval', () => {
  expect(getStep('gatePass', 1, ['status.1', 'status.3'])).toBeUndefined()
  expect(getStep('gatePass', 2, ['status.1', 'status.4'])?.verb).toBe('complete')
  expect(getRejectPath(1, ALL_ABILITIES)).toBe('/request/rejected/7')
  expect(getRejectPath(1, ['status.2'])).toBeUndefined()
  expect(getRejectPath(2, ALL_ABILITIES)).toBeUndefined()
})

test('one who may decide verifies after the decision only', () => {
  expect(getVerifyPath(1, ALL_ABILITIES)).toBeUndefined()
  expect(getVerifyPath(1, ['verify'])).toBe('verified')
  expect(getVerifyPath(3, ['verify', 'status.2'])).toBe('verified')
  expect(getVerifyPath(3, ['status.2'])).toBeUndefined()
})

test('an approval needs the fields declared for it; a rejection needs none', () => {
  const jobOrderModule = getModule('jobOrder')
  expect(getMissingFieldErrors(jobOrderModule, { status: 2 }, { estimatedAmount: null })).toEqual({
    estimatedAmount: ['Please input your estimated amount!'],
    billOption: ['Please select a bill option!'],
  })
  expect(
    getMissingFieldErrors(jobOrderModule, { status: 2 }, { estimatedAmount: 850, billOption: 'Billable' }),
  ).toEqual({})
  expect(getMissingFieldErrors(jobOrderModule, { status: 6 }, {})).toEqual({})
})

test('a step can be undone by whoever may choose the status before it', () => {
  expect(mayUndo(createTestTicket('gatePass', { status: 1, can: ALL_ABILITIES }))).toBe(true)
  expect(mayUndo(createTestTicket('gatePass', { status: 2, can: ['status.1', 'status.3'] }))).toBe(false)
})

test('the toast of a step says what happened once, and names the ticket (rules 13.51)', () => {
  const steps = MODULES.flatMap((module) =>
    [1, 2, 3].flatMap((status) => {
      const ticket = createTestTicket(module.name, { status, can: ALL_ABILITIES })
      const possibleSteps = [getOfficeStep(module, ticket), getRejectStep(module, ticket)]
      return possibleSteps.flatMap((step) => (step ? [{ ticket, lines: formatStepToast(ticket, step) }] : []))
    }),
  )
  for (const { ticket, lines } of steps) {
    const allLinesText = lines.join(' ')
    expect(allLinesText).toContain(ticket.ticketNumber)
    const mentionedStatuses = allLinesText
      .toLowerCase()
      .match(/\b(approved|reserved|rejected|completed|ongoing)\b/g)
    expect(mentionedStatuses, allLinesText).toHaveLength(1)
  }
  expect(steps.length).toBeGreaterThan(20)
})
