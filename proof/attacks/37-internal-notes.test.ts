import { afterAll, beforeAll, expect, test } from 'vitest'
import { upload } from '@tahanan/server/features/tickets/testing.ts'
import type { RoomEvent } from '@tahanan/server/platform/realtime/outbox.ts'
import type { LoggedIn } from '@tahanan/server/testing/callers.ts'
import { ENTRIES } from '../access/entries.ts'
import type { Call } from '../access/entry.ts'
import { makeCall } from '../access/make-call.ts'
import {
  allFlagsBut,
  makeAccounts,
  openAccessPortal,
  type AccessPortal,
  type TestAccounts,
} from '../access/test-accounts.ts'

/**
 * Attack 37: a word of an internal note in anything that a resident receives. Makes every call of the portal
 * as the resident and as the office, with a marked note about each record that the call made, and looks for
 * the mark in answers, searches, live events, notifications and mails.
 */

const WORD = 'Quibangbang'
const HIDDEN = new RegExp(WORD, 'i')

let setup: AccessPortal
beforeAll(async () => {
  setup = await openAccessPortal()
})
afterAll(() => setup.close())

/** Writes a marked note with a marked file about each record that has none. */
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

/** Prepares a call; undefined if it cannot be prepared for this caller. */
const prepare = async (route: string, accounts: TestAccounts, caller: LoggedIn): Promise<Call> =>
  (await ENTRIES[route]?.prepare?.(accounts, caller)) ?? {}

/** Searched lists find nothing by the word, so that no count tells of a note. */
async function searched(route: string, call: Call, caller: LoggedIn): Promise<string[]> {
  const { text, status } = await makeCall(
    setup.portal,
    route,
    { ...call, query: { ...call.query, searchTerm: WORD } },
    caller,
  )
  if (status !== 200) return []
  const { data, total } = JSON.parse(text) as { data?: unknown[]; total?: number }
  return (total ?? 0) > 0 || (Array.isArray(data) && data.length > 0) ? [`${route}: ${text}`] : []
}

test('no call, search, live event, notification or mail of a resident holds a word of an internal note', async () => {
  const { portal } = setup
  const leaks: string[] = []
  let [answered, searches, toResidents, toOffice] = [0, 0, 0, 0]

  /** Looks into the live events since the last look. */
  const listen = async (route: string) => {
    for (const { room, event, data } of (await portal.takeDeliveries()).filter(
      (delivery): delivery is RoomEvent => 'event' in delivery,
    )) {
      const isMarked = HIDDEN.test(`${event} ${JSON.stringify(data)}`)
      const isOfOffice = /^(admin|super-admin)\.\d+$/.test(room)
      if (isOfOffice) toOffice += isMarked ? 1 : 0
      else toResidents += 1
      if (isMarked && !isOfOffice) leaks.push(`${route}: event ${event} to ${room}`)
    }
  }

  const look = async (route: string, call: Call, caller: LoggedIn) => {
    const { status, text } = await makeCall(portal, route, call, caller)
    if (caller.area !== 'client') return
    if (status < 300) answered += 1
    if (HIDDEN.test(text)) leaks.push(`${route} by resident ${caller.id}`)
    if (!searchable.has(route)) return
    searches += 1
    leaks.push(...(await searched(route, call, caller)))
  }

  const searchable = await searchedRoutes()
  for (const [route, entry] of Object.entries(ENTRIES)) {
    const { residents, administrators, open, waitAfter } = entry
    const accounts = await makeAccounts(setup)
    const { owner, other } = accounts
    const makers = [
      ...(residents || open ? [owner] : []),
      // Whatever the office does may notify residents.
      ...(administrators ? [await accounts.administrator(allFlagsBut([]))] : []),
    ]
    for (const maker of makers) {
      const call = await prepare(route, accounts, maker)
      await markRecords(accounts)
      await look(route, call, maker)
      if (maker === owner) await look(route, call, other)
      await waitAfter?.(accounts)
    }
    await listen(route)
    await accounts.removeFlags()
  }

  // Reminders and other jobs send their notices and mails.
  await portal.runJobs()
  await listen('jobs')
  const notices = await portal.db
    .selectFrom('notifications')
    .selectAll()
    .where('area', '=', 'client')
    .execute()
  leaks.push(
    ...notices.filter((row) => HIDDEN.test(JSON.stringify(row))).map(({ title }) => `notice ${title}`),
  )
  // A line of a mail may be broken anywhere.
  const mails = setup.mails.map(({ data }) => data.replaceAll('=\r\n', ''))
  leaks.push(...mails.filter((mail) => HIDDEN.test(mail)))
  expect(leaks).toEqual([])

  // Each control shows that the walk saw something.
  expect(answered).toBeGreaterThan(80)
  expect(searches).toBeGreaterThan(10)
  expect(toResidents).toBeGreaterThan(100)
  expect(toOffice).toBeGreaterThan(100)
  expect(notices.length).toBeGreaterThan(30)
  expect(mails.length).toBeGreaterThan(0)
})

/** Returns the routes whose calls have a search term. */
async function searchedRoutes(): Promise<Set<string>> {
  const { body } = await setup.portal.nobody.get<{
    paths: Record<string, Record<string, { parameters?: { name: string }[] }>>
  }>('/openapi.json')
  return new Set(
    Object.entries(body.paths).flatMap(([path, { get }]) =>
      get?.parameters?.some(({ name }) => name === 'searchTerm') ? [`GET ${path}`] : [],
    ),
  )
}

test('files of internal notes open for nobody but viewers of the record, and tell no resident of them', async () => {
  const accounts = await makeAccounts(setup)
  const { portal, owner, office } = accounts
  await markRecords(accounts)
  const note = await portal.db
    .selectFrom('internal_notes')
    .select('files')
    .where('tenant_id', '=', owner.id)
    .where('ticket_id', 'is', null)
    .executeTakeFirstOrThrow()
  const key = note.files[0]?.url ?? ''
  const path = `/file?name=${encodeURIComponent(key)}`
  const blind = await portal.as('admin', { roles: { gatepass: ['view', 'edit'] } })
  const superAdmin = accounts.superAdmin
  const statuses = await Promise.all(
    [office, owner, accounts.other, blind, superAdmin].map(async (who) => (await who.get(path)).status),
  )
  expect(statuses).toEqual([200, 404, 404, 404, 404])
  // Nor can a resident claim it for a message of their own.
  const stolen = { kind: 'tenant', id: owner.id, text: '', files: [{ name: 'Mine.png', url: key }] }
  expect((await owner.post('/message', stolen)).status).toBe(400)
})
