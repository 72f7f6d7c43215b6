import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { sql, type RawBuilder } from 'kysely'
import { expect, test } from 'vitest'
import type { LoggedInCaller } from '#testing/callers.ts'
import { openTestPortal } from '#testing/portal.ts'
import { createRoles } from '@tahanan/contract/permissions.ts'
import { createExampleBody } from '@tahanan/contract/tickets/example.ts'
import { gatePass } from '@tahanan/contract/tickets/modules/gate-pass.ts'
import { runInTransaction } from '../platform-context.ts'
import { runAsAuditActor } from '../run-as-audit-actor.ts'

const portal = await openTestPortal()
const superAdmin = await portal.as('super-admin')

async function collectAuditRows(operation: () => Promise<unknown>) {
  const log = portal.db.selectFrom('audit_log').selectAll()
  const lastLogRow = await log.orderBy('id', 'desc').limit(1).executeTakeFirst()
  await operation()
  return log
    .where('id', '>', lastLogRow?.id ?? 0)
    .orderBy('id')
    .execute()
}

const runAsSuperAdmin = (query: RawBuilder<unknown>) =>
  runAsAuditActor({ area: 'super-admin', id: superAdmin.id, name: 'S', address: '::1' }, () =>
    runInTransaction(portal.services, (tx) => query.execute(tx)),
  )

const createGatePassBody = (tenantId: number) => ({
  ...createExampleBody(gatePass, new Date(), 'Asia/Manila'),
  tenantId,
})

