import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { setRoles } from '@tahanan/server/testing/accounts.ts'
import type { LoggedInCaller } from '@tahanan/server/testing/callers.ts'
import { createTestPortal } from '@tahanan/server/testing/portal.ts'
import type { CallInput, AccessCase } from './access-case.ts'
import { callRoute, type RawAnswer } from './call-route.ts'
import { listDeclaredRoutes } from './declared-routes.ts'
import { ENTRIES, UNDOCUMENTED_ROUTES, WEB_APP_ROUTES } from './entries.ts'
import { REFUSAL_STATUS_CODES, createAttempts, type Attempt } from './outcomes.ts'
import {
  getFlagsExcept,
  createTestAccounts,
  openAccessPortal,
  toRoles,
  type AccessPortal,
} from './test-accounts.ts'
import { watchChanges } from './watch-changes.ts'

/**
 * Tests every route with every kind of caller. Refused calls and reading calls must not change the database.
 * Allowed calls must show the record or change the database.
 */

let accessPortal: AccessPortal
let getChangedTables: () => Promise<string[]>
let declaredRoutes: Set<string>
const operations: Record<string, { description?: string; responses: object }> = {}
beforeAll(async () => {
  declaredRoutes = await listDeclaredRoutes(async () => {
    accessPortal = await openAccessPortal()
    // Adds the routes of the sandbox (simulated payment gateways), which exist only in a demo.
    await (await createTestPortal({ demo: true })).close()
  })
  getChangedTables = await watchChanges(accessPortal.portal.services.pool)
  const { body } = await accessPortal.portal.nobody.get<{
    paths: Record<string, Record<string, { description?: string; responses: object }>>
  }>('/openapi.json')
  for (const [path, methods] of Object.entries(body.paths))
    for (const [method, operation] of Object.entries(methods))
      operations[`${method.toUpperCase()} ${path}`] = operation
})
afterAll(() => accessPortal.close())

describe('no route is left out', () => {
  test('every documented route has an entry, every entry a documented route', () => {
    const documentedRoutes = Object.keys(operations)
    expect(documentedRoutes.length).toBeGreaterThan(150)
    expect(documentedRoutes.filter((route) => !Object.hasOwn(ENTRIES, route))).toEqual([])
    expect(Object.keys(ENTRIES).filter((route) => !documentedRoutes.includes(route))).toEqual([])
  })

  test('the document names the flags that let administrators call', () => {
    const wrongDescriptions = Object.entries(ENTRIES).flatMap(
      ([route, { administrators, isBodyDependent, hidesRecord }]) => {
        if (
          typeof administrators !== 'object' ||
          administrators.isRecordOmitted ||
          isBodyDependent ||
          hidesRecord
        )
          return []
        const neededFlagsText =
          /Administrators need (.*)\./.exec(operations[route]?.description ?? '')?.[1] ?? ''
        const documentedFlags = [...neededFlagsText.matchAll(/`([\w.]+)`/g)].map(([, flag]) => flag)
        // If a call needs several permissions, the document may name only one of them: a refusal names only
        // the missing permission.
        const isCorrect =
          administrators.matchMode === 'any'
            ? documentedFlags.toSorted().join() === administrators.flags.toSorted().join()
            : documentedFlags.length > 0 &&
              administrators.flags.some((flag) => documentedFlags.includes(flag))
        return isCorrect
          ? []
          : [`${route}: ${documentedFlags.join(', ')} instead of ${administrators.flags.join(', ')}`]
      },
    )
    expect(wrongDescriptions).toEqual([])
  })

  test('every other route of the server is listed as undocumented', () => {
    const knownRoutes = [...Object.keys(ENTRIES), ...Object.keys(UNDOCUMENTED_ROUTES), ...WEB_APP_ROUTES]
    expect([...declaredRoutes].filter((route) => !knownRoutes.includes(route))).toEqual([])
    expect(Object.keys(UNDOCUMENTED_ROUTES).filter((route) => !declaredRoutes.has(route))).toEqual([])
  })
})

describe('who may call', () => {
  test.each(Object.entries(ENTRIES))('%s', async (route, entry) => {
    const accounts = await createTestAccounts(accessPortal)
    const attempts = await createAttempts(accounts, entry)
    const prepareCall = async ({ recordOwner }: Attempt): Promise<CallInput> =>
      (await entry.prepare?.(accounts, recordOwner)) ?? {}
    const isChanging = (attempt: Attempt) =>
      attempt.outcome === 'done' && (entry.changes ?? !route.startsWith('GET '))

    const readingAttempts = attempts.filter((attempt) => !isChanging(attempt))
    const callsByAttempt = new Map<Attempt, CallInput>()
    for (const attempt of attempts) {
      const attemptWithSameOwner = isChanging(attempt)
        ? undefined
        : readingAttempts.find(({ recordOwner }) => recordOwner === attempt.recordOwner)
      callsByAttempt.set(
        attempt,
        (attemptWithSameOwner && callsByAttempt.get(attemptWithSameOwner)) ?? (await prepareCall(attempt)),
      )
    }
    const runAttempt = async (attempt: Attempt): Promise<void> => {
      const call = callsByAttempt.get(attempt)!
      expectAnswer(await callRoute(accessPortal.portal, route, call, attempt.caller), {
        route,
        entry,
        attempt,
        call,
      })
    }

    await getChangedTables()
    for (const attempt of readingAttempts) await runAttempt(attempt)
    const attemptNames = readingAttempts.map(({ name }) => name).join(', ')
    const unexpectedTables = (await getChangedTables()).filter(
      (table) => !entry.tablesWrittenOnRefusal?.includes(table),
    )
    expect(unexpectedTables, `changed by ${attemptNames}`).toEqual([])

    for (const attempt of attempts.filter(isChanging)) {
      await runAttempt(attempt)
      await entry.waitForCompletion?.(accounts)
      expect(await getChangedTables(), `changed by ${attempt.name}`).not.toEqual([])
    }
    await accounts.removeFlags()
  })
})

