import type { Client } from 'pg'
import { expect } from 'vitest'
import { checkTallies } from '#commands/check-tallies.ts'
import { connect, getConnectionString } from '#platform/db/connect.ts'
import type { TestPortal } from '#testing/portal.ts'
import { RESET_GROUP_NAMES, addDependentGroups, type ResetGroup } from '@tahanan/contract/reset.ts'
import { emptyGroups } from './empty-groups.ts'
import { COUNTED_NOUNS_BY_GROUP } from './groups.ts'
import { previewReset } from './preview-reset.ts'

type Counts = Readonly<Record<string, number>>
type CheckReset<Result> = (counts: Counts, countsBefore: Counts, client: Client) => Promise<Result>

export async function openDemo(portal: TestPortal) {
  const { db, pool } = portal.services
  const superAdmin = await portal.as('super-admin')
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
  await db
    .updateTable('admins')
    .set({ totp_secret: Buffer.from('sealed'), totp_since: new Date() })
    .execute()
  await db
    .insertInto('idempotency_keys')
    .values({
      area: 'admin',
      account_id: admin.id,
      call: 'POST /api/post',
      key: 'k',
      body_sha: Buffer.alloc(32),
    })
    .execute()
  await pool.query(
    `with entry as (
      insert into waiting_entries (tenant_id, amenity_id, during, state, offered_until)
      select $1, id, tstzrange(now() + interval '90 days', now() + interval '91 days'), 'offered', now()
      from amenities limit 1 returning id, amenity_id, during)
     insert into amenity_bookings (waiting_id, amenity_id, during) select id, amenity_id, during from entry`,
    [reservation.tenant_id],
  )
  await pool.query(
    `insert into payments (reference_number, tenant_id, type, soa_amount, amount_paid, reservation_id, post_by_id)
     values ('PY-2026-900001', $1, 1, 0, 0, $2, $3)`,
    [reservation.tenant_id, reservation.id, admin.id],
  )

  /**
   * Empties the groups, calls `check` with the row counts after and before, and rolls back, so that each test
   * starts with the same rows.
   */
  async function tryReset<Result>(groups: readonly ResetGroup[], check: CheckReset<Result>): Promise<Result> {
    const client = await connect(getConnectionString(pool), 'test')
    try {
      const countsBefore = await countRowsByTable(client)
      await client.query('begin')
      await emptyGroups(client, groups, superAdmin.id, 'Asia/Manila')
      return await check(await countRowsByTable(client), countsBefore, client)
    } finally {
      await client.query('rollback')
      await client.end()
    }
  }

  const expectOnlyGroupEmptied = (
    group: ResetGroup,
    check: CheckReset<void> = async () => {},
  ): Promise<void> =>
    tryReset([group], async (counts, countsBefore, client) => {
      await checkTallies(client)
      for (const { name, count } of await previewReset(client, [group], superAdmin.id)) {
        const isKept = ['websiteSettings', 'systemParameterSettings'].includes(name)
        if (!isKept) expect(count, name).toBe(0)
      }
      expect(counts['bank_accounts']).toBe(group === 'websiteSettings' ? 0 : countsBefore['bank_accounts'])
      const otherGroups = RESET_GROUP_NAMES.filter((name) => !addDependentGroups([group]).includes(name))
      const tables = otherGroups
        .flatMap((name) => COUNTED_NOUNS_BY_GROUP[name].map(([, , from]) => from))
        .filter((from) => /^\w+$/.test(from))
      // Deleting tenants also deletes some rows of these tables.
      const partlyEmptiedTables = group === 'users' ? ['comments', 'notifications'] : []
      for (const table of tables.filter((name) => !partlyEmptiedTables.includes(name)))
        expect(counts[table], table).toBe(countsBefore[table])
      expect([countsBefore['idempotency_keys'], counts['idempotency_keys']]).toEqual([1, 0])
      expect(counts['audit_log']).toBe(countsBefore['audit_log'])
      expect(counts['super_admins']).toBeGreaterThanOrEqual(1)
      expect(counts['ticket_counters']).toBe(countsBefore['ticket_counters'])
      const { rows: orphanedFiles } = await client.query(
        `select from files where owner_kind = 'ticket' and owner_id not in (select id from tickets)`,
      )
      expect(orphanedFiles).toHaveLength(0)
      const { rows: settings } = await client.query(`select from settings where name = 'websiteName'`)
      expect(settings).toHaveLength(1)
      const keys = `select count(*)::int as n, count(*) filter (where not convalidated)::int as open
        from pg_constraint where contype = 'f'`
      const { rows: now } = await client.query(keys)
      const keysAfter = await pool.query(keys)
      expect(now).toEqual(keysAfter.rows)
      await check(counts, countsBefore, client)
    })

  return { superAdmin, expectOnlyEmptied: expectOnlyGroupEmptied }
}

async function countRowsByTable(client: Client): Promise<Counts> {
  const { rows: tables } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
  )
  const countQueries = tables.map(({ name }) => `select '${name}' as name, count(*)::int as n from "${name}"`)
  const { rows } = await client.query<{ name: string; n: number }>(countQueries.join(' union all '))
  return Object.fromEntries(rows.map(({ name, n }) => [name, n]))
}
