import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkTallies } from '#commands/check-tallies.ts'
import { listTablesToBackUp } from '#platform/backup/begin-snapshot.ts'
import { createDemoInstallation, withPool, type TestInstallation } from '#platform/backup/testing.ts'
import { openDatabase } from '#platform/db/client.ts'
import { hashPassword } from '#platform/hash-password.ts'
import { createTestAdmin, createTestTenant } from '#testing/accounts.ts'
import { openTestPortal } from '#testing/portal.ts'
import { previewDemoRemoval, requireNoDemo, removeDemo } from './remove-demo.ts'

let demoInstallation: TestInstallation
beforeAll(async () => {
  demoInstallation = await createDemoInstallation()
  // Closes the database connections. The removal would take open ones for a running portal and refuse to
  // start.
  await demoInstallation.db.destroy()
})
afterAll(() => demoInstallation.close())

const query = <Row extends object>(text: string, values: unknown[] = []) =>
  withPool(demoInstallation, async (pool) => (await pool.query<Row>(text, values)).rows)

/**
 * Opens a database client for `callback` and closes it afterwards: the removal would take an open connection for
 * a running portal and refuse to start.
 */
async function withDb<Result>(callback: (db: TestInstallation['db']) => Promise<Result>): Promise<Result> {
  const { db, close } = openDatabase({ connectionString: demoInstallation.connectionString })
  try {
    return await callback(db)
  } finally {
    await close()
  }
}

test('a portal without DEMO=true refuses to start on a demo community', async () => {
  await expect(withDb(requireNoDemo)).rejects.toThrow(/holds the demo community[^]*npm run remove-demo/)
})

test('records of users that refer to the demo prevent its removal', async () => {
  const insertedRows = await withDb(async (db) => {
    const admin = await db
      .selectFrom('admins')
      .select('id')
      .where('email', '=', 'admin@demo.test')
      .executeTakeFirstOrThrow()
    const amenity = await db.selectFrom('amenities').select('id').limit(1).executeTakeFirstOrThrow()
    const tenant = await createTestTenant(db, { clientCode: 'OWN-1', uoccname: 'Somebody Real' })
    const ticket = await db
      .insertInto('tickets')
      .values({
        module: 'reservation',
        ticket_number: 'RS-OWN-1',
        tenant_id: tenant.id,
        details: JSON.stringify({ amenityId: amenity.id }),
        search_text: '',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const policy = await db
      .insertInto('memorandums')
      .values({ title: 'Real water', description: '', date: new Date(), post_by_id: admin.id })
      .returning('id')
      .executeTakeFirstOrThrow()
    const comment = await sql<{ id: number }>`insert into comments (post_id, tenant_id, comment)
      select min(id), ${tenant.id}, 'Really' from posts returning id`.execute(db)
    return { tenant: tenant.id, ticket: ticket.id, memorandum: policy.id, comment: comment.rows[0]?.id }
  })
  const installationPlace = {
    connectionString: demoInstallation.connectionString,
    dataDir: demoInstallation.dataDir,
  }
  const { blockers } = await previewDemoRemoval(demoInstallation.connectionString)
  expect(blockers.toSorted()).toEqual([
    '1 comment (Really) of its posts',
    '1 memorandum (Real water) of its administrators',
    '1 service ticket (RS-OWN-1) of its amenities',
  ])
  await expect(removeDemo(installationPlace)).rejects.toThrow(/Nothing was removed[^]*RS-OWN-1/)
  expect(await query('select from tenants')).toHaveLength(61)
  expect(await readdir(demoInstallation.dataDir)).not.toContain('backups')

  await query('delete from tickets where id = $1', [insertedRows.ticket])
  await query('delete from memorandums where id = $1', [insertedRows.memorandum])
  await query('delete from comments where id = $1', [insertedRows.comment])
})

test('a removal makes a backup, deletes the demo and keeps records of users', async () => {
  const ownHash = await hashPassword('something-own-1')
  await withDb(async (db) => {
    const [tenant] = await db.selectFrom('tenants').select('id').where('client_code', '=', 'OWN-1').execute()
    await db
      .insertInto('tickets')
      .values({ module: 'gatePass', ticket_number: 'GP-OWN-1', tenant_id: tenant?.id ?? 0, search_text: '' })
      .execute()
    await db
      .updateTable('admins')
      .set({ email: 'guard@example.test', password_hash: ownHash })
      .where('email', '=', 'guard@demo.test')
      .execute()
    await db.updateTable('settings').set({ value: 'Bahay Real' }).where('name', '=', 'websiteName').execute()
  })
  const { counts } = await previewDemoRemoval(demoInstallation.connectionString)
  expect(counts).toEqual(
    expect.arrayContaining(['1 super-administrator', '6 administrators', '60 tenants', '6 amenities']),
  )
  const { backup } = await removeDemo({
    connectionString: demoInstallation.connectionString,
    dataDir: demoInstallation.dataDir,
  })
  expect(await readdir(join(demoInstallation.dataDir, 'backups'))).toEqual([backup.split('/').at(-1)])

  expect(await query('select client_code from tenants')).toEqual([{ client_code: 'OWN-1' }])
  expect(await query('select email from admins')).toEqual([{ email: 'guard@example.test' }])
  expect(await query('select ticket_number from tickets')).toEqual([{ ticket_number: 'GP-OWN-1' }])
  expect(
    await query(
      `select value from settings where name in ('websiteName', 'maintenanceMessage') order by value`,
    ),
  ).toEqual([{ value: 'Bahay Real' }, { value: expect.stringMatching(/^We are making/) }])
  expect(await query('select distinct module from ticket_counters')).toEqual([{ module: 'gatePass' }])
  expect(await query('select from files where owner_id is not null')).toEqual([])
  const remainingRows = await withPool(demoInstallation, async (pool) => {
    const client = await pool.connect()
    await checkTallies(client)
    // Ignores the tables of totals, because `checkTallies` has already checked them.
    const tables = (await listTablesToBackUp(client))
      .map(({ name }) => name)
      .filter((name) => !name.endsWith('_tallies'))
    const filledTables: string[] = []
    for (const name of tables)
      if ((await client.query(`select from "${name}" limit 1`)).rows.length > 0) filledTables.push(name)
    client.release()
    return filledTables
  })
  expect(remainingRows.toSorted()).toEqual(
    [
      'admins',
      'audit_log',
      'files',
      'settings',
      'ledgers',
      'service_settings',
      'tenants',
      'terms',
      'ticket_counters',
      'tickets',
    ].toSorted(),
  )

  await withDb(requireNoDemo)
  // Polls: PostgreSQL may still be closing the connections of `withDb`, and with open connections the command
  // refuses to run.
  const repeatRemoval = () =>
    removeDemo({
      connectionString: demoInstallation.connectionString,
      dataDir: demoInstallation.dataDir,
    }).catch(String)
  await expect.poll(repeatRemoval).toContain('no demo community')
})

test('a password of the README is refused outside a demo, for any account', async () => {
  const password_hash = await hashPassword('admin-demo-1')
  for (const [isDemo, status] of [
    [false, 401],
    [true, 200],
  ] as const) {
    const portal = await openTestPortal({ demo: isDemo })
    const { email } = await createTestAdmin(portal.db)
    await portal.db.updateTable('admins').set({ password_hash }).execute()
    const loginResponse = await portal.nobody.post('/login/admin', { email, password: 'admin-demo-1' })
    expect(loginResponse.status, `DEMO=${isDemo}`).toBe(status)
  }
})
