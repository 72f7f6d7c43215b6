import { beforeEach, expect, test } from 'vitest'
import { openDatabase } from '#platform/db/client.ts'
import { rooms } from '#platform/realtime/outbox.ts'
import type { LoggedInCaller } from '#testing/callers.ts'
import { openTestPortal } from '#testing/portal.ts'
import type { Post } from '@tahanan/contract/posts/answers.ts'
import { announcePosts, processScheduledPosts } from './announce-posts.ts'
import { getTimeAhead, publishPost } from './testing.ts'

const portal = await openTestPortal()
const admin = await portal.as('admin')
const resident = await portal.as('client')
beforeEach(async () => {
  for (const table of ['posts', 'notifications', 'outbox'] as const)
    await portal.db.deleteFrom(table).execute()
  await portal.drainEvents()
})

const listTitles = async (caller: LoggedInCaller) =>
  (await caller.get<{ data: Post[] }>('/posts')).body.data.map(({ title }) => title)
const listNotifications = () =>
  portal.db.selectFrom('notifications').select(['area', 'tenant_id', 'title', 'message', 'link']).execute()
const loadState = async (id: number) => (await admin.get<Post>(`/post/${id}`)).body.shown

async function drainPostEvents(): Promise<{ room: string; data: unknown }[]> {
  return (await portal.drainEvents()).flatMap((delivery) =>
    'room' in delivery && delivery.event === 'posts' ? [{ room: delivery.room, data: delivery.data }] : [],
  )
}
const [residents, getOfficeRoom] = [rooms.area('client'), () => rooms.account('admin', admin.id)]

async function shiftTimesBack(seconds: number): Promise<void> {
  const toShiftAssignment = (column: string) => `${column} = ${column} - interval '${seconds} seconds'`
  await portal.services.pool.query(
    `update posts set ${['start_date', 'end_date', 'turns_at', 'created_at'].map(toShiftAssignment).join(', ')}`,
  )
}

test('a post without dates is shown and announced immediately', async () => {
  const { id } = await publishPost(admin)
  expect(await listTitles(resident)).toHaveLength(1)
  expect(await listNotifications()).toEqual([
    {
      area: 'client',
      tenant_id: null,
      title: 'New announcement',
      message: 'Water interruption on Friday',
      link: `/mail?postId=${id}`,
    },
  ])
  expect(await drainPostEvents()).toEqual([
    { room: residents, data: { id } },
    { room: getOfficeRoom(), data: { id } },
  ])
})

test('a scheduled post appears, is announced and ends by itself', async () => {
  const { id } = await publishPost(admin, {
    type: 'EVENTS',
    startDate: getTimeAhead(100),
    endDate: getTimeAhead(200),
  })
  expect([await loadState(id), await listTitles(resident), await listNotifications()]).toEqual([
    'scheduled',
    [],
    [],
  ])
  expect((await resident.get(`/post/${id}`)).status).toBe(404)
  expect((await resident.get('/post-latest')).body).toEqual({ data: null })
  expect(await drainPostEvents()).toEqual([{ room: getOfficeRoom(), data: { id } }])
  expect(await processScheduledPosts(portal.db)).toBe(0)

  await shiftTimesBack(150)
  // Posts are visible as soon as they start, even before the job runs. The job only sends events and
  // notifications.
  expect([await loadState(id), (await listTitles(resident)).length]).toEqual(['shown', 1])
  await portal.drainEvents()
  expect(await processScheduledPosts(portal.db)).toBe(1)
  expect((await listNotifications()).map(({ title }) => title)).toEqual(['New event'])
  expect((await drainPostEvents()).map(({ room }) => room)).toEqual([residents, getOfficeRoom()])
  expect(await processScheduledPosts(portal.db)).toBe(0)

  await shiftTimesBack(100)
  expect([await loadState(id), await listTitles(resident)]).toEqual(['ended', []])
  expect((await resident.get(`/post/${id}`)).status).toBe(404)
  expect((await resident.post('/comment', { postId: id, comment: 'Late' })).status).toBe(404)
  await portal.drainEvents()
  expect(await processScheduledPosts(portal.db)).toBe(1)
  expect((await drainPostEvents()).map(({ room }) => room)).toEqual([residents, getOfficeRoom()])
  expect([await processScheduledPosts(portal.db), await listNotifications()]).toEqual([
    0,
    [expect.anything()],
  ])
})

test('administrators see scheduled and ended posts', async () => {
  await publishPost(admin, { title: 'later', startDate: getTimeAhead(100) })
  await publishPost(admin, { title: 'over', startDate: getTimeAhead(-200), endDate: getTimeAhead(-100) })
  await publishPost(admin, { title: 'now' })
  expect(await listTitles(admin)).toEqual(['now', 'over', 'later'])
  expect(await listTitles(resident)).toEqual(['now'])
  expect((await listNotifications()).map(({ message }) => message)).toEqual(['now'])
})