interface ExpectedAnswer {
  readonly route: string
  readonly entry: AccessCase
  readonly attempt: Attempt
  readonly call: CallInput
}

function expectAnswer(
  { status, text }: RawAnswer,
  { route, entry, attempt: { name, outcome }, call }: ExpectedAnswer,
): void {
  expect(Object.keys(operations[route]?.responses ?? {}), `${route} describes`).toContain(String(status))
  if (outcome === 'done' || outcome === 'nothing') {
    const successStatus = entry.expectedStatus ?? (route.startsWith('POST ') ? 201 : 200)
    expect(status, `${name}: ${text.slice(0, 500)}`).toBe(successStatus)
  } else {
    expect(status, `${name}: ${text.slice(0, 500)}`).toBe(REFUSAL_STATUS_CODES[outcome])
    expect((JSON.parse(text) as { code: string }).code, name).toBe(outcome)
    if (outcome === 'missingPermission') expect(text, name).toMatch(getRefusalPattern(entry))
  }
  if (call.expectedText === undefined) return
  if (outcome === 'done') expect(text, name).toContain(call.expectedText)
  else expect(text, name).not.toContain(call.expectedText)
}

/** Returns a pattern for the error message that names the missing permission (rules 2.3). */
function getRefusalPattern({ administrators }: AccessCase): RegExp {
  if (typeof administrators !== 'object') throw new TypeError('no flags are named')
  const flagsPattern = administrators.flags.join('|').replaceAll('.', String.raw`\.`)
  return new RegExp(`You do not have the permission (${flagsPattern})\\.`)
}

const CASES_REQUIRING_SESSION = Object.entries(ENTRIES).filter(([, entry]) => !entry.isPublic)
const createUnknownCall = (route: string): CallInput => ({
  path: Object.fromEntries([...route.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, 999_999_999])),
})

test('callers are refused before their input is read: 401 and 403 come before 400 and 404', async () => {
  const { owner, superAdmin, administrator, removeFlags } = await createTestAccounts(accessPortal)
  const [guard, adminWithOtherFlags] = [await administrator([]), await administrator([])]
  const wrongStatuses: string[] = []
  const expectRefusal = async (
    route: string,
    name: string,
    caller: LoggedInCaller | null,
    expected: number,
  ) => {
    const invalidJson = { type: 'application/json', payload: '{"a":' }
    const call = route.startsWith('GET ')
      ? createUnknownCall(route)
      : { ...createUnknownCall(route), raw: invalidJson }
    const { status } = await callRoute(accessPortal.portal, route, call, caller)
    if (status !== expected) wrongStatuses.push(`${route} by ${name}: ${status} instead of ${expected}`)
  }
  for (const [route, entry] of CASES_REQUIRING_SESSION) {
    const { administrators, superAdministrators, residents, hidesRecord, isBodyDependent } = entry
    await expectRefusal(route, 'nobody', null, 401)
    if (!residents) await expectRefusal(route, 'a resident', owner, 403)
    if (!superAdministrators && !hidesRecord)
      await expectRefusal(route, 'the super-administrator', superAdmin, 403)
    if (!administrators) await expectRefusal(route, 'an administrator', guard, 403)
    if (typeof administrators !== 'object' || administrators.isRecordOmitted || hidesRecord) continue
    await expectRefusal(route, 'an administrator without any flag', guard, 403)
    if (isBodyDependent) continue
    await setRoles(
      accessPortal.portal.db,
      adminWithOtherFlags.id,
      toRoles(getFlagsExcept(administrators.flags)),
    )
    await expectRefusal(
      route,
      `an administrator with all but ${administrators.flags.join(', ')}`,
      adminWithOtherFlags,
      403,
    )
  }
  expect(wrongStatuses).toEqual([])
  await removeFlags()
})

test('HEAD is refused as GET is', async () => {
  for (const [route] of CASES_REQUIRING_SESSION.filter(([route]) => route.startsWith('GET '))) {
    const headRoute = route.replace('GET', 'HEAD')
    const { status } = await callRoute(accessPortal.portal, headRoute, createUnknownCall(route), null)
    expect([headRoute, status]).toEqual([headRoute, 401])
  }
})

test('during maintenance only the super-administrator may call; residents and administrators get 503', async () => {
  const { portal, owner, office, superAdmin } = await createTestAccounts(accessPortal)
  await portal.db
    .insertInto('settings')
    .values({ name: 'isUnderMaintenance', value: '1' })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: '1' }))
    .execute()
  onTestFinished(async () => {
    await portal.db.deleteFrom('settings').where('name', '=', 'isUnderMaintenance').execute()
  })
  for (const [route] of CASES_REQUIRING_SESSION)
    for (const caller of [owner, office]) {
      const { status, text } = await callRoute(portal, route, createUnknownCall(route), caller)
      expect([route, status, text]).toEqual([route, 503, expect.stringContaining('"maintenance"')])
    }
  expect((await superAdmin.get('/me')).status).toBe(200)
  expect((await superAdmin.get('/user-admins')).status).toBe(200)
})
