import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { setRoles } from '#testing/accounts.ts'
import { openTestPortal } from '#testing/portal.ts'
import type { ListOf } from '@tahanan/contract/answers.ts'
import { NOTIFICATION_LIMITS } from '@tahanan/contract/limits.ts'
import { notificationTopic } from './notification-topic.ts'
import { notifyPageViewers, notifyTenant } from './notify.ts'
import { removeOldNotifications } from './repository.ts'

const portal = await openTestPortal()
const { db } = portal
beforeEach(async () => {
  await db.deleteFrom('notifications').execute()
  await db.deleteFrom('outbox').execute()
})

interface Row {
  id: number
  title: string
  isRead?: number
  isReadAdmin?: number
  tenant?: { clientCode: string; uoccname: string } | null
}
type List = ListOf<Row>
const createNotificationTexts = (title: string) => ({
  kind: 'ticket' as const,
  brief: '',
  title,
  message: `${title}.`,
  link: '/tickets?serviceId=1',
})
const notifyResident = (tenantId: number | null, title: string) =>
  notifyTenant(db, { tenantId, ...createNotificationTexts(title) })
const notifyViewers = (page: 'gatepass' | 'visitors', title: string, subjectTenantId: number | null = null) =>
  notifyPageViewers(db, { page, subjectTenantId, ...createNotificationTexts(title) })
const getDaysAgo = (count: number) => new Date(Date.now() - count * 86_400_000)
const getTitles = ({ body }: { body: List }) => body.data.map(({ title }) => title)

test('a resident reads their own notifications and those for all, newest first, ten to a page', async () => {
  const [a, b] = [await portal.as('client'), await portal.as('client')]
  for (let n = 1; n <= 11; n++) await notifyResident(a.id, `own ${n}`)
  await notifyResident(null, 'for all')
  await notifyResident(b.id, 'of B')
  const firstPage = await a.get<List>(`/client-notif/${a.id}?page=1&limit=10`)
  expect(firstPage.body).toMatchObject({ total: 12, from: 1 })
  expect(getTitles(firstPage).slice(0, 2)).toEqual(['for all', 'own 11'])
  const secondPage = await a.get<List>(`/client-notif/${a.id}?page=2&limit=10`)
  expect(secondPage.body.from).toBe(11)
  expect(getTitles(secondPage)).toEqual(['own 2', 'own 1'])
  expect(secondPage.body.data[0]).toEqual({
    id: expect.any(Number),
    title: 'own 2',
    message: 'own 2.',
    link: '/tickets?serviceId=1',
    isRead: 0,
    created_at: expect.stringMatching(/^\d{4}-.*Z$/),
  })
})

test("marking as read changes only this reader's count", async () => {
  const [a, b] = [await portal.as('client'), await portal.as('client')]
  await notifyResident(null, 'for all')
  await notifyResident(a.id, 'own')
  await notifyResident(b.id, 'of B')
  const { body } = await a.get<List>(`/client-notif/${a.id}`)
  const allNotifications = await db.selectFrom('notifications').select('id').execute()
  expect((await a.get(`/client-notif-count/${a.id}`)).body).toEqual({ count: 2 })
  const ids = allNotifications.map(({ id }) => id).join(',')
  expect((await a.put('/client-notif-read-ids', { ids })).body).toEqual({ count: 0 })
  expect((await b.get(`/client-notif-count/${b.id}`)).body).toEqual({ count: 2 })
  const readMarks = await db
    .selectFrom('notification_reads')
    .select('notification_id as id')
    .orderBy('id')
    .execute()
  expect(readMarks.map(({ id }) => id)).toEqual(body.data.map(({ id }) => id).toSorted((x, y) => x - y))
  expect((await a.get<List>(`/client-notif/${a.id}`)).body.data.map(({ isRead }) => isRead)).toEqual([1, 1])
})

test('ids may be repeated, spaced or missing', async () => {
  const a = await portal.as('client')
  await notifyResident(a.id, 'own')
  const [row] = (await a.get<List>(`/client-notif/${a.id}`)).body.data
  expect((await a.put('/client-notif-read-ids', { ids: '' })).body).toEqual({ count: 1 })
  const repeatedIds = `${row?.id}, ${row?.id},${row?.id}`
  expect((await a.put('/client-notif-read-ids', { ids: repeatedIds })).body).toEqual({ count: 0 })
  expect((await a.put('/client-notif-read-ids', { ids: repeatedIds })).status).toBe(200)
})

test('anything but a list of ids is refused', async () => {
  const a = await portal.as('client')
  for (const ids of [
    '1;2',
    'a',
    '1,,2',
    '-1',
    '1.5',
    "1'",
    '9'.repeat(16),
    Array(1001).fill('1').join(','),
    5,
    null,
    {},
  ])
    expect((await a.put('/client-notif-read-ids', { ids })).status, String(ids)).toBe(400)
  expect((await a.put('/client-notif-read-ids', {})).status).toBe(400)
})