test('a scheduled post is listed by its appearance, not its creation', async () => {
  await publishPost(admin, { title: 'scheduled', startDate: getTimeAhead(100) })
  await publishPost(admin, { title: 'written later' })
  await portal.services.pool.query(
    `update posts set created_at = created_at - interval '1 hour',
      start_date = case when title = 'scheduled' then clock_timestamp() - interval '1 minute' end`,
  )
  expect(await listTitles(resident)).toEqual(['scheduled', 'written later'])
  expect((await resident.get<{ data: Post }>('/post-latest')).body.data.title).toBe('scheduled')
})

test('two processes announce each post once', async () => {
  for (let n = 0; n < 8; n++) await publishPost(admin, { title: `Post ${n}`, startDate: getTimeAhead(100) })
  await shiftTimesBack(150)
  const databases = [1, 2, 3].map(() =>
    openDatabase({ connectionString: portal.services.pool.options.connectionString ?? '' }),
  )
  const processedCounts = await Promise.all(
    databases.flatMap(({ db }) => [processScheduledPosts(db), processScheduledPosts(db)]),
  )
  await Promise.all(databases.map(({ close }) => close()))
  expect(processedCounts.reduce((sum, count) => sum + count, 0)).toBe(8)
  const messages = (await listNotifications()).map(({ message }) => message)
  expect([messages.length, new Set(messages).size]).toEqual([8, 8])
})

test('a post whose announcing process dies is announced by the next one', async () => {
  await publishPost(admin, { startDate: getTimeAhead(100) })
  await shiftTimesBack(150)
  const failingTransaction = portal.db.transaction().execute(async (tx) => {
    const { rows } = { rows: await tx.selectFrom('posts').select('id').execute() }
    await announcePosts(
      tx,
      rows.map(({ id }) => id),
    )
    throw new Error('killed')
  })
  await expect(failingTransaction).rejects.toThrow('killed')
  expect(await listNotifications()).toEqual([])
  expect([await processScheduledPosts(portal.db), (await listNotifications()).length]).toEqual([1, 1])
})

test('an announced post is not announced again after its dates change', async () => {
  const { id } = await publishPost(admin)
  await admin.put(`/post/${id}`, { startDate: getTimeAhead(100), title: 'Moved' })
  expect([await loadState(id), await listTitles(resident)]).toEqual(['scheduled', []])
  await shiftTimesBack(150)
  expect(await processScheduledPosts(portal.db)).toBe(1)
  expect(await listTitles(resident)).toEqual(['Moved'])
  expect(await listNotifications()).toHaveLength(1)
})

test('an earlier start announces immediately; a later end shows the post again', async () => {
  const { id } = await publishPost(admin, { startDate: getTimeAhead(100) })
  await admin.put(`/post/${id}`, { startDate: null })
  expect(await listNotifications()).toHaveLength(1)
  await admin.put(`/post/${id}`, { endDate: getTimeAhead(-1), startDate: getTimeAhead(-100) })
  expect(await listTitles(resident)).toEqual([])
  await admin.put(`/post/${id}`, { endDate: getTimeAhead(100) })
  expect([(await listTitles(resident)).length, (await listNotifications()).length]).toEqual([1, 1])
})

test('a post that ended while no process ran, or was deleted, is not announced', async () => {
  await publishPost(admin, { startDate: getTimeAhead(10), endDate: getTimeAhead(20) })
  const { id } = await publishPost(admin, { startDate: getTimeAhead(10) })
  await admin.delete(`/post/${id}`)
  await shiftTimesBack(100)
  expect([await processScheduledPosts(portal.db), await listNotifications()]).toEqual([1, []])
})

test('residents receive no events of future posts, and one when a shown post ends by a change or is removed', async () => {
  const { id } = await publishPost(admin, { startDate: getTimeAhead(100) })
  await admin.put(`/post/${id}`, { title: 'Still secret' })
  await admin.delete(`/post/${id}`)
  expect((await drainPostEvents()).some(({ room }) => room === residents)).toBe(false)
  const [endedPost, deletedPost] = [await publishPost(admin), await publishPost(admin)]
  await portal.drainEvents()
  await admin.put(`/post/${endedPost.id}`, { startDate: getTimeAhead(-100), endDate: getTimeAhead(-1) })
  await admin.delete(`/post/${deletedPost.id}`)
  const events = (await drainPostEvents()).filter(({ room }) => room === residents)
  expect(events.map(({ data }) => data)).toEqual([{ id: endedPost.id }, { id: deletedPost.id }])
})

test('administrators without announcements.view receive no events', async () => {
  const guard = await portal.as('admin', { roles: { gatepass: ['view'], announcements: ['add'] } })
  await publishPost(guard)
  expect((await drainPostEvents()).map(({ room }) => room)).toEqual([residents, getOfficeRoom()])
})
