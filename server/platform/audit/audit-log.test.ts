import { beforeEach, expect, test } from 'vitest'
import { createTestAdmin, createTestSuperAdmin, TEST_PASSWORD } from '#testing/accounts.ts'
import { createCaller, type LoggedInCaller } from '#testing/callers.ts'
import { openTestPortal } from '#testing/portal.ts'
import type { ListOf } from '@tahanan/contract/answers.ts'
import type { AuditEntry } from '@tahanan/contract/audit/answers.ts'
import { createRoles } from '@tahanan/contract/permissions.ts'
import {
  MAX_ROWS_PER_HOUR,
  recordAction,
  recordRateLimitedAction,
  recordViewedRows,
  type RecordedAction,
  type RecordedActor,
  type ViewedRows,
} from './record-action.ts'

const portal = await openTestPortal({ rateLimitPerMinute: 0 })
const superAdmin = await portal.as('super-admin', { name: 'The Chief' })

let newestIdBefore = 0
beforeEach(async () => {
  newestIdBefore = (await findAuditEntries()).data[0]?.id ?? 0
})

const findAuditEntries = async (filter: Record<string, string> = {}) =>
  (await superAdmin.get<ListOf<AuditEntry>>(`/audit-log?${new URLSearchParams({ limit: '0', ...filter })}`))
    .body
/** Selects new rows by id and not by time, because clocks may be set back. */
const listNewRows = async (filter: Record<string, string> = {}) =>
  (await findAuditEntries(filter)).data.filter(({ id }) => id > newestIdBefore)
const requestExport = (filter: Record<string, string> = {}, caller: LoggedInCaller = superAdmin) =>
  portal.app.inject({
    url: `/api/audit-log/export?${new URLSearchParams(filter)}`,
    headers: { authorization: `Bearer ${caller.token}` },
  })

test('logins, logouts and failed logins of the office are recorded without typed texts', async () => {
  const admin = await createTestAdmin(portal.db, { name: 'Lea Cruz' })
  const secret = 'not-my-password-7'
  await portal.nobody.post('/login/admin', { email: admin.email, password: secret })
  await portal.nobody.post('/login/admin', { email: secret, password: secret })
  const { body } = await portal.nobody.post('/login/admin', { email: admin.email, password: TEST_PASSWORD })
  expect((await createCaller(portal.app, String(body.token)).post('/logout')).status).toBe(200)
  const newRows = await listNewRows()
  const { id, name } = admin
  const ownAction = { subject: 'admins', subjectId: String(id), subjectName: name, address: '127.0.0.1' }
  const [actor, anonymousActor] = [
    { area: 'admin', id, name },
    { area: 'nobody', id: null, name: '' },
  ]
  expect(newRows).toMatchObject([
    { ...ownAction, action: 'logout', actor },
    { ...ownAction, action: 'login', actor },
    { action: 'loginFailed', actor: anonymousActor, subject: 'admins', subjectId: null, subjectName: null },
    { ...ownAction, action: 'loginFailed', actor: anonymousActor, detail: 'The login details were wrong.' },
  ])
  expect(JSON.stringify(newRows)).not.toContain(secret)
})

test('a login of a super-administrator is recorded with the name of this account', async () => {
  const { email, name } = await createTestSuperAdmin(portal.db, { name: 'The Deputy' })
  await portal.nobody.post('/login/super-admin', { email, password: 'not-my-password-7' })
  await portal.nobody.post('/login/super-admin', { email, password: TEST_PASSWORD })
  expect(await listNewRows()).toMatchObject([
    { action: 'login', subject: 'super_admins', subjectName: name },
    { action: 'loginFailed', subject: 'super_admins', subjectName: name },
  ])
})

