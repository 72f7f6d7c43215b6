import { afterAll, describe, expect, test } from 'vitest'
import { callRoute } from './call-route.ts'
import { ENTRIES } from './entries.ts'
import { createAttempts } from './outcomes.ts'
import { createTestAccounts, openAccessPortal } from './test-accounts.ts'
import { watchChanges } from './watch-changes.ts'

/**
 * Repeats every call that creates a record, with the same `Idempotency-Key`, like a client that got no
 * response. The second response must contain the same record, and no second record may be created (rules
 * 14.12).
 */

/** Calls that create a record without an `Idempotency-Key`. The value says why a repetition does no harm. */
const ROUTES_WITHOUT_KEY: Readonly<Record<string, string>> = {
  'POST /api/bank-import': 'the same file adds no line twice',
  'POST /api/due-rule': 'one rule for each service and type',
  'POST /api/file': 'a file that no record names is removed',
  'POST /api/holiday': 'one holiday a day',
  'POST /api/list-view': 'a view of the same name is replaced',
  'POST /api/payment-aqwire': 'an attempt of the same payment is answered again',
  'POST /api/payment-dragonpay': 'an attempt of the same payment is answered again',
  'POST /api/payment/{id}/certificate': 'one certificate for each payment',
  'POST /api/payment/{id}/reversal': 'a payment is reversed once',
  'POST /api/post-analytic': 'counts an opening',
  'POST /api/statement-imports': 'a preview, which is saved once',
  'POST /api/user-admin': 'one account for each e-mail address',
  'POST /api/walk-in': 'the device makes the key, in the body',
}

const accessPortal = await openAccessPortal()
afterAll(() => accessPortal.close())
const getChangedTables = await watchChanges(accessPortal.portal.services.pool)
const { body: document } = await accessPortal.portal.nobody.get<{
  paths: Record<string, Record<string, { parameters?: { name: string }[]; responses: object }>>
}>('/openapi.json')
const createOperations = Object.entries(document.paths).flatMap(([path, { post }]) =>
  post && '201' in post.responses ? [{ route: `POST ${path}`, parameters: post.parameters ?? [] }] : [],
)
const routesWithKey = createOperations
  .filter(({ parameters }) => parameters.some(({ name }) => name === 'idempotency-key'))
  .map(({ route }) => route)

test('every call that creates takes a key, or is named with the reason', () => {
  expect(routesWithKey.length).toBeGreaterThan(0)
  const routesWithoutKey = createOperations
    .map(({ route }) => route)
    .filter((route) => !routesWithKey.includes(route))
  expect(routesWithoutKey.toSorted()).toEqual(Object.keys(ROUTES_WITHOUT_KEY).toSorted())
})

test('every other call by POST answers another status than 201, so it creates nothing', () => {
  const otherEntries = Object.entries(ENTRIES).filter(
    ([route]) =>
      route.startsWith('POST ') && !routesWithKey.includes(route) && !(route in ROUTES_WITHOUT_KEY),
  )
  expect(
    otherEntries.filter(([, { expectedStatus = 201 }]) => expectedStatus === 201).map(([route]) => route),
  ).toEqual([])
})

describe('sent again with its key', () => {
  test.each(routesWithKey)('%s', async (route) => {
    const accounts = await createTestAccounts(accessPortal)
    const entry = ENTRIES[route]
    if (!entry) throw new Error(`${route} has no entry`)
    const attempt = (await createAttempts(accounts, entry)).find(({ outcome }) => outcome === 'done')
    if (!attempt?.caller) throw new Error(`nobody may call ${route}`)
    const call = (await entry.prepare?.(accounts, attempt.recordOwner)) ?? {}
    const key = { 'idempotency-key': `again-${route.slice('POST '.length)}` }
    const sendRequest = async () => {
      const { status, text } = await callRoute(accessPortal.portal, route, call, attempt.caller, key)
      return { status, body: JSON.parse(text) as Record<string, unknown> }
    }
    const firstResponse = await sendRequest()
    expect(firstResponse.status, JSON.stringify(firstResponse.body)).toBe(201)
    await getChangedTables()
    const secondResponse = await sendRequest()
    expect(
      [secondResponse.status, getRecordId(secondResponse.body)],
      JSON.stringify(secondResponse.body),
    ).toEqual([201, getRecordId(firstResponse.body)])
    // A repeated call creates a new device code, because the server stores only a hash and cannot show the
    // old code again.
    if (route !== 'POST /api/gate-device') expect(await getChangedTables()).toEqual([])
    await accounts.removeFlags()
  })
})

const getRecordId = ({ id, number, batch }: Record<string, unknown>): unknown => id ?? number ?? batch