test('a change of an administrator is recorded with actor, record, before and after, and address', async () => {
  const admin = await portal.as('admin', {
    name: 'Lea Cruz',
    roles: { utilities: ['edit', 'systemParameterSettings'] },
  })
  const services = [{ type: 'workPermit', status: 0, amount: 1500 }]
  const rows = await collectAuditRows(() => admin.post('/system-parameter-setting', { services }))
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

test('a ticket is recorded with its number and the names of its filled fields', async () => {
  const [admin, resident] = [await portal.as('admin'), await portal.as('client')]
  const [addedRow] = await collectAuditRows(() => admin.post('/ticket', createGatePassBody(resident.id)))
  expect(addedRow).toMatchObject({ action: 'add', subject: 'tickets', after: { tenant_id: resident.id } })
  expect(addedRow?.subject_name).toMatch(/^GP-\d{4}-\d{6}$/)
  expect(addedRow?.after).toMatchObject({ details: expect.arrayContaining(['bearerName']) as unknown })
  expect(JSON.stringify(addedRow)).not.toContain(String(gatePass.example.bearerName))

  const id = Number(addedRow?.subject_id)
  const rows = await collectAuditRows(() => admin.put(`/ticket/${id}`, { status: 2, remarks: 'Come in.' }))
  expect(rows).toHaveLength(1)
  expect(rows[0]).toMatchObject({
    action: 'change',
    before: { status: 1 },
    after: { status: 2, remarks: 'set' },
  })
})

test('a deletion is recorded as a deletion', async () => {
  const [admin, resident] = [await portal.as('admin'), await portal.as('client')]
  const { body } = await admin.post('/ticket', createGatePassBody(resident.id))
  const [row] = await collectAuditRows(() => admin.delete(`/ticket/${body.id}`))
  expect(row).toMatchObject({ action: 'delete', subject: 'tickets', subject_id: String(body.id) })
})

test('changes of residents and of the portal itself are not recorded', async () => {
  const resident = await portal.as('client')
  const rows = await collectAuditRows(async () => {
    expect((await resident.post('/ticket', createGatePassBody(resident.id))).status).toBe(201)
    await runInTransaction(portal.services, (tx) =>
      sql`update tenants set title = 'Dr.' where id = ${resident.id}`.execute(tx),
    )
  })
  expect(rows).toEqual([])
})

test('simultaneous calls are recorded with their own actors', async () => {
  const callers = await Promise.all(
    Array.from({ length: 8 }, (_, n): Promise<LoggedInCaller> =>
      n % 2 ? portal.as('admin') : portal.as('client'),
    ),
  )
  const rows = await collectAuditRows(() =>
    Promise.all(callers.map((caller) => caller.post('/ticket', createGatePassBody(callers[0]?.id ?? 0)))),
  )
  const adminIds = callers.filter(({ area }) => area === 'admin').map(({ id }) => id)
  expect(rows.map(({ actor_id }) => actor_id).toSorted()).toEqual(adminIds.toSorted())
})

test('refused and rolled-back changes leave no trace', async () => {
  const rows = await collectAuditRows(async () => {
    const settingsResponse = await superAdmin.post('/website-settings', {
      settings: [
        { name: 'websiteName', value: 'Never' },
        { name: 'websiteLogo', value: 'logo/none.png' },
      ],
    })
    expect(settingsResponse.status).toBe(400)
  })
  expect(rows).toEqual([])
})

test('an update without a difference is not recorded', async () => {
  const { id } = await portal.as('client')
  const updateTitle = () => runAsSuperAdmin(sql`update tenants set title = 'Mr.' where id = ${id}`)
  expect(await collectAuditRows(updateTitle)).toHaveLength(1)
  expect(await collectAuditRows(updateTitle)).toEqual([])
})

test('a changed secret is recorded without its value', async () => {
  const admin = await portal.as('admin')
  const password = 'another-secret-1'
  const rows = await collectAuditRows(() =>
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

test('a very long text is recorded by its beginning', async () => {
  const longText = 'x'.repeat(40_000)
  const [row] = await collectAuditRows(() => runAsSuperAdmin(sql`update terms set content = ${longText}`))
  expect(row?.after).toEqual({ content: { begins: 'x'.repeat(2000), characters: 40_000 } })
})

test('changes of access are recorded with the account and its switches', async () => {
  const admin = await portal.as('admin', { roles: {} })
  const roles = createRoles({ gatepass: ['view'] })
  const [row] = await collectAuditRows(() => superAdmin.put(`/user-admin/${admin.id}`, { roles }))
  expect(row).toMatchObject({
    subject: 'admins',
    subject_id: String(admin.id),
    before: { roles: createRoles({}) },
    after: { roles },
  })
})

test.each([
  `update audit_log set action = 'login'`,
  `delete from audit_log`,
  `truncate audit_log`,
  `update audit_log set action = 'login' where false`,
])('the role of the portal cannot: %s', async (query) => {
  const { rows } = await sql`select rolsuper from pg_roles where rolname = current_user`.execute(portal.db)
  expect(rows).toEqual([{ rolsuper: false }])
  await expect(sql.raw(query).execute(portal.db)).rejects.toThrow(/permission denied/)
})

test('a trigger refuses changes after the privilege is granted again', async () => {
  await expect(
    portal.db.transaction().execute(async (tx) => {
      await sql`grant update, delete, truncate on audit_log to current_user`.execute(tx)
      await sql`delete from audit_log`.execute(tx)
    }),
  ).rejects.toThrow(/never changed or removed/)
})

/** Source files whose transactions may omit `change()`, because no account makes the change. */
const FILES_WITHOUT_ACTOR = [
  'boot/first-start.ts',
  'demo/seed-demo.ts',
  // Deliveries are not audited, because the office has its own list of them.
  'features/deliveries/send-due-deliveries.ts',
  'features/deliveries/end-deliveries.ts',
  'features/deliveries/fan-out-notifications.ts',
  // An import writes one audit row when it is done, not one for each change.
  'features/imports/abandon-import.ts',
  'features/imports/store-pdfs.ts',
  'features/imports/save-list.ts',
  'features/imports/saving/begin-save.ts',
  'features/imports/saving/run-rows-task.ts',
  'features/posts/announce-posts.ts', // published when a post starts or ends
  'features/sessions/send-password-link.ts', // audited when the link is used
  'features/sessions/reset-super-admin.ts', // a command that writes its own audit row
  'features/sessions/second-factor/code-attempts.ts', // counts wrong codes
  'features/sessions/second-factor/open-second-factor-key.ts', // checks the key at the start of the portal
  'features/sessions/second-factor/turn-off-second-factors.ts', // a command that writes its own audit row
  'features/tenants/presence.ts',
  'features/tickets/assignees/notify-office-of-late-tickets.ts', // only notifies of late tickets
  'features/tickets/reservations/update-search-texts.ts', // rewrites search texts after an audited rename
  'features/privacy/copies/make-data-copy.ts', // requesting and downloading a copy are audited
  'features/privacy/copies/write-copy.ts', // only reads
  'features/privacy/reduce-audit-log.ts', // changes the audit log itself
  'features/privacy/retention/rules.ts', // removes data after its retention period
  'platform/audit/record-action.ts', // writes audit rows of views
  'platform/files/reserve-upload.ts', // counts uploads
  'platform/realtime/relay.ts',
  'platform/platform-context.ts', // declares change() itself
]

test('every other transaction of the server uses change()', () => {
  const root = join(import.meta.dirname, '../..')
  const sources = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (name) =>
      name.endsWith('.ts') &&
      !/\.test\.ts$|(^|\/)testing[-/.]|^seed\/|^platform\/(db|backup)\/|^features\/reset\//.test(name),
  )
  const filesWithTransactions = sources.filter((name) =>
    /\.transaction\(\)|\binTransaction\(/.test(readFileSync(join(root, name), 'utf8')),
  )
  expect(filesWithTransactions.toSorted()).toEqual(FILES_WITHOUT_ACTOR.toSorted())
})