test('failed logins of residents are recorded only when login is locked', async () => {
  const resident = await portal.as('client')
  const attemptLogin = () =>
    portal.app.inject({
      method: 'POST',
      url: '/api/login',
      remoteAddress: '10.9.9.9',
      payload: { clientCode: resident.account.clientCode, password: 'wrong-password' },
    })
  for (let n = 0; n < 10; n++) expect((await attemptLogin()).statusCode).toBe(401)
  expect(await listNewRows()).toEqual([])
  for (let n = 0; n < 5; n++) expect((await attemptLogin()).statusCode).toBe(429)
  const newRows = await listNewRows()
  expect(newRows).toHaveLength(MAX_ROWS_PER_HOUR.same)
  expect(newRows[0]).toMatchObject({
    action: 'loginFailed',
    subject: 'tenants',
    subjectId: String(resident.id),
  })
})

test('a refusal of an administrator is recorded with the missing permission', async () => {
  const admin = await portal.as('admin', {
    name: 'Curious',
    roles: { utilities: ['userAccessDefinition', 'edit'] },
  })
  await admin.delete('/user-admin/77')
  await admin.get('/audit-log')
  expect(await listNewRows()).toMatchObject([
    {
      action: 'refused',
      subject: 'calls',
      detail: 'GET /api/audit-log: This call belongs to another area of the portal.',
    },
    {
      action: 'refused',
      actor: { area: 'admin', id: admin.id, name: 'Curious' },
      subjectId: '77',
      detail: 'DELETE /api/user-admin/:id: You do not have the permission utilities.delete.',
    },
  ])
})

test('refusals of residents are recorded for calls of the office only', async () => {
  const resident = await portal.as('client')
  await resident.delete('/user-admin/1')
  expect(await listNewRows()).toMatchObject([
    { action: 'refused', actor: { area: 'client', id: resident.id }, subjectId: '1' },
  ])
  await resident.get('/tickets/999999')
  await resident.put('/tenant/999999', {})
  await portal.nobody.get('/tickets')
  await portal.nobody.get('/audit-log')
  expect(await listNewRows()).toHaveLength(1)
})

test('the question for the password is no refusal, a missing permission behind it is (rules 12.20)', async () => {
  const { body } = await portal.nobody.post('/login/super-admin', {
    email: superAdmin.account.email,
    password: TEST_PASSWORD,
  })
  const unconfirmedCaller = createCaller(portal.app, String(body.token))
  const linkResponse = await unconfirmedCaller.post('/audit-log/export-link', {})
  expect([linkResponse.status, linkResponse.body.code]).toEqual([403, 'confirmationNeeded'])
  expect(await listNewRows({ action: 'refused' })).toEqual([])
})

test('a read that was permitted earlier in the session is a refetch, no refusal (rules 12.20)', async () => {
  const roles = { gatepass: ['view', 'add'], visitors: ['view'] } as const
  const admin = await portal.as('admin', { roles })
  expect((await admin.get('/tickets')).status).toBe(200)
  for (const remainingRoles of [{ visitors: ['view'] }, {}] as const)
    await superAdmin.put(`/user-admin/${admin.id}`, { roles: createRoles(remainingRoles) })
  for (const path of ['/tickets', '/visitors']) expect((await admin.get(path)).status).toBe(403)
  expect(await listNewRows({ action: 'refused' })).toEqual([])

  const listRefusals = () => listNewRows({ action: 'refused', actor: `admin:${admin.id}` })
  await admin.post('/ticket', {})
  await admin.get('/requests')
  const refusalDetails = (await listRefusals()).map(({ detail }) => detail)
  expect(refusalDetails.toSorted()).toEqual([
    'GET /api/requests: You do not have the permission orders.view.',
    'POST /api/ticket: You do not have the permission gatepass.add.',
  ])
})

test('a read is a refusal in a session that began after the access was taken', async () => {
  const admin = await createTestAdmin(portal.db, { roles: { gatepass: ['view'] } })
  await superAdmin.put(`/user-admin/${admin.id}`, { roles: createRoles({}) })
  const { body } = await portal.nobody.post('/login/admin', { email: admin.email, password: TEST_PASSWORD })
  await createCaller(portal.app, String(body.token)).get('/tickets')
  expect(await listNewRows({ action: 'refused' })).toMatchObject([{ actor: { id: admin.id } }])
})

