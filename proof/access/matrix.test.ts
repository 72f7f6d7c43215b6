import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { LoggedIn } from '@tahanan/server/testing/callers.ts'
import { createTestPortal } from '@tahanan/server/testing/portal.ts'
import { createPrinter, type DatabasePrint } from './database-print.ts'
import { declaredRoutes } from './declared-routes.ts'
import { ENTRIES, OUTSIDE_THE_DOCUMENT, WEB_APP } from './entries.ts'
import type { Call, Entry } from './entry.ts'
import { makeCall, type RawAnswer } from './make-call.ts'
import { STATUS_OF, partsOf, type Part } from './outcomes.ts'
import { allFlagsBut, accountsFor, openAccessPortal, type AccessPortal } from './test-accounts.ts'

/**
 * Every route × every kind of caller: the expected status and the reason of a refusal, an unchanged database where a call is
 * refused or only reads, and for allowed callers a record that is really shown or a change that really happens.
 */

let stage: AccessPortal
let print: () => Promise<DatabasePrint>
let declared: Set<string>
const operations: Record<string, { description?: string; responses: object }> = {}
beforeAll(async () => {
  declared = await declaredRoutes(async () => {
    stage = await openAccessPortal()
    // The pages of the sandbox are there where a demo community has no gateways.
    await (await createTestPortal({ demo: true })).close()
  })
  print = await createPrinter(stage.portal.services.pool)
  const { body } = await stage.portal.nobody.get<{
    paths: Record<string, Record<string, { description?: string; responses: object }>>
  }>('/openapi.json')
  for (const [path, methods] of Object.entries(body.paths))
    for (const [method, operation] of Object.entries(methods))
      operations[`${method.toUpperCase()} ${path}`] = operation
})
afterAll(() => stage.close())

describe('no route is left out', () => {
  test('every route of the document has an entry, every entry a route', () => {
    const described = Object.keys(operations)
    expect(described.length).toBeGreaterThan(150)
    expect(described.filter((route) => !Object.hasOwn(ENTRIES, route))).toEqual([])
    expect(Object.keys(ENTRIES).filter((route) => !described.includes(route))).toEqual([])
  })

  test('the document names the very flags that let administrators call', () => {
    const wrong = Object.entries(ENTRIES).flatMap(([route, { administrators, byBody, unseen }]) => {
      if (typeof administrators !== 'object' || administrators.shownNothing || byBody || unseen) return []
      const sentence = /Administrators need (.*)\./.exec(operations[route]?.description ?? '')?.[1] ?? ''
      const told = [...sentence.matchAll(/`([\w.]+)`/g)].map(([, flag]) => flag)
      // it may name one of the flags that are needed together: who lacks another is told by the refusal
      const right =
        administrators.how === 'any'
          ? told.toSorted().join() === administrators.flags.toSorted().join()
          : told.length > 0 && administrators.flags.some((flag) => told.includes(flag))
      return right ? [] : [`${route}: ${told.join(', ')} instead of ${administrators.flags.join(', ')}`]
    })
    expect(wrong).toEqual([])
  })

  test('no route of the server escapes the document, but those that are named', () => {
    const named = [...Object.keys(ENTRIES), ...Object.keys(OUTSIDE_THE_DOCUMENT), ...WEB_APP]
    expect([...declared].filter((route) => !named.includes(route))).toEqual([])
    expect(Object.keys(OUTSIDE_THE_DOCUMENT).filter((route) => !declared.has(route))).toEqual([])
  })
})

describe('who may call', () => {
  test.each(Object.entries(ENTRIES))('%s', async (route, entry) => {
    const cast = await accountsFor(stage)
    const parts = await partsOf(cast, entry)
    const about = async ({ as }: Part): Promise<Call> => (await entry.about?.(cast, as)) ?? {}
    const changes = (part: Part) => part.outcome === 'done' && (entry.changes ?? !route.startsWith('GET '))

    // readers can share a record; every changing caller gets one of their own
    const quiet = parts.filter((part) => !changes(part))
    const calls = new Map<Part, Call>()
    for (const part of parts) {
      const sharer = changes(part) ? undefined : quiet.find(({ as }) => as === part.as)
      calls.set(part, (sharer && calls.get(sharer)) ?? (await about(part)))
    }
    const make = async (part: Part): Promise<void> => {
      const call = calls.get(part)!
      judge(await makeCall(stage.portal, route, call, part.caller), { route, entry, part, call })
    }

    const before = await print()
    for (const part of quiet) await make(part)
    let last = await print()
    const names = quiet.map(({ name }) => name).join(', ')
    expect(but(entry.leaves, last), `unchanged by ${names}`).toEqual(but(entry.leaves, before))

    for (const part of parts.filter(changes)) {
      await make(part)
      await entry.afterwards?.(cast)
      const now = await print()
      expect(now, `changed by ${part.name}`).not.toEqual(last)
      last = now
    }
    await cast.leave()
  })
})

