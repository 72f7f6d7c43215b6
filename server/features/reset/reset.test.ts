import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { fileReaders } from '#boot/file-readers.ts'
import { checkTallies } from '#commands/check-tallies.ts'
import { seedDemo } from '#demo/seed-demo.ts'
import { booksOf } from '#features/ledger/testing.ts'
import { openSeriesBy } from '#features/receipts/testing.ts'
import { openArchive } from '#platform/backup/archive/read-archive.ts'
import { connect, connectionOf } from '#platform/db/connect.ts'
import { TEST_PASSWORD } from '#testing/accounts.ts'
import { openTestPortal } from '#testing/portal.ts'
import { RESET_GROUP_NAMES, addDependentGroups, type ResetGroup } from '@tahanan/contract/reset.ts'
import { emptyGroups } from './empty-groups.ts'
import { COUNTED, OWNERS, SETTING_OWNERS } from './groups.ts'
import { previewReset } from './preview.ts'

const portal = await openTestPortal()
const { db, files } = portal.services
await seedDemo({ db, files, timeZone: 'Asia/Manila' })
const superAdmin = await portal.as('super-admin')
// the demo has no comments of the office, bank accounts, payments for reservations or views
const admin = await db.selectFrom('admins').select('id').executeTakeFirstOrThrow()
const post = await db.selectFrom('posts').select('id').executeTakeFirstOrThrow()
const reservation = await db
  .selectFrom('tickets')
  .select(['id', 'tenant_id'])
  .where('module', '=', 'reservation')
  .executeTakeFirstOrThrow()
await db
  .insertInto('comments')
  .values({ post_id: post.id, admin_id: admin.id, comment: 'From the office' })
  .execute()
await db
  .insertInto('bank_accounts')
  .values({ bank: 'BDO', account_name: 'Capiz', account_number: '0012', position: 1, active: 1 })
  .execute()
await portal.services.pool.query(
  `insert into payments (reference_number, tenant_id, type, soa_amount, amount_paid, reservation_id, post_by_id)
   values ('PY-2026-900001', $1, 1, 0, 0, $2, $3)`,
  [reservation.tenant_id, reservation.id, admin.id],
)

/** Empties groups, runs the checks and rolls back. */
async function trial<Result>(
  groups: readonly ResetGroup[],
  look: (
    counts: Record<string, number>,
    before: Record<string, number>,
    client: Awaited<ReturnType<typeof connect>>,
  ) => Promise<Result>,
): Promise<Result> {
  const client = await connect(connectionOf(portal.services.pool), 'test')
  try {
    const before = await countAll(client)
    await client.query('begin')
    await emptyGroups(client, groups, superAdmin.id, 'Asia/Manila')
    return await look(await countAll(client), before, client)
  } finally {
    await client.query('rollback')
    await client.end()
  }
}

async function countAll(client: Awaited<ReturnType<typeof connect>>): Promise<Record<string, number>> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
  )
  const counts: Record<string, number> = {}
  for (const { name } of rows) {
    const found = await client.query<{ n: number }>(`select count(*)::int as n from "${name}"`)
    counts[name] = found.rows[0]?.n ?? 0
  }
  return counts
}

describe.each(RESET_GROUP_NAMES.map((group) => [group]))('resetting %s', (group) => {
  test('empties its records only, and leaves totals and references correct', async () => {
    await trial([group], async (counts, before, client) => {
      await checkTallies(client)
      for (const { name, count } of await previewReset(client, [group], superAdmin.id)) {
        const kept = ['websiteSettings', 'systemParameterSettings'].includes(name)
        if (!kept) expect(count, name).toBe(0)
      }
      expect(counts['bank_accounts']).toBe(group === 'websiteSettings' ? 0 : before['bank_accounts'])
      const others = RESET_GROUP_NAMES.filter((name) => !addDependentGroups([group]).includes(name))
      const tables = others
        .flatMap((name) => COUNTED[name].map(([, , from]) => from))
        .filter((from) => /^\w+$/.test(from))
      // Tenants delete their own comments and notifications; other groups stay unchanged.
      const partly = group === 'users' ? ['comments', 'notifications'] : []
      for (const table of tables.filter((name) => !partly.includes(name)))
        expect(counts[table], table).toBe(before[table])
      expect(counts['audit_log']).toBe(before['audit_log'])
      expect(counts['super_admins']).toBeGreaterThanOrEqual(1)
      expect(counts['ticket_counters']).toBe(before['ticket_counters'])
      const { rows: dangling } = await client.query(
        `select from files where owner_kind = 'ticket' and owner_id not in (select id from tickets)`,
      )
      expect(dangling).toHaveLength(0)
      const { rows: settings } = await client.query(`select from settings where name = 'websiteName'`)
      expect(settings).toHaveLength(1)
      // Foreign keys are restored.
      const keys = `select count(*)::int as n, count(*) filter (where not convalidated)::int as open
        from pg_constraint where contype = 'f'`
      const { rows: now } = await client.query<{ n: number; open: number }>(keys)
      const then = await portal.services.pool.query<{ n: number; open: number }>(keys)
      expect(now).toEqual(then.rows)
    })
  })
})