test('an unknown session at a call of the office is recorded', async () => {
  await portal.app.inject({
    url: '/api/user-admins',
    remoteAddress: '10.1.2.3',
    headers: { authorization: `Bearer ${'x'.repeat(43)}` },
  })
  const newRows = await listNewRows()
  expect(newRows).toMatchObject([{ action: 'refused', actor: { area: 'nobody' }, address: '10.1.2.3' }])
})

test('equal refusals are recorded three times, and the last one says so', async () => {
  const admin = await portal.as('admin', { roles: {} })
  for (let n = 0; n < 30; n++) expect((await admin.get('/user-admins')).status).toBe(403)
  const newRows = await listNewRows()
  expect(newRows).toHaveLength(3)
  expect(newRows[0]?.detail).toContain('What follows within the hour is not written down.')
})

const createRefusal = (id: number, n: number): RecordedAction => ({
  action: 'refused',
  subject: 'calls',
  subjectId: n,
  detail: 'x',
  actor: { area: 'admin', id, name: 'Flood', address: null },
})

test('refusals of a caller and of all callers are limited', async () => {
  for (let n = 0; n < 100; n++) await recordRateLimitedAction(portal.db, createRefusal(900_001, n))
  expect(await listNewRows({ actor: 'admin:900001' })).toHaveLength(MAX_ROWS_PER_HOUR.caller)
  for (let n = 0; n < MAX_ROWS_PER_HOUR.all + 50; n++)
    await recordRateLimitedAction(portal.db, createRefusal(910_000 + n, 1))
  expect((await listNewRows({ action: 'refused' })).length).toBeLessThanOrEqual(MAX_ROWS_PER_HOUR.all)
  await recordAction(portal.db, { action: 'backup', subject: 'database', detail: 'Done.' })
  expect(await listNewRows({ action: 'backup' })).toMatchObject([
    { actor: { area: 'system', id: null, name: 'System' }, detail: 'Done.' },
  ])
})

const recordFailedLogin = (address: string, subjectId: number) =>
  recordRateLimitedAction(portal.db, {
    action: 'loginFailed',
    subject: 'admins',
    subjectId,
    actor: { area: 'nobody', id: null, name: '', address },
  })

test('failed logins from one address do not keep those from another out of the log', async () => {
  for (let n = 0; n <= MAX_ROWS_PER_HOUR.caller; n++) await recordFailedLogin('10.0.0.1', n)
  await recordFailedLogin('10.0.0.2', 0)
  const addresses = (await listNewRows()).map(({ address }) => address)
  expect(addresses.filter((address) => address === '10.0.0.1')).toHaveLength(MAX_ROWS_PER_HOUR.caller)
  expect(addresses[0]).toBe('10.0.0.2')
})

test('views of many records without an id are recorded once an hour', async () => {
  const viewer: RecordedActor = { area: 'admin', id: 920_001, name: 'Viewer', address: null }
  const viewedRows: ViewedRows = { subject: 'tickets', records: [{ id: null, name: 'Gate passes' }] }
  for (let n = 0; n < 2; n++) await recordViewedRows(portal.db, viewer, viewedRows)
  expect(await listNewRows({ actor: 'admin:920001' })).toMatchObject([
    { action: 'viewed', subjectId: null, subjectName: 'Gate passes' },
  ])
})

const recordAuditAction = (name: string, subjectId: string, subjectName: string) =>
  recordAction(portal.db, {
    action: 'add',
    subject: 'tickets',
    subjectId,
    subjectName,
    actor: { area: 'admin', id: 4711, name, address: '10.0.0.9' },
  })

const findSubjectIds = async (filter: Record<string, string>) =>
  (await listNewRows(filter)).map(({ subjectId }) => subjectId)