interface Told {
  readonly route: string
  readonly entry: Entry
  readonly part: Part
  readonly call: Call
}

/** Fails unless a caller was answered as the matrix says, with the record for allowed readers and without it for everybody else. */
function judge({ status, text }: RawAnswer, { route, entry, part: { name, outcome }, call }: Told): void {
  expect(Object.keys(operations[route]?.responses ?? {}), `${route} describes`).toContain(String(status))
  if (outcome === 'done' || outcome === 'nothing') {
    const success = entry.answers ?? (route.startsWith('POST ') ? 201 : 200)
    expect(status, `${name}: ${text.slice(0, 500)}`).toBe(success)
  } else {
    expect(status, `${name}: ${text.slice(0, 500)}`).toBe(STATUS_OF[outcome])
    expect((JSON.parse(text) as { code: string }).code, name).toBe(outcome)
    if (outcome === 'missingPermission') expect(text, name).toMatch(permissionsOf(entry))
  }
  if (call.shows === undefined) return
  if (outcome === 'done') expect(text, name).toContain(call.shows)
  else expect(text, name).not.toContain(call.shows)
}

/** A refusal names the permission that is missing (rules 2.3). */
function permissionsOf({ administrators }: Entry): RegExp {
  if (typeof administrators !== 'object') throw new TypeError('no flags are named')
  const flags = administrators.flags.join('|').replaceAll('.', String.raw`\.`)
  return new RegExp(`You do not have the permission (${flags})\\.`)
}

function but(tables: readonly string[] = [], print: DatabasePrint): DatabasePrint {
  return Object.fromEntries(Object.entries(print).filter(([table]) => !tables.includes(table)))
}

const WITHOUT_SESSION = Object.entries(ENTRIES).filter(([, entry]) => !entry.open)
/** A call of the route about a record that does not exist. */
const unknown = (route: string): Call => ({
  path: Object.fromEntries([...route.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, 999_999_999])),
})

test('who may not call is told so whatever they send: 401 and 403 come before 400 and 404', async () => {
  const { owner, superAdmin, administrator, leave } = await accountsFor(stage)
  const guard = await administrator([])
  const wrong: string[] = []
  const expectRefusal = async (route: string, name: string, caller: LoggedIn | null, expected: number) => {
    const broken = { type: 'application/json', payload: '{"a":' }
    const call = route.startsWith('GET ') ? unknown(route) : { ...unknown(route), raw: broken }
    const { status } = await makeCall(stage.portal, route, call, caller)
    if (status !== expected) wrong.push(`${route} by ${name}: ${status} instead of ${expected}`)
  }
  for (const [route, entry] of WITHOUT_SESSION) {
    const { administrators, superAdministrators, residents, unseen, byBody } = entry
    await expectRefusal(route, 'nobody', null, 401)
    if (!residents) await expectRefusal(route, 'a resident', owner, 403)
    if (!superAdministrators && !unseen)
      await expectRefusal(route, 'the super-administrator', superAdmin, 403)
    if (!administrators) await expectRefusal(route, 'an administrator', guard, 403)
    if (typeof administrators !== 'object' || administrators.shownNothing || unseen) continue
    await expectRefusal(route, 'an administrator without any flag', guard, 403)
    if (byBody) continue
    const others = await administrator(allFlagsBut(administrators.flags))
    await expectRefusal(
      route,
      `an administrator with all but ${administrators.flags.join(', ')}`,
      others,
      403,
    )
  }
  expect(wrong).toEqual([])
  await leave()
})

test('a call that reads is refused by HEAD as it is by GET', async () => {
  for (const [route] of WITHOUT_SESSION.filter(([route]) => route.startsWith('GET '))) {
    const head = route.replace('GET', 'HEAD')
    const { status } = await makeCall(stage.portal, head, unknown(route), null)
    expect([head, status]).toEqual([head, 401])
  }
})

test('under maintenance every call of residents and administrators answers 503, the super-administrator goes on', async () => {
  const { portal, owner, office, superAdmin } = await accountsFor(stage)
  await portal.db
    .insertInto('settings')
    .values({ name: 'isUnderMaintenance', value: '1' })
    .onConflict((taken) => taken.column('name').doUpdateSet({ value: '1' }))
    .execute()
  onTestFinished(async () => {
    await portal.db.deleteFrom('settings').where('name', '=', 'isUnderMaintenance').execute()
  })
  for (const [route] of WITHOUT_SESSION)
    for (const caller of [owner, office]) {
      const { status, text } = await makeCall(portal, route, unknown(route), caller)
      expect([route, status, text]).toEqual([route, 503, expect.stringContaining('"maintenance"')])
    }
  expect((await superAdmin.get('/me')).status).toBe(200)
  expect((await superAdmin.get('/user-admins')).status).toBe(200)
})
