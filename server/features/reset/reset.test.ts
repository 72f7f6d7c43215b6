import { sql } from 'kysely'
import type { Client } from 'pg'
import { describe, expect, test } from 'vitest'
import { fileReaders } from '#boot/file-readers.ts'
import { connect, getConnectionString } from '#platform/db/connect.ts'
import { openDemoPortal } from '#testing/portal.ts'
import { closeGroups } from './empty-groups.ts'
import { TABLE_BY_FILE_OWNER, SETTING_FILE_OWNERS } from './groups.ts'
import { previewReset } from './preview-reset.ts'
import { openDemo } from './testing.ts'

const portal = await openDemoPortal()
const { db } = portal.services
const { superAdmin, expectOnlyEmptied } = await openDemo(portal)
await db
  .insertInto('files')
  .columns([
    'key',
    'folder',
    'name',
    'mime',
    'bytes',
    'uploader_area',
    'uploader_id',
    'owner_kind',
    'owner_id',
  ])
  .expression(
    sql`select 'attachments/' || kind || id, 'attachments', 'a.png', 'image/png', 1, 'admin', 1, kind, id
      from (select 'message' as kind, id from messages
        union all select 'internalNote', id from internal_notes) as owners`,
  )
  .execute()

async function countConversations(client: Client) {
  const { rows } = await client.query<Record<string, number>>(`select
    (select count(*) from threads)::int as threads, (select count(*) from messages)::int as messages,
    (select count(*) from internal_notes)::int as notes, (select count(*) from prepared_answers)::int as answers,
    (select count(*) from files where owner_kind in ('message', 'internalNote'))::int as files`)
  return rows[0]
}
const ALL_COUNTS = { threads: 3, messages: 6, notes: 1, answers: 3, files: 7 }

describe('a reset of a group empties its records only, and leaves totals and references correct:', () => {
  test('job orders with their conversations and the files of these', () =>
    expectOnlyEmptied('requests', async (_, __, client) => {
      const remainingCounts = { threads: 1, messages: 2, notes: 0, answers: 3, files: 2 }
      expect(await countConversations(client)).toEqual(remainingCounts)
    }))

  test('reservations; a payment for one stays without it', () =>
    expectOnlyEmptied('reservations', async (_, __, client) => {
      const { rows } = await client.query(
        `select reservation_id, pays_dues from payments where reference_number = 'PY-2026-900001'`,
      )
      expect(rows).toEqual([{ reservation_id: null, pays_dues: false }])
      expect(await countConversations(client)).toEqual(ALL_COUNTS)
    }))

  test('visitors with all walk-ins', () =>
    expectOnlyEmptied('visitors', async (counts) => expect(counts['walk_ins']).toBe(0)))

  test('payments', () => expectOnlyEmptied('payments'))

  test('tenants with all conversations; the office keeps its comments', () =>
    expectOnlyEmptied('users', async (_, __, client) => {
      const noConversations = { threads: 0, messages: 0, notes: 0, answers: 3, files: 0 }
      expect(await countConversations(client)).toEqual(noConversations)
      const { rows } = await client.query<{ admin_id: number | null }>('select admin_id from comments')
      expect(rows.length).toBeGreaterThan(0)
      expect(rows.every(({ admin_id: id }) => id !== null)).toBe(true)
    }))

  test('administrators; those whom a record names keep only their name', () =>
    expectOnlyEmptied('admins', async (_, countsBefore, client) => {
      const { rows } = await client.query<{ name: string }>('select * from admins')
      expect(rows.length).toBeGreaterThan(0)
      expect(rows.length).toBeLessThanOrEqual(countsBefore['admins'] ?? 0)
      for (const row of rows)
        expect(row).toMatchObject({
          name: expect.stringMatching(/./) as string,
          status: 0,
          email: '',
          password_hash: '',
          totp_secret: null,
          totp_since: null,
          roles: [],
        })
    }))

  test('settings of the services, with prepared answers', () =>
    expectOnlyEmptied('systemParameterSettings', async (_, __, client) => {
      expect(await countConversations(client)).toEqual({ ...ALL_COUNTS, answers: 0 })
    }))
})

test('every kind of file has an owner table', () => {
  for (const kind of Object.keys(fileReaders))
    expect([...Object.keys(TABLE_BY_FILE_OWNER), ...SETTING_FILE_OWNERS]).toContain(kind)
})

test('a reset is previewed in numbers', async () => {
  const { body } = await superAdmin.get<{ groups: { name: string; words: string; chosen: boolean }[] }>(
    '/reset-data/preview?tables=users,policies',
  )
  const groupTexts = Object.fromEntries(body.groups.map(({ name, words }) => [name, words]))
  expect(groupTexts['users']).toMatch(/^60 tenants/)
  expect(groupTexts['payments']).toMatch(/^\d+ payments?$/)
  expect(body.groups.find(({ name }) => name === 'payments')?.chosen).toBe(false)
  expect(body.groups.find(({ name }) => name === 'policies')?.chosen).toBe(true)
  expect((await superAdmin.get('/reset-data/preview?tables=')).status).toBe(400)
})

test('a preview counts walk-ins, waiting lists and batches of reminders, and the reset locks them (rules 12.1, 12.6)', async () => {
  const client = await connect(getConnectionString(portal.services.pool), 'test')
  try {
    await client.query('begin')
    await client.query(
      `insert into walk_ins (key, tenant_id, name, purpose, admin_id, admin_name, call_at)
       select gen_random_uuid(), id, 'Maria Santos', 'Delivery', 1, 'Guard', now() from tenants limit 1`,
    )
    await client.query(
      `insert into reminder_batches (kind, days, text, reminders, amount, admin_id)
       select 'on', 0, '', 0, 0, id from admins limit 1`,
    )
    for (const [group, table] of [
      ['visitors', 'walk_ins'],
      ['reservations', 'waiting_entries'],
      ['users', 'reminder_batches'],
    ] as const) {
      const { rows } = await client.query<{ n: number }>(`select count(*)::int as n from ${table}`)
      const [preview] = (await previewReset(client, [group], superAdmin.id)).filter(
        ({ name }) => name === group,
      )
      expect(preview?.words).toContain(`${rows[0]?.n} ${NOUNS[table][rows[0]?.n === 1 ? 0 : 1]}`)
      await closeGroups(client, [group])
      const { rows: locks } = await client.query(
        `select from pg_locks where pid = pg_backend_pid() and mode = 'ExclusiveLock' and relation = $1::regclass`,
        [table],
      )
      expect(locks, table).toHaveLength(1)
    }
  } finally {
    await client.query('rollback')
    await client.end()
  }
})

const NOUNS = {
  walk_ins: ['walk-in', 'walk-ins'],
  waiting_entries: ['waiting-list entry', 'waiting-list entries'],
  reminder_batches: ['batch of reminders', 'batches of reminders'],
} as const