test('the log is searched literally, filtered by actor, action, record and time, and paged', async () => {
  await recordAuditAction('Zoë 100%', '17', 'GP-2026-000017')
  await recordAuditAction('Zoë 100_', '18', 'GP-2026-000018')
  expect(await findSubjectIds({ searchTerm: 'zOË 100' })).toEqual(['18', '17'])
  expect(await findSubjectIds({ searchTerm: '100%' })).toEqual(['17'])
  expect(await findSubjectIds({ searchTerm: 'gp-2026-000018' })).toEqual(['18'])
  expect(await findSubjectIds({ searchTerm: '8', actor: 'admin:4711' })).toEqual(['18'])
  expect(await findSubjectIds({ subject: 'tickets:17' })).toEqual(['17'])
  expect(await findSubjectIds({ actor: 'admin:4711', action: 'add', subject: 'tickets' })).toEqual([
    '18',
    '17',
  ])
  expect(await findSubjectIds({ actor: 'admin:4711', action: 'delete' })).toEqual([])
  expect(await findSubjectIds({ actor: 'admin:4711', to: '2020-01-01' })).toEqual([])
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Manila' }).format(new Date())
  expect(await findSubjectIds({ actor: 'admin:4711', from: today, to: today })).toEqual(['18', '17'])
  const page = await findAuditEntries({ actor: 'admin:4711', limit: '1', page: '2' })
  expect(page).toMatchObject({ total: 2, from: 2, data: [{ subjectId: '17' }] })
})

test.each([
  'action=fly',
  'subject=secrets',
  'actor=admin:x',
  'actor=root',
  'from=soon',
  'to=2026-02-30',
  'limit=-1',
  'limit=1e9',
  `searchTerm=${'x'.repeat(10_000)}`,
  'subject=tickets:%27%20or%201=1',
])('%s is refused', async (query) => {
  expect((await superAdmin.get(`/audit-log?${query}`)).status).toBe(400)
})

test('the export has a line per field, escapes formulas, and is recorded', async () => {
  const admin = await portal.as('admin', { name: '=HYPERLINK("x")' })
  await admin.post('/system-parameter-setting', { services: [{ type: 'visitorPass', status: 0, amount: 7 }] })
  const { statusCode, headers, body } = await requestExport({ subject: 'service_settings' })
  expect(statusCode).toBe(200)
  expect(headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(headers['content-disposition']).toMatch(/^attachment; filename="Audit log \d{4}-\d\d-\d\d\.csv"/)
  const lines = body.trimEnd().split('\r\n')
  expect(lines[0]).toBe('\uFEFFDate,Who,Area,Action,What,Id,Name,Field,Before,After,Detail,Address')
  expect(lines).toHaveLength(3)
  expect(lines[1]).toContain('"\'=HYPERLINK(""x"")"')
  expect(body).toContain('Status,1,0,')
  expect(await listNewRows({ action: 'export' })).toMatchObject([
    { actor: { name: 'The Chief' }, subject: 'audit_log' },
  ])
})

test('the export has the fields that a removal took away, and a line of what has no fields', async () => {
  const row = {
    actor_area: 'admin',
    actor_name: 'Liza',
    subject: 'posts',
    at: new Date('2026-03-14T01:00:00Z'),
  } as const
  await portal.db
    .insertInto('audit_log')
    .values([
      {
        ...row,
        action: 'remove',
        subject_id: '77',
        before: JSON.stringify({ title: 'Old news', status: 1 }),
      },
      { ...row, action: 'add', subject_id: '78', after: JSON.stringify({ title: 'New' }) },
      { ...row, action: 'export', subject_id: '79' },
    ])
    .execute()
  const { body } = await requestExport({ subject: 'posts', from: '2026-03-14', to: '2026-03-14' })
  const cells = body
    .trimEnd()
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(',').slice(5, 10).join('|'))
  expect(cells.toSorted()).toEqual(['77||Status|1|', '77||Title|Old news|', '78||Title||New', '79||||'])
})

test('an export of several batches has each row once', async () => {
  await portal.db
    .insertInto('audit_log')
    .values(
      Array.from({ length: 1234 }, (_, n) => ({
        at: new Date(2020, 0, 1, 0, 0, 0, Math.floor(n / 10)),
        actor_area: 'admin',
        actor_name: `Row ${n}`,
        action: 'login',
        subject: 'admins',
      })),
    )
    .execute()
  const { body } = await requestExport({ from: '2019-01-01', to: '2021-01-01' })
  const actorNames = body
    .trimEnd()
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(',')[1])
  expect(new Set(actorNames).size).toBe(1234)
  expect(actorNames).toHaveLength(1234)
})
