import { afterAll, describe, expect, test } from 'vitest'
import { insertTestFile } from '@tahanan/server/features/tickets/testing.ts'
import type { RoomEvent } from '@tahanan/server/platform/realtime/outbox.ts'
import type { LoggedInCaller } from '@tahanan/server/testing/callers.ts'
import type { CallInput } from '../access/access-case.ts'
import { callRoute } from '../access/call-route.ts'
import { ENTRIES } from '../access/entries.ts'
import {
  getFlagsExcept,
  createTestAccounts,
  openAccessPortal,
  type TestAccounts,
} from '../access/test-accounts.ts'

/**
 * Tests attack 37 of docs/attacks.yaml: a resident receives text of an internal note. Makes every call as the
 * resident and as the office, and adds a note with this word to each created record. Then searches for the
 * word in all responses, events, notifications and mails.
 */

const MARKER = 'Quibangbang'
const MARKER_PATTERN = new RegExp(MARKER, 'i')

const accessPortal = await openAccessPortal()
afterAll(accessPortal.close)
const { portal } = accessPortal
const searchRoutes = await listSearchedRoutes()
const checkedCounts = { answered: 0, searches: 0, toResidents: 0, toOffice: 0 }

async function addMarkedNotes({ portal, office }: TestAccounts): Promise<void> {
  for (const [kind, table] of [
    ['ticket', 'tickets'],
    ['payment', 'payments'],
    ['tenant', 'tenants'],
  ] as const) {
    const noteCondition =
      kind === 'tenant' ? 'n.tenant_id = r.id and n.ticket_id is null' : `n.${kind}_id = r.id`
    const { rows } = await portal.services.pool.query<{ id: number }>(
      `select id from ${table} r where status <> 0 and not exists (select from internal_notes n where ${noteCondition})`,
    )
    for (const { id } of rows) {
      const { url } = await insertTestFile(portal.db, office, 'attachments')
      const files = [{ name: `${MARKER}.png`, url }]
      const noteResponse = await office.post('/internal-note', { kind, id, text: `${MARKER} ${kind}`, files })
      if (noteResponse.status !== 201)
        throw new Error(`no note about ${kind} ${id}: ${JSON.stringify(noteResponse.body)}`)
    }
  }
}

const prepareCall = async (
  route: string,
  accounts: TestAccounts,
  caller: LoggedInCaller,
): Promise<CallInput> => (await ENTRIES[route]?.prepare?.(accounts, caller)) ?? {}

/**
 * Searches for the note's text as a resident. Also checks the number of results, because it would reveal that
 * a note exists.
 */
async function findSearchLeaks(route: string, call: CallInput, caller: LoggedInCaller): Promise<string[]> {
  const { text, status } = await callRoute(
    portal,
    route,
    { ...call, query: { ...call.query, searchTerm: MARKER } },
    caller,
  )
  if (status !== 200) return []
  const { data, total } = JSON.parse(text) as { data?: unknown[]; total?: number }
  return (total ?? 0) > 0 || (Array.isArray(data) && data.length > 0) ? [`${route}: ${text}`] : []
}

async function findLeakingEvents(): Promise<string[]> {
  const leaks: string[] = []
  for (const { room, event, data } of (await portal.drainEvents()).filter(
    (delivery): delivery is RoomEvent => 'event' in delivery,
  )) {
    const isMarked = MARKER_PATTERN.test(`${event} ${JSON.stringify(data)}`)
    const isOfficeRoom = /^(admin|super-admin)\.\d+$/.test(room)
    if (isOfficeRoom) checkedCounts.toOffice += isMarked ? 1 : 0
    else checkedCounts.toResidents += 1
    if (isMarked && !isOfficeRoom) leaks.push(`event ${event} to ${room}`)
  }
  return leaks
}

async function findLeaks(route: string, call: CallInput, caller: LoggedInCaller): Promise<string[]> {
  const { status, text } = await callRoute(portal, route, call, caller)
  if (caller.area !== 'client') return []
  if (status < 300) checkedCounts.answered += 1
  const leaks = MARKER_PATTERN.test(text) ? [`answer to resident ${caller.id}: ${text}`] : []
  if (!searchRoutes.has(route)) return leaks
  checkedCounts.searches += 1
  return [...leaks, ...(await findSearchLeaks(route, call, caller))]
}

describe('no answer, search or live event of a resident holds a word of an internal note', () => {
  test.each(Object.entries(ENTRIES))(
    '%s',
    async (route, { residents, administrators, isPublic, waitForCompletion }) => {
      const accounts = await createTestAccounts(accessPortal)
      const { owner, otherResident } = accounts
      const recordOwners = [
        ...(residents || isPublic ? [owner] : []),
        ...(administrators ? [await accounts.administrator(getFlagsExcept([]))] : []),
      ]
      const leaks: string[] = []
      for (const recordOwner of recordOwners) {
        const call = await prepareCall(route, accounts, recordOwner)
        await addMarkedNotes(accounts)
        leaks.push(...(await findLeaks(route, call, recordOwner)))
        if (recordOwner === owner) leaks.push(...(await findLeaks(route, call, otherResident)))
        await waitForCompletion?.(accounts)
      }
      leaks.push(...(await findLeakingEvents()))
      await accounts.removeFlags()
      expect(leaks).toEqual([])
    },
  )
})

test('no notification or mail of a resident holds a word of an internal note, nor an event of a job', async () => {
  await portal.runJobs()
  expect(await findLeakingEvents()).toEqual([])
  const notifications = await portal.db
    .selectFrom('notifications')
    .selectAll()
    .where('area', '=', 'client')
    .execute()
  expect(notifications.filter((row) => MARKER_PATTERN.test(JSON.stringify(row)))).toEqual([])
  // Joins the lines of a mail, because a line break may split the searched word.
  const mails = accessPortal.mails.map(({ data }) => data.replaceAll('=\r\n', ''))
  expect(mails.filter((mail) => MARKER_PATTERN.test(mail))).toEqual([])
  expect(notifications.length).toBeGreaterThan(30)
  expect(mails.length).toBeGreaterThan(0)
})

test('control: the walk saw answers, searches and events of residents, and marked events of the office', () => {
  expect(checkedCounts.answered).toBeGreaterThan(80)
  expect(checkedCounts.searches).toBeGreaterThan(10)
  expect(checkedCounts.toResidents).toBeGreaterThan(100)
  expect(checkedCounts.toOffice).toBeGreaterThan(100)
})

async function listSearchedRoutes(): Promise<Set<string>> {
  const { body } = await portal.nobody.get<{
    paths: Record<string, Record<string, { parameters?: { name: string }[] }>>
  }>('/openapi.json')
  return new Set(
    Object.entries(body.paths).flatMap(([path, { get }]) =>
      get?.parameters?.some(({ name }) => name === 'searchTerm') ? [`GET ${path}`] : [],
    ),
  )
}
