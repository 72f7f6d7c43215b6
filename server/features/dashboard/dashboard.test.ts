import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { publishPost } from '#features/posts/testing.ts'
import { createBookingBody } from '#features/tickets/testing.ts'
import { compactTallies } from '#platform/db/lists/compact-tallies.ts'
import { createTestAmenity } from '#testing/accounts.ts'
import { openTestPortal } from '#testing/portal.ts'
import { createDecisionHoursCache } from './create-decision-hours-cache.ts'
import { getReservationTallies } from './repository.ts'

const portal = await openTestPortal()
const viewer = await portal.as('admin', { roles: { dashboard: ['view'] } })
const admin = await portal.as('admin')
const resident = await portal.as('client')

beforeEach(async () => {
  for (const table of ['tickets', 'reservation_tallies', 'posts'] as const)
    await portal.db.deleteFrom(table).execute()
})

/** Inserts a ticket directly into the database, because the API would set the time and the status itself. */
const addTicket = (module: string, status: number, at: string) =>
  portal.db
    .insertInto('tickets')
    .values({
      module,
      ticket_number: `T-${Math.random()}`,
      tenant_id: resident.id,
      status,
      search_text: '',
      created_at: new Date(at),
    })
    .returning('id')
    .executeTakeFirstOrThrow()

test('an empty community answers zeros', async () => {
  expect((await viewer.get('/summary-reports')).body).toEqual({
    posts: 0,
    tenants: 1,
    requests: 0,
    reports: 0,
  })
  expect((await viewer.get('/summary-requests')).body).toMatchObject({ open: 0, deleted: 0, all: 0 })
  expect((await viewer.get('/summary-reservations')).body).toEqual({ data: [] })
  expect((await viewer.get('/post-analytic-reports?limit=10')).body).toEqual({ data: [] })
})

test('the cards count records that are not deleted', async () => {
  const post = await publishPost(admin)
  await publishPost(admin)
  await admin.delete(`/post/${post.id}`)
  await portal.as('client', { status: 0 })
  const { body } = await resident.post('/report', {
    title: 'Cracked glass',
    description: 'The lobby door.',
    date: new Date().toISOString(),
  })
  expect(body).toMatchObject({ status: 1 })
  for (const status of [0, 1, 4]) await addTicket('jobOrder', status, '2026-01-05T04:00:00Z')
  expect((await viewer.get('/summary-reports')).body).toEqual({
    posts: 1,
    tenants: 1,
    requests: 2,
    reports: 1,
  })
})

test('the doughnut has every status, and its total is their sum', async () => {
  for (const [status, count] of [1, 3, 2, 2, 4, 1, 2].entries())
    for (let n = 0; n < count; n++) await addTicket('jobOrder', status, '2026-01-05T04:00:00Z')
  await addTicket('gatePass', 1, '2026-01-05T04:00:00Z')
  const expected = {
    open: 3,
    close: 2,
    ongoing: 2,
    completed: 4,
    cancelled: 1,
    rejected: 2,
    deleted: 1,
    all: 15,
  }
  expect((await viewer.get('/summary-requests')).body).toEqual(expected)
})

const getReservationMonths = async () =>
  (await viewer.get<{ data: { year: number; month: number; count: number }[] }>('/summary-reservations')).body
    .data

test('reservations are counted by local month, and compacting the tallies changes nothing', async () => {
  await addTicket('reservation', 1, '2025-12-31T15:59:00Z')
  // This is New Year in Manila, but still the day before in UTC.
  await addTicket('reservation', 4, '2025-12-31T16:00:00Z')
  const { id } = await addTicket('reservation', 2, '2026-01-20T08:00:00Z')
  await addTicket('reservation', 0, '2026-01-21T08:00:00Z')
  await addTicket('reservation', 6, '2026-03-01T00:10:00Z')
  const expected = [
    { year: 2025, month: 12, count: 1 },
    { year: 2026, month: 1, count: 2 },
    { year: 2026, month: 3, count: 1 },
  ]
  expect(await getReservationMonths()).toEqual(expected)

  await portal.db
    .insertInto('reservation_tallies')
    .values(Array.from({ length: 600 }, () => ({ since: new Date('2026-01-10T00:00:00Z'), delta: 0 })))
    .execute()
  await compactTallies(portal.db, getReservationTallies('Asia/Manila'))
  expect(await getReservationMonths()).toEqual(expected)
  expect(await portal.db.selectFrom('reservation_tallies').selectAll().execute()).toHaveLength(3)

  const setStatus = (status: number) =>
    portal.db.updateTable('tickets').set({ status }).where('id', '=', id).execute()
  await setStatus(0)
  expect((await getReservationMonths())[1]).toEqual({ year: 2026, month: 1, count: 1 })
  await setStatus(1)
  await setStatus(5)
  expect(await getReservationMonths()).toEqual(expected)
  await portal.db.deleteFrom('tickets').where('module', '=', 'reservation').execute()
  expect(await getReservationMonths()).toEqual([])
})

test('a filed reservation is counted until it is deleted', async () => {
  const amenity = await createTestAmenity(portal.db)
  const bookingReply = await resident.post<{ id: number }>(
    '/reservation',
    createBookingBody(amenity.id, 5, '09:00', '10:00'),
  )
  expect(bookingReply.status).toBe(201)
  expect((await getReservationMonths()).map(({ count }) => count)).toEqual([1])
  expect((await admin.delete(`/reservation/${bookingReply.body.id}`)).status).toBe(200)
  expect(await getReservationMonths()).toEqual([])
})