test('an administrator reads notifications of the pages they may view now, with the tenant', async () => {
  const admin = await portal.as('admin', { roles: { gatepass: ['view'] } })
  const tenant = await portal.as('client', { clientCode: 'A-101', uoccname: 'Reyes' })
  await notifyViewers('gatepass', 'pass', tenant.id)
  await notifyViewers('visitors', 'visitor')
  const responseBeforeReading = await admin.get<List>(`/admin-notif/${admin.id}`)
  expect(responseBeforeReading.body).toMatchObject({
    total: 1,
    data: [{ title: 'pass', isReadAdmin: 0, tenant: { clientCode: 'A-101', uoccname: 'Reyes' } }],
  })
  await setRoles(db, admin.id, { visitors: ['view'] })
  expect(getTitles(await admin.get<List>(`/admin-notif/${admin.id}`))).toEqual(['visitor'])
  await admin.put('/admin-notif-read-ids', { ids: String(responseBeforeReading.body.data[0]?.id) })
  await setRoles(db, admin.id, {})
  expect((await admin.get<List>(`/admin-notif/${admin.id}`)).body).toEqual({ data: [], total: 0, from: 0 })
  expect((await admin.get(`/admin-notif-count/${admin.id}`)).body).toEqual({ count: 0 })
  await setRoles(db, admin.id, 'all')
  expect((await admin.get(`/admin-notif-count/${admin.id}`)).body).toEqual({ count: 2 })
})

test('notifications older than the account are not shown', async () => {
  await notifyViewers('gatepass', 'long ago')
  await notifyResident(null, 'long ago')
  // Moves the notifications into the past: stored times have only milliseconds, so an account created next
  // could have the same time.
  await db
    .updateTable('notifications')
    .set({ created_at: new Date(Date.now() - 1000) })
    .execute()
  const [admin, resident] = [await portal.as('admin'), await portal.as('client')]
  await notifyViewers('gatepass', 'new')
  await notifyResident(null, 'new')
  expect(getTitles(await admin.get<List>(`/admin-notif/${admin.id}`))).toEqual(['new'])
  expect(getTitles(await resident.get<List>(`/client-notif/${resident.id}`))).toEqual(['new'])
})

test('after ninety days a notification is hidden, then deleted with its read marks', async () => {
  const a = await portal.as('client')
  await db
    .updateTable('tenants')
    .set({ created_at: getDaysAgo(200) })
    .where('id', '=', a.id)
    .execute()
  for (const title of ['old', 'recent']) await notifyResident(a.id, title)
  const allNotifications = (await a.get<List>(`/client-notif/${a.id}`)).body.data
  await a.put('/client-notif-read-ids', { ids: allNotifications.map(({ id }) => id).join(',') })
  await db
    .updateTable('notifications')
    .set({ created_at: getDaysAgo(NOTIFICATION_LIMITS.days + 1) })
    .where('title', '=', 'old')
    .execute()
  expect((await a.get<List>(`/client-notif/${a.id}`)).body).toMatchObject({
    total: 1,
    data: [{ title: 'recent' }],
  })
  expect(await removeOldNotifications(db)).toBe(1)
  expect(await db.selectFrom('notifications').select('title').execute()).toEqual([{ title: 'recent' }])
  expect(await db.selectFrom('notification_reads').selectAll().execute()).toHaveLength(1)
})

test('an inbox is limited to the newest thousand, so that counting stays cheap', async () => {
  const a = await portal.as('client')
  const row = { area: 'client' as const, tenant_id: a.id, title: 't', message: 'm' }
  await db
    .insertInto('notifications')
    .values(
      Array.from({ length: NOTIFICATION_LIMITS.rows + 5 }, (_, n) => ({
        ...row,
        title: `notification ${n}`,
        created_at: new Date(Date.now() + n),
      })),
    )
    .execute()
  expect(getTitles(await a.get<List>(`/client-notif/${a.id}?limit=1`))).toEqual([
    `notification ${NOTIFICATION_LIMITS.rows + 4}`,
  ])
  expect((await a.get(`/client-notif-count/${a.id}`)).body).toEqual({ count: NOTIFICATION_LIMITS.rows })
  expect((await a.get<List>(`/client-notif/${a.id}?limit=0`)).body).toMatchObject({
    total: NOTIFICATION_LIMITS.rows,
  })
  expect((await a.get<List>(`/client-notif/${a.id}?page=101&limit=10`)).body).toMatchObject({
    data: [],
    from: 0,
  })
})

test('a notification wakes the queue of mails and push messages', async () => {
  await sql`select from graphile_worker.add_job('fan-out', job_key => 'fan-out',
    run_at => clock_timestamp() + interval '1 hour')`.execute(db)
  await notifyResident(null, 'for all')
  await notificationTopic(db, await db.selectFrom('notifications').select('id').execute())
  const { rows } = await sql`select run_at <= clock_timestamp() as due from graphile_worker.jobs
    where task_identifier = 'fan-out'`.execute(db)
  expect(rows).toEqual([{ due: true }])
})

test('a rolled-back notification is not sent', async () => {
  const a = await portal.as('client')
  const failedTransaction = db.transaction().execute(async (tx) => {
    await notifyTenant(tx, { tenantId: a.id, ...createNotificationTexts('half') })
    throw new Error('refused')
  })
  await expect(failedTransaction).rejects.toThrow('refused')
  expect((await a.get(`/client-notif-count/${a.id}`)).body).toEqual({ count: 0 })
  expect(await db.selectFrom('outbox').selectAll().execute()).toEqual([])
})
