import { afterAll, describe, expect, test } from 'vitest'
import { upload } from '@tahanan/server/features/tickets/testing.ts'
import type { RoomEvent } from '@tahanan/server/platform/realtime/outbox.ts'
import type { LoggedIn } from '@tahanan/server/testing/callers.ts'
import { ENTRIES } from '../access/entries.ts'
import type { Call } from '../access/entry.ts'
import { makeCall } from '../access/make-call.ts'
import { getFlagsExcept, makeAccounts, openAccessPortal, type TestAccounts } from '../access/test-accounts.ts'

/**
 * Attack 37: text of an internal note in anything that a resident receives. Makes every call of the portal as
 * the resident and as the office, and adds a note with a marker word to each record that a call creates. Then
 * searches all answers, search results, live events, notifications and mails for the marker.
 */

const WORD = 'Quibangbang'
const HIDDEN = new RegExp(WORD, 'i')

const setup = await openAccessPortal()
afterAll(setup.close)
const { portal } = setup
const searchable = await listSearchedRoutes()
/**
 * Numbers of checked answers and events. The last test fails if they are too low, because then too little was
 * tested.
 */
const seen = { answered: 0, searches: 0, toResidents: 0, toOffice: 0 }

async function markRecords({ portal, office }: TestAccounts): Promise<void> {
  for (const [kind, table] of [
    ['ticket', 'tickets'],
    ['payment', 'payments'],
    ['tenant', 'tenants'],
  ] as const) {
    const noted = kind === 'tenant' ? 'n.tenant_id = r.id and n.ticket_id is null' : `n.${kind}_id = r.id`
    const { rows } = await portal.services.pool.query<{ id: number }>(
      `select id from ${table} r where status <> 0 and not exists (select from internal_notes n where ${noted})`,
    )
    for (const { id } of rows) {
      const { url } = await upload(portal.db, office, 'attachments')
      const files = [{ name: `${WORD}.png`, url }]
      const answer = await office.post('/internal-note', { kind, id, text: `${WORD} ${kind}`, files })
      if (answer.status !== 201)
        throw new Error(`no note about ${kind} ${id}: ${JSON.stringify(answer.body)}`)
    }
  }
}

const prepare = async (route: string, accounts: TestAccounts, caller: LoggedIn): Promise<Call> =>
  (await ENTRIES[route]?.prepare?.(accounts, caller)) ?? {}

/**
 * Searches a list for the marker. The number of results is checked too, because it would reveal that a note
 * exists.
 */
async function findSearchLeaks(route: string, call: Call, caller: LoggedIn): Promise<string[]> {
  const { text, status } = await makeCall(
    portal,
    route,
    { ...call, query: { ...call.query, searchTerm: WORD } },
    caller,
  )
  if (status !== 200) return []
  const { data, total } = JSON.parse(text) as { data?: unknown[]; total?: number }
  return (total ?? 0) > 0 || (Array.isArray(data) && data.length > 0) ? [`${route}: ${text}`] : []
}

async function findLeakingEvents(): Promise<string[]> {
  const leaks: string[] = []
  for (const { room, event, data } of (await portal.takeDeliveries()).filter(
    (delivery): delivery is RoomEvent => 'event' in delivery,
  )) {
    const isMarked = HIDDEN.test(`${event} ${JSON.stringify(data)}`)
    const isOfOffice = /^(admin|super-admin)\.\d+$/.test(room)
    if (isOfOffice) seen.toOffice += isMarked ? 1 : 0
    else seen.toResidents += 1
    if (isMarked && !isOfOffice) leaks.push(`event ${event} to ${room}`)
  }
  return leaks
}

async function findLeaks(route: string, call: Call, caller: LoggedIn): Promise<string[]> {
  const { status, text } = await makeCall(portal, route, call, caller)
  if (caller.area !== 'client') return []
  if (status < 300) seen.answered += 1
  const leaks = HIDDEN.test(text) ? [`answer to resident ${caller.id}: ${text}`] : []
  if (!searchable.has(route)) return leaks
  seen.searches += 1
  return [...leaks, ...(await findSearchLeaks(route, call, caller))]
}

describe('no answer, search or live event of a resident holds a word of an internal note', () => {
  test.each(Object.entries(ENTRIES))('%s', async (route, { residents, administrators, open, waitAfter }) => {
    const accounts = await makeAccounts(setup)
    const { owner, other } = accounts
    const makers = [
      ...(residents || open ? [owner] : []),
      // Calls of the office are made too, because they may notify residents.
      ...(administrators ? [await accounts.administrator(getFlagsExcept([]))] : []),
    ]
    const leaks: string[] = []
    for (const maker of makers) {
      const call = await prepare(route, accounts, maker)
      await markRecords(accounts)
      leaks.push(...(await findLeaks(route, call, maker)))
      if (maker === owner) leaks.push(...(await findLeaks(route, call, other)))
      await waitAfter?.(accounts)
    }
    leaks.push(...(await findLeakingEvents()))
    await accounts.removeFlags()
    expect(leaks).toEqual([])
  })
})

test('no notification or mail of a resident holds a word of an internal note, nor an event of a job', async () => {
  // Runs the jobs, because reminders and other jobs also send notifications and mails.
  await portal.runJobs()
  expect(await findLeakingEvents()).toEqual([])
  const notices = await portal.db
    .selectFrom('notifications')
    .selectAll()
    .where('area', '=', 'client')
    .execute()
  expect(notices.filter((row) => HIDDEN.test(JSON.stringify(row)))).toEqual([])
  // Joins the lines of each mail, because a line break may split the marker.
  const mails = setup.mails.map(({ data }) => data.replaceAll('=\r\n', ''))
  expect(mails.filter((mail) => HIDDEN.test(mail))).toEqual([])
  expect(notices.length).toBeGreaterThan(30)
  expect(mails.length).toBeGreaterThan(0)
})

test('control: the walk saw answers, searches and events of residents, and marked events of the office', () => {
  expect(seen.answered).toBeGreaterThan(80)
  expect(seen.searches).toBeGreaterThan(10)
  expect(seen.toResidents).toBeGreaterThan(100)
  expect(seen.toOffice).toBeGreaterThan(100)
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