test('a payment for a reservation stays without it, approvers keep their names, the office its comments', async () => {
  await trial(['reservations'], async (_, __, client) => {
    const { rows } = await client.query(
      `select reservation_id from payments where reference_number = 'PY-2026-900001'`,
    )
    expect(rows).toEqual([{ reservation_id: null }])
  })
  await trial(['admins'], async (_, before, client) => {
    const { rows } = await client.query<{
      name: string
      status: number
      email: string
      password_hash: string
    }>('select * from admins')
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.length).toBeLessThanOrEqual(before['admins'] ?? 0)
    for (const row of rows) expect(row).toMatchObject({ status: 0, email: '', password_hash: '', roles: [] })
    expect(rows.every(({ name }) => name !== '')).toBe(true)
  })
  await trial(['users'], async (_, __, client) => {
    const { rows } = await client.query<{ admin_id: number | null }>('select admin_id from comments')
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.every(({ admin_id }) => admin_id !== null)).toBe(true)
  })
})

/** Rows of conversations and their files after resetting groups. */
const left = async (groups: readonly ResetGroup[]) =>
  trial(groups, async (counts, _, client) => {
    const { rows } = await client.query<{ n: number }>(
      `select count(*)::int as n from files where owner_kind in ('message', 'internalNote')`,
    )
    const { threads, messages, internal_notes: notes, prepared_answers: answers } = counts
    return { threads, messages, notes, answers, files: rows[0]?.n }
  })

test('messages and notes go with their ticket or tenant, with their files', async () => {
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
  const all = await left(['posts'])
  expect(all).toEqual({ threads: 3, messages: 6, notes: 1, answers: 3, files: 7 })
  expect(await left(['requests'])).toEqual({ threads: 1, messages: 2, notes: 0, answers: 3, files: 2 })
  expect(await left(['users'])).toEqual({ threads: 0, messages: 0, notes: 0, answers: 3, files: 0 })
  expect(await left(['systemParameterSettings'])).toEqual({ ...all, answers: 0 })
  await db.deleteFrom('files').where('folder', '=', 'attachments').execute()
})

test('every kind of file has an owner table', () => {
  for (const kind of Object.keys(fileReaders))
    expect([...Object.keys(OWNERS), ...SETTING_OWNERS]).toContain(kind)
})

const url = (...groups: string[]) => `/reset-data?tables=${groups.join(',')}`
const refusals = async () =>
  (await portal.db.selectFrom('audit_log').select(['detail']).where('action', '=', 'refused').execute()).map(
    ({ detail }) => detail ?? '',
  )