/**
 * `monday`, a Monday of the previous month, is the first day of the tests. The office is open from 8:00 to
 * 17:00 in Manila.
 */
const now = new Date()
const monday = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 5))
monday.setUTCDate(monday.getUTCDate() + ((8 - monday.getUTCDay()) % 7))
const toInstant = (day: number, hour: number) => {
  const time = new Date(monday)
  time.setUTCDate(time.getUTCDate() + day)
  time.setUTCHours(hour - 8, 0, 0, 0)
  return time.toISOString()
}
const addDecidedTicket = async (
  filedAt: string,
  decidedAt: string,
  { module = 'gatePass', status = 2 } = {},
) => {
  const { id } = await addTicket(module, status, filedAt)
  const eventBase = { ticket_id: id, actor_area: 'admin', actor_id: admin.id, actor_name: 'Ana' } as const
  await portal.db
    .insertInto('ticket_events')
    .values([
      { ...eventBase, from_status: null, to_status: 1, at: new Date(filedAt) },
      { ...eventBase, from_status: 1, to_status: 2, at: new Date(decidedAt) },
      // The ticket was sent back and decided again, but only the first decision counts.
      {
        ...eventBase,
        from_status: 1,
        to_status: 6,
        at: new Date(new Date(decidedAt).getTime() + 86_400_000),
      },
    ])
    .execute()
}

test('hours to a decision leave out holidays, deleted tickets and earlier years, and are kept', async () => {
  const tuesday = toInstant(1, 12).slice(0, 10)
  await portal.db.insertInto('holidays').values({ date: tuesday, name: 'Bonifacio Day' }).execute()
  onTestFinished(async () => void (await portal.db.deleteFrom('holidays').execute()))
  await addDecidedTicket(toInstant(0, 16), toInstant(2, 9))
  await addDecidedTicket(toInstant(0, 9), toInstant(0, 12), { module: 'jobOrder' })
  await addDecidedTicket(toInstant(0, 9), toInstant(0, 17), { status: 0 })
  await addDecidedTicket(toInstant(-7 * 60, 9), toInstant(-7 * 60, 17))
  const month = { year: monday.getUTCFullYear(), month: monday.getUTCMonth() + 1 }
  const expected = [
    { module: 'gatePass', ...month, decided: 1, median: 2, p90: 2 },
    { module: 'jobOrder', ...month, decided: 1, median: 3, p90: 3 },
  ]
  const getDecisionHours = createDecisionHoursCache(portal.db, 'Asia/Manila')
  expect(await getDecisionHours()).toEqual(expected)
  await addDecidedTicket(toInstant(2, 9), toInstant(2, 10), { module: 'report' })
  expect(await getDecisionHours()).toEqual(expected)
  expect(await createDecisionHoursCache(portal.db, 'Asia/Manila')()).toHaveLength(3)
})

test('waiting, late and office hours are those of the modules that the reader may view', async () => {
  await addDecidedTicket(toInstant(0, 9), toInstant(0, 10))
  // The ticket was filed after the office closed, so its office hours count from the next morning.
  await addDecidedTicket(toInstant(0, 20), toInstant(1, 11))
  await addDecidedTicket(toInstant(0, 16), toInstant(2, 9))
  await addTicket('gatePass', 1, now.toISOString())
  const { id: lateTicketId } = await addTicket('gatePass', 3, now.toISOString())
  await portal.db
    .updateTable('tickets')
    .set({ due_at: new Date(now.getTime() - 1000) })
    .where('id', '=', lateTicketId)
    .execute()

  const guard = await portal.as('admin', { roles: { dashboard: ['view'], gatepass: ['view'] } })
  expect((await guard.get('/summary-modules')).body).toEqual({
    data: [{ module: 'gatePass', waiting: 1, late: 1 }],
  })
  const { body } = await guard.get<{ data: { decided: number; median: number; p90: number }[] }>(
    '/summary-decisions',
  )
  expect(body.data).toMatchObject([{ module: 'gatePass', decided: 3, median: 3, p90: 9.4 }])
  for (const path of ['/summary-modules', '/summary-decisions'])
    expect((await viewer.get(path)).body).toEqual({ data: [] })
})

const openPost = (postId: number) => resident.post('/post-analytic', { postId, status: 1 })
const listTopPosts = async (limit: string) =>
  (await viewer.get<{ data: unknown[] }>(`/post-analytic-reports${limit}`)).body.data

test('the most viewed posts come first, without deleted ones, up to the requested number', async () => {
  const [first, second, deletedPost] = [
    await publishPost(admin),
    await publishPost(admin),
    await publishPost(admin),
  ]
  for (const { id } of [second, second, second, deletedPost, deletedPost, first])
    expect((await openPost(id)).status).toBe(201)
  await admin.delete(`/post/${deletedPost.id}`)
  expect(await listTopPosts('')).toEqual([
    { id: second.id, title: second.title, total: 3 },
    { id: first.id, title: first.title, total: 1 },
  ])
  expect(await listTopPosts('?limit=1')).toHaveLength(1)
  for (const limit of ['0', '51', 'x'])
    expect((await viewer.get(`/post-analytic-reports?limit=${limit}`)).status).toBe(400)
})
