import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { sql, type RawBuilder } from 'kysely'
import { expect, test } from 'vitest'
import type { LoggedIn } from '#testing/callers.ts'
import { openTestPortal } from '#testing/portal.ts'
import { makeRoles } from '@tahanan/contract/permissions.ts'
import { exampleBody } from '@tahanan/contract/tickets/example.ts'
import { gatePass } from '@tahanan/contract/tickets/modules/gate-pass.ts'
import { runAsAuditActor } from '../audit-actor.ts'
import { change } from '../services.ts'

const portal = await openTestPortal()
const superAdmin = await portal.as('super-admin')

/** The rows that some work adds to the audit log. */
async function rowsOf(work: () => Promise<unknown>) {
  const log = portal.db.selectFrom('audit_log').selectAll()
  const last = await log.orderBy('id', 'desc').limit(1).executeTakeFirst()
  await work()
  return log
    .where('id', '>', last?.id ?? 0)
    .orderBy('id')
    .execute()
}

/** Makes a change as the super-administrator's call does. */
const changeBySomebody = (statement: RawBuilder<unknown>) =>
  runAsAuditActor({ area: 'super-admin', id: superAdmin.id, name: 'S', address: '::1' }, () =>
    change(portal.services, (tx) => statement.execute(tx)),
  )

const aGatePass = (tenantId: number) => ({ ...exampleBody(gatePass, new Date(), 'Asia/Manila'), tenantId })

test('a change of an administrator is recorded with actor, record, before and after, and address', async () => {
  const admin = await portal.as('admin', {
    name: 'Lea Cruz',
    roles: { utilities: ['edit', 'systemParameterSettings'] },
  })
  const services = [{ type: 'workPermit', status: 0, amount: 1500 }]
  const rows = await rowsOf(() => admin.post('/system-parameter-setting', { services }))
  expect(rows).toHaveLength(1)
  expect(rows[0]).toMatchObject({
    actor_area: 'admin',
    actor_id: admin.id,
    actor_name: 'Lea Cruz',
    action: 'change',
    subject: 'service_settings',
    subject_id: 'workPermit',
    subject_name: 'workPermit',
    before: { status: 1, amount: 20_000 },
    after: { status: 0, amount: 1500 },
    address: '127.0.0.1',
  })
})

test('a ticket is told by its number, and of what was filled in only which fields', async () => {
  const [admin, resident] = [await portal.as('admin'), await portal.as('client')]
  const [added] = await rowsOf(() => admin.post('/ticket', aGatePass(resident.id)))
  expect(added).toMatchObject({ action: 'add', subject: 'tickets', after: { tenant_id: resident.id } })
  expect(added?.subject_name).toMatch(/^GP-\d{4}-\d{6}$/)
  expect(added?.after).toMatchObject({ details: expect.arrayContaining(['bearerName']) as unknown })
  expect(JSON.stringify(added)).not.toContain(String(gatePass.example.bearerName))

  const id = Number(added?.subject_id)
  const rows = await rowsOf(() => admin.put(`/ticket/${id}`, { status: 2, remarks: 'Come in.' }))
  expect(rows).toHaveLength(1)
  expect(rows[0]).toMatchObject({
    action: 'change',
    before: { status: 1 },
    after: { status: 2, remarks: 'Come in.' },
  })
})

test('deleting is told as such', async () => {
  const [admin, resident] = [await portal.as('admin'), await portal.as('client')]
  const { body } = await admin.post('/ticket', aGatePass(resident.id))
  const [row] = await rowsOf(() => admin.delete(`/ticket/${body.id}`))
  expect(row).toMatchObject({ action: 'delete', subject: 'tickets', subject_id: String(body.id) })
})

test('residents and the portal itself write nothing', async () => {
  const resident = await portal.as('client')
  const rows = await rowsOf(async () => {
    expect((await resident.post('/ticket', aGatePass(resident.id))).status).toBe(201)
    await change(portal.services, (tx) =>
      sql`update tenants set title = 'Dr.' where id = ${resident.id}`.execute(tx),
    )
  })
  expect(rows).toEqual([])
})

test('calls that are answered at the same time do not take each other’s names', async () => {
  const callers = await Promise.all(
    Array.from({ length: 8 }, (_, n): Promise<LoggedIn> =>
      n % 2 ? portal.as('admin') : portal.as('client'),
    ),
  )
  const rows = await rowsOf(() =>
    Promise.all(callers.map((caller) => caller.post('/ticket', aGatePass(callers[0]?.id ?? 0)))),
  )
  const admins = callers.filter(({ area }) => area === 'admin').map(({ id }) => id)
  expect(rows.map(({ actor_id }) => actor_id).toSorted()).toEqual(admins.toSorted())
})