describe('a reset by call', () => {
  test('is previewed in numbers', async () => {
    const { body } = await superAdmin.get<{ groups: { name: string; words: string; chosen: boolean }[] }>(
      '/reset-data/preview?tables=users,policies',
    )
    const found = Object.fromEntries(body.groups.map(({ name, words }) => [name, words]))
    expect(found['users']).toMatch(/^60 tenants/)
    expect(found['payments']).toMatch(/^\d+ payments?$/)
    expect(body.groups.find(({ name }) => name === 'payments')?.chosen).toBe(false)
    expect(body.groups.find(({ name }) => name === 'policies')?.chosen).toBe(true)
    expect((await superAdmin.get('/reset-data/preview?tables=')).status).toBe(400)
  })

  test('is refused and recorded: other roles, wrong, missing and guessed passwords, unknown groups', async () => {
    const admin = await portal.as('admin')
    const resident = await portal.as('client')
    expect((await portal.nobody.delete(url('posts'), { password: TEST_PASSWORD })).status).toBe(401)
    for (const caller of [admin, resident]) {
      expect((await caller.delete(url('posts'), { password: TEST_PASSWORD })).status).toBe(403)
      expect((await caller.get('/reset-data/preview?tables=posts')).status).toBe(403)
    }
    expect((await superAdmin.delete(url('posts'), { password: 'not this one' })).body.errors).toEqual({
      password: ['The password is not right.'],
    })
    expect((await superAdmin.delete(url('posts'), {})).body.errors).toEqual({
      password: ['Please input your password!'],
    })
    expect((await superAdmin.delete(url('posts'))).status).toBe(400)
    for (const tables of [
      'secrets',
      'posts,audit_log',
      'posts;drop table posts',
      '__proto__',
      'constructor',
      '',
    ])
      expect(
        (await superAdmin.delete(url(encodeURIComponent(tables)), { password: TEST_PASSWORD })).status,
        tables,
      ).toBe(400)
    const told = await refusals()
    expect(told.filter((detail) => detail.includes('DELETE /api/reset-data')).length).toBe(2)
    for (const why of [
      'The password is not right',
      'Please input your password',
      'There is no group secrets',
    ])
      expect(
        told.some((detail) => detail.includes(why)),
        why,
      ).toBe(true)

    const guesser = await portal.as('super-admin')
    const statuses: number[] = []
    for (let n = 0; n < 12; n++)
      statuses.push((await guesser.delete(url('posts'), { password: `guess ${n}` })).status)
    expect(statuses.at(-1)).toBe(429)
    expect(await portal.db.selectFrom('posts').select('id').execute()).not.toHaveLength(0)
    expect(await portal.db.selectFrom('backups').select('id').execute()).toHaveLength(0)
    await portal.db.deleteFrom('login_failures').execute()
  })

  test('is not run if its backup fails', async () => {
    const { config } = portal.services
    const broken = { ...portal.services, config: { ...config, dataDir: '/dev/null/nowhere' } }
    const { resetData } = await import('./reset-data.ts')
    const actor = { area: 'super-admin', id: superAdmin.id, sessionId: 0, name: 'Super Admin' } as const
    await expect(resetData(broken, actor, ['posts'], TEST_PASSWORD, '127.0.0.1')).rejects.toThrow(
      'Unable To Reset Database',
    )
    expect(await portal.db.selectFrom('posts').select('id').execute()).not.toHaveLength(0)
    expect((await refusals()).some((detail) => detail.includes('its backup failed'))).toBe(true)
  })

  test('of everything keeps only the caller and the defaults, and leaves a readable backup', async () => {
    const admin = await portal.as('admin')
    const resident = await portal.as('client')
    const other = await portal.as('super-admin')
    const register = () =>
      portal.db.selectFrom('issued_numbers').select(['number', 'amount', 'at']).orderBy('id').execute()
    await openSeriesBy(admin)
    const entryId = await booksOf(portal, admin).charge(resident)
    expect((await admin.post('/invoice', { entryId })).status).toBe(201)
    // an administrator of a series stays, closed permanently (rules 12.4)
    await portal.db.updateTable('number_series').set({ admin_id: null }).execute()
    const issued = await register()
    const jobs = () => portal.services.pool.query('select from graphile_worker.jobs')
    await portal.services.pool.query(`select graphile_worker.add_job('of-a-record')`)
    const answer = await superAdmin.delete(url(...RESET_GROUP_NAMES), { password: TEST_PASSWORD })
    expect(answer.status).toBe(200)
    expect((await jobs()).rows).toEqual([])
    const archive = await openArchive(
      join(portal.services.config.dataDir, 'backups', String(answer.body['backup'])),
    )
    expect(archive.manifest.tables.find(({ name }) => name === 'tickets')?.rows).toBeGreaterThan(400)
    await archive.close()

    for (const table of [
      'tenants',
      'tickets',
      'ticket_events',
      'ticket_tallies',
      'payments',
      'posts',
      'comments',
      'admins',
      'amenities',
      'notifications',
      'statements',
    ])
      expect((await portal.services.pool.query(`select from ${table}`)).rows, table).toHaveLength(0)
    for (const caller of [admin, resident, other]) expect((await caller.get('/me')).status).toBe(401)
    expect((await superAdmin.get('/me')).status).toBe(200)
    const name = (await portal.nobody.get<{ name: string; value: string }[]>('/public-website-settings')).body
    expect(name.find((setting) => setting.name === 'websiteName')?.value).toBe('Tahanan')
    expect((await portal.nobody.get('/public-terms-and-conditions')).status).toBe(200)
    const login = await portal.nobody.post('/login/super-admin', {
      email: superAdmin.account.email,
      password: TEST_PASSWORD,
    })
    expect(login.status).toBe(200)

    // the register keeps its numbers without names (rules 18.11)
    expect(await register()).toEqual(issued)
    const named = sql`select from issued_numbers where num_nonnulls(tenant_id, payment_id, entry_id, document) > 0`
    expect((await named.execute(portal.db)).rows).toEqual([])

    const told = await portal.takeDeliveries()
    for (const area of ['client', 'admin']) expect(told).toContainEqual({ disconnect: `area.${area}` })
    const row = await portal.db
      .selectFrom('audit_log')
      .selectAll()
      .where('action', '=', 'reset')
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({ actor_area: 'super-admin', actor_id: superAdmin.id, subject: 'database' })
    expect(row.after).toMatchObject({
      payments: expect.stringMatching(/^\d+ payments, 1 charge or credit$/) as string,
    })
    // One row for the whole reset, not one per record.
    expect(
      await portal.db.selectFrom('audit_log').select('id').where('action', '=', 'remove').execute(),
    ).toHaveLength(0)
    const owned = await portal.db
      .selectFrom('files')
      .select('key')
      .where('owner_id', 'is not', null)
      .execute()
    expect(owned).toHaveLength(0)

    // the next receipt continues the numbers
    const last = issued.findLast(({ number }) => number.startsWith('AR-'))?.number
    await booksOf(portal, await portal.as('admin')).pay(await portal.as('client'), 10)
    const next = (await register()).at(-1)?.number
    expect(Number(next?.slice(8))).toBe(Number(last?.slice(8)) + 1)
  })
})
