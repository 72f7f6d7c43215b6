import { describe, expect, test } from 'vitest'
import type { AdminActor, ResidentActor } from '#platform/actor.ts'
import { getTicketRules } from '#testing/ticket-rules.ts'
import { createRoles, PAGE_PERMISSIONS, type PageName } from '@tahanan/contract/permissions.ts'
import { STATUSES } from '@tahanan/contract/statuses.ts'
import type { TicketModule } from '@tahanan/contract/tickets/define-module.ts'
import { MODULES } from '@tahanan/contract/tickets/index.ts'
import {
  getFlagForRefusal,
  mayChange,
  mayDecide,
  mayEditAfterApproval,
  requireStep,
  canSeePrivateFields,
  getStepFlags,
  getTicketAbilities,
  getViewableModules,
} from './policy.ts'

/**
 * Tests every module × flag × status against the hand-written table in `ticket-rules.ts`. `matrix.test.ts`
 * tests that the API enforces these abilities. `proof/access/` tests who may call which route.
 */
const FLAG_OF_STATUS: Readonly<Record<number, string>> = {
  2: 'approve',
  3: 'ongoing',
  4: 'complete',
  5: 'cancel',
  6: 'reject',
}
const statuses = STATUSES.map(({ status }) => status)
const session = { id: 1, sessionId: 1, name: '' }
const resident: ResidentActor = { ...session, area: 'client', clientCode: 'A-101' }
const createAdmin = (page: PageName, flags: readonly string[]): AdminActor => ({
  ...session,
  area: 'admin',
  roles: createRoles({ [page]: flags }),
})
function listFlagSets(page: PageName): string[][] {
  const flags: readonly string[] = PAGE_PERMISSIONS[page]
  return [
    ['view'],
    ...flags.map((flag) => ['view', flag]),
    [...flags],
    ...flags.map((missingFlag) => flags.filter((flag) => flag !== missingFlag)),
  ]
}

/**
 * Returns what administrators with these permission flags may do according to the rules (rules 2.5, 4.3 to
 * 4.9).
 */
function getExpectedPermissions(module: TicketModule, flags: readonly string[]) {
  const rule = getTicketRules(module.name)
  const has = (flag: string) => flags.includes(flag)
  const maySubmit = !rule.submit || has(rule.submit)
  const allowedStatuses = statuses.filter((to) => {
    const flag = FLAG_OF_STATUS[to]
    const moveFlags = [...Object.values(FLAG_OF_STATUS), ...rule.edit]
    return maySubmit && (flag ? has(flag) : moveFlags.some(has))
  })
  const mayEditAll = maySubmit && rule.edit.every(has)
  return { rule, has, submits: maySubmit, moves: allowedStatuses, edits: mayEditAll }
}

function getExpectedAbilities(
  module: TicketModule,
  flags: readonly string[],
  status: number,
  isVerified: boolean,
) {
  const { rule, has, moves, edits } = getExpectedPermissions(module, flags)
  const mayEditFields = edits && (status === 1 || !rule.locked)
  return [
    ...(mayEditFields ? ['fields'] : []),
    ...(mayEditFields || moves.length > 0 ? ['edit'] : []),
    ...(edits ? ['afterApproval'] : []),
    ...(status === 1 && has(rule.delete) ? ['delete'] : []),
    ...(!isVerified && has('verify') ? ['verify'] : []),
    ...moves.map((to) => `status.${to}`),
  ].toSorted()
}

describe.each(MODULES.map((module) => [module.name, module] as const))('%s', (name, module) => {
  const page = module.permission

  test('administrators edit, move, verify and delete as their flags say', () => {
    for (const flags of listFlagSets(page))
      for (const status of statuses)
        for (const isVerified of [false, true])
          expect(
            getTicketAbilities(createAdmin(page, flags), module, { status, verified: isVerified }).toSorted(),
            `${flags.join()} in status ${status}`,
          ).toEqual(getExpectedAbilities(module, flags, status, isVerified))
  })

  test('its resident edits and deletes it only while the status is 1', () => {
    for (const status of statuses)
      expect(getTicketAbilities(resident, module, { status, verified: false })).toEqual(
        status === 1 ? ['edit', 'fields', 'delete'] : [],
      )
    expect(mayEditAfterApproval(resident, module)).toBe(false)
  })

  test('flags of another page open nothing', () => {
    const otherPage = page === 'gatepass' ? 'visitors' : 'gatepass'
    const actor = createAdmin(otherPage, PAGE_PERMISSIONS[otherPage])
    for (const status of statuses)
      expect(getTicketAbilities(actor, module, { status, verified: false })).toEqual([])
    expect([
      mayChange(actor, module),
      mayDecide(actor, module),
      getViewableModules(actor).includes(module),
    ]).toEqual([false, false, false])
  })

  test('a step by its own call needs the flag of the step and that of the Submit button', () => {
    const { steps } = getTicketRules(name)
    expect(Object.fromEntries(module.actions.map((step) => [step.path, getStepFlags(module, step)]))).toEqual(
      Object.fromEntries(Object.entries(steps).map(([path, flag]) => [path, [flag]])),
    )
    for (const flags of listFlagSets(page))
      for (const step of module.actions) {
        const { has, submits } = getExpectedPermissions(module, flags)
        const isOpen = has(steps[step.path] ?? '') && (step.effect === 'verify' || submits)
        const performStep = () => requireStep(createAdmin(page, flags), module, step)
        if (isOpen) performStep()
        else expect(performStep, `${step.path} with ${flags.join()}`).toThrow(`permission ${page}.`)
      }
  })

  test('who may make any change may be its assignee, who may decide finds it on the desk', () => {
    for (const flags of listFlagSets(page)) {
      const { has, submits, moves, rule } = getExpectedPermissions(module, flags)
      const changes = rule.submit
        ? submits
        : ['verify', ...rule.edit, ...Object.values(FLAG_OF_STATUS)].some(has)
      const actor = createAdmin(page, flags)
      expect(mayChange(actor, module), flags.join()).toBe(changes)
      expect(mayDecide(actor, module), flags.join()).toBe(has('view') && moves.some((to) => to !== 1))
      expect(getViewableModules(actor).includes(module), flags.join()).toBe(has('view'))
    }
  })

  test('a refusal names the Submit button’s flag, else that of the status, else that of the fields', () => {
    const { submit, edit } = getTicketRules(name)
    for (const [status, flag] of Object.entries(FLAG_OF_STATUS))
      for (const statusValue of [status, Number(status)])
        expect(getFlagForRefusal(module, statusValue)).toBe(submit ?? flag)
    for (const statusValue of [1, 'x', undefined, null, 0, 7])
      expect(getFlagForRefusal(module, statusValue)).toBe(submit ?? edit[0])
  })

  test('identity data is seen by its resident, and by administrators with the flag', () => {
    expect(canSeePrivateFields(resident, module)).toBe(true)
    const neededFlag = name === 'visitor' ? 'approve' : undefined
    for (const flags of listFlagSets(page))
      expect(canSeePrivateFields(createAdmin(page, flags), module)).toBe(
        !neededFlag || flags.includes(neededFlag),
      )
  })
})