test('refused and rolled-back changes leave no trace', async () => {
  const rows = await rowsOf(async () => {
    const answer = await superAdmin.post('/website-settings', {
      settings: [
        { name: 'websiteName', value: 'Never' },
        { name: 'websiteLogo', value: 'logo/none.png' },
      ],
    })
    expect(answer.status).toBe(400)
  })
  expect(rows).toEqual([])
})

test('a change of nothing is not written', async () => {
  const { id } = await portal.as('client')
  const update = () => changeBySomebody(sql`update tenants set title = 'Mr.' where id = ${id}`)
  expect(await rowsOf(update)).toHaveLength(1)
  expect(await rowsOf(update)).toEqual([])
})

test('of secrets only that they changed is kept', async () => {
  const admin = await portal.as('admin')
  const password = 'another-secret-1'
  const rows = await rowsOf(() =>
    superAdmin.put(`/user-admin/${admin.id}`, { password, password_confirmation: password }),
  )
  expect(rows).toHaveLength(1)
  expect(rows[0]).toMatchObject({
    action: 'change',
    subject: 'admins',
    before: null,
    after: { password: 'changed' },
  })
})

test('of a very long text the beginning is kept', async () => {
  const long = 'x'.repeat(40_000)
  const [row] = await rowsOf(() => changeBySomebody(sql`update terms set content = ${long}`))
  expect(row?.after).toEqual({ content: { begins: 'x'.repeat(2000), characters: 40_000 } })
})

test('changes of access are recorded with the account and its switches', async () => {
  const admin = await portal.as('admin', { roles: {} })
  const roles = makeRoles({ gatepass: ['view'] })
  const [row] = await rowsOf(() => superAdmin.put(`/user-admin/${admin.id}`, { roles }))
  expect(row).toMatchObject({
    subject: 'admins',
    subject_id: String(admin.id),
    before: { roles: makeRoles({}) },
    after: { roles },
  })
})

test.each([
  `update audit_log set actor_name = 'nobody'`,
  `delete from audit_log`,
  `truncate audit_log`,
  `update audit_log set actor_name = 'nobody' where false`,
])('the portal’s own role cannot: %s', async (statement) => {
  const { rows } = await sql`select rolsuper from pg_roles where rolname = current_user`.execute(portal.db)
  expect(rows).toEqual([{ rolsuper: false }])
  await expect(sql.raw(statement).execute(portal.db)).rejects.toThrow(/permission denied/)
})

test('who takes the privilege back meets the trigger', async () => {
  await expect(
    portal.db.transaction().execute(async (tx) => {
      await sql`grant update, delete, truncate on audit_log to current_user`.execute(tx)
      await sql`delete from audit_log`.execute(tx)
    }),
  ).rejects.toThrow(/never changed or removed/)
})

/** Transactions that are nobody's call, and so begin without `change()`. */
const OF_THE_PORTAL_ITSELF = [
  'boot/first-start.ts', // before anybody can log in
  'demo/seed-demo.ts', // the demo community
  // one job of many rows each: an import writes one row itself when it is done
  'features/imports/abandon-import.ts',
  'features/imports/keep-pdfs.ts',
  'features/imports/save-list.ts',
  'features/imports/saving/begin-save.ts',
  'features/imports/saving/run-rows.ts',
  'features/posts/announce.ts', // posts that begin or end
  'features/sessions/mail-link.ts', // the link of a mail, whose use is what counts
  'features/sessions/reset-super-admin.ts', // a command of the operator's, who writes its own row
  'features/sessions/second-factor/code-attempts.ts', // guesses of a code, which are counted and not logged
  'features/sessions/second-factor/second-factor-key.ts', // the key that seals second factors, at the start
  'features/sessions/second-factor/turn-off-second-factors.ts', // a command of the operator's
  'features/tenants/presence.ts', // who is online
  'features/tickets/housekeeping.ts', // identity data that expires
  'platform/audit/record.ts', // who looked at what, after the answer
  'platform/files/quota.ts', // the day's uploads, which are counted and not logged
  'platform/realtime/relay.ts', // the outbox
  'platform/services.ts', // change() itself
]

test('every other transaction of the server goes through change()', () => {
  const root = join(import.meta.dirname, '../..')
  const sources = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (name) =>
      name.endsWith('.ts') &&
      !/\.test\.ts$|^testing\/|^seed\/|^platform\/(db|backup)\/|^features\/reset\//.test(name),
  )
  const open = sources.filter((name) =>
    /\.transaction\(\)|\binTransaction\(/.test(readFileSync(join(root, name), 'utf8')),
  )
  expect(open.toSorted()).toEqual(OF_THE_PORTAL_ITSELF)
})
