import { beforeEach, expect, test } from 'vitest'
import { compactTallies } from '#platform/db/lists/compact-tallies.ts'
import { callDuring } from '#testing/call-during.ts'
import { openTestPortal } from '#testing/portal.ts'
import type { ListOf } from '@tahanan/contract/answers.ts'
import type { Post } from '@tahanan/contract/posts/answers.ts'
import { listTopPosts, VIEW_TALLIES } from './record-post-view.ts'
import { createDocument, createPostBody, getTimeAhead, publishPost } from './testing.ts'

const portal = await openTestPortal()
const admin = await portal.as('admin', { name: 'Ana Cruz' })
const resident = await portal.as('client')
beforeEach(async () => {
  await portal.db.deleteFrom('posts').execute()
})

type List = ListOf<Post>

test('residents read published posts with all fields and the author, without fields of the office', async () => {
  const content = createDocument('Please store water.')
  const createdPost = await publishPost(admin, { type: 'EVENTS', content: JSON.stringify(content) })
  expect(createdPost).toMatchObject({
    ...createPostBody(),
    type: 'EVENTS',
    content,
    postById: admin.id,
    posted_by: { firstName: 'Admin' },
    startDate: null,
    endDate: null,
    image: [],
    enableMessaging: 1,
    urgent: 0,
    status: 1,
    shown: 'shown',
    comments: 0,
    views: 0,
    announced: true,
    approvedById: null,
    approver: null,
    can: ['edit', 'delete', 'comment'],
  })
  const { views: _, announced: __, can: ___, ...forAll } = createdPost
  const residentPost = { ...forAll, can: ['comment'] }
  expect((await resident.get<List>('/posts')).body).toEqual({ data: [residentPost], total: 1, from: 1 })
  expect((await resident.get(`/post/${createdPost.id}`)).body).toEqual(residentPost)
  expect((await resident.get('/post-latest')).body).toEqual({ data: residentPost })
})

test('without posts the latest is null and the list empty', async () => {
  expect((await resident.get('/post-latest')).body).toEqual({ data: null })
  expect((await resident.get('/posts')).body).toEqual({ data: [], total: 0, from: 0 })
})

test('missing fields are refused with the messages of rules 9.1', async () => {
  const { status, body } = await admin.post('/post', {})
  expect([status, body.errors]).toEqual([
    400,
    {
      title: ['Please input your title!'],
      description: ['Please input your description!'],
      type: ['Please input your type!'],
      attachedUrl: ['Please input your attached url!'],
    },
  ])
})

test('an end before the start is refused, also if only one of them changes', async () => {
  const message = { endDate: ['The end date must be after the start date.'] }
  const dates = { startDate: getTimeAhead(200), endDate: getTimeAhead(100) }
  expect((await admin.post('/post', createPostBody(dates))).body.errors).toEqual(message)
  const { id } = await publishPost(admin, { endDate: getTimeAhead(100) })
  const laterStartResponse = await admin.put(`/post/${id}`, { startDate: getTimeAhead(200) })
  expect([laterStartResponse.status, laterStartResponse.body.errors]).toEqual([400, message])
})

test('times are read in community time', async () => {
  const { startDate } = await publishPost(admin, { startDate: '2026-01-02 09:00:00' })
  expect(startDate).toBe('2026-01-02T01:00:00.000Z')
})

test('an invalid attached address is refused at its field', async () => {
  const { status, body } = await admin.post('/post', createPostBody({ attachedUrl: 'ftp://example.test' }))
  expect([status, Object.keys(body.errors)]).toEqual([400, ['attachedUrl']])
})

test('text that looks like markup is stored as typed', async () => {
  const title = `<script>alert("1")</script> & 'quotes' <img src=x onerror=alert(1)>`
  const { id } = await publishPost(admin, { title, description: title })
  expect((await resident.get<Post>(`/post/${id}`)).body).toMatchObject({ title, description: title })
})

test('search matches title, description and text literally, ignoring case', async () => {
  const { id } = await publishPost(admin, {
    title: '100% Ligtas',
    content: createDocument('Fire drill at the lobby'),
  })
  await publishPost(admin, { title: '100 percent' })
  for (const caller of [admin, resident]) {
    for (const term of ['100%25', 'LIGTAS', 'fire drill']) {
      const { body } = await caller.get<List>(`/posts?searchTerm=${term}`)
      expect([body.total, body.data.map((post) => post.id)]).toEqual([1, [id]])
    }
    expect((await caller.get<List>('/posts?searchTerm=_')).body.total).toBe(0)
  }
})

test('lists are paged, the newest first', async () => {
  const ids: number[] = []
  for (let n = 0; n < 12; n++) ids.unshift((await publishPost(admin)).id)
  const firstPage = (await resident.get<List>('/posts?page=1&limit=10')).body
  const secondPage = (await resident.get<List>('/posts?page=2&limit=10')).body
  expect([...firstPage.data, ...secondPage.data].map(({ id }) => id)).toEqual(ids)
  expect([firstPage.total, firstPage.from, secondPage.from]).toEqual([12, 1, 11])
})

test('an edit of an outdated version is refused; one without updated_at changes its own fields', async () => {
  const { id, updated_at } = await publishPost(admin)
  expect((await admin.put(`/post/${id}`, { title: 'First', updated_at })).status).toBe(200)
  const staleResponse = await admin.put(`/post/${id}`, { title: 'Second', updated_at })
  expect([staleResponse.status, staleResponse.body.code]).toEqual([409, 'conflict'])
  await admin.put(`/post/${id}`, { description: 'New description' })
  expect((await admin.get(`/post/${id}`)).body).toMatchObject({
    title: 'First',
    description: 'New description',
  })
})

test('an edit waits for one in progress, and is refused as outdated', async () => {
  const { id, updated_at } = await publishPost(admin)
  const [lateResponse] = await callDuring(
    portal.db,
    (tx) =>
      tx.updateTable('posts').set({ title: 'First', updated_at: new Date() }).where('id', '=', id).execute(),
    [() => admin.put(`/post/${id}`, { title: 'Second', updated_at })],
  )
  expect(lateResponse?.status).toBe(409)
})

test('sending an answer back unchanged changes nothing', async () => {
  const post = await publishPost(admin, { content: createDocument('Text'), startDate: getTimeAhead(-100) })
  expect((await admin.put(`/post/${post.id}`, post)).body).toEqual(post)
})

test('a post is approved once, by an administrator who read its present version', async () => {
  const post = await publishPost(admin)
  await admin.put(`/post/${post.id}`, { title: 'Changed' })
  const staleResponse = await admin.put(`/post-approved/${post.id}`, { updated_at: post.updated_at })
  expect([staleResponse.status, staleResponse.body.code]).toEqual([409, 'conflict'])
  expect((await admin.put(`/post-approved/${post.id}`)).status).toBe(200)
  expect((await admin.put(`/post-approved/${post.id}`)).status).toBe(409)
  const approvedPost = (await admin.get<Post>(`/post/${post.id}`)).body
  expect(approvedPost).toMatchObject({
    approvedById: admin.id,
    approver: { id: admin.id, name: 'Ana Cruz' },
    can: ['edit', 'delete', 'comment'],
  })
  expect(approvedPost.approvalDate).not.toBeNull()
  // Residents do not see names of staff (rules 6.19).
  const residentPost = (await resident.get<Post>(`/post/${post.id}`)).body
  expect(residentPost).toMatchObject({ approvedById: null, approver: null })
})

test('a deleted post is gone with its comments and cannot be deleted again', async () => {
  const { id } = await publishPost(admin)
  await resident.post('/comment', { postId: id, comment: 'Thank you' })
  expect((await admin.delete(`/post/${id}`)).status).toBe(200)
  for (const caller of [admin, resident]) {
    expect((await caller.get(`/post/${id}`)).status).toBe(404)
    expect((await caller.get(`/comments?postId=${id}`)).status).toBe(404)
    expect((await caller.post('/comment', { postId: id, comment: 'Hello?' })).status).toBe(404)
    expect((await caller.get<List>('/posts')).body.total).toBe(0)
  }
  expect((await admin.delete(`/post/${id}`)).status).toBe(404)
  expect((await admin.put(`/post/${id}`, { title: 'Back' })).status).toBe(404)
  expect((await admin.put(`/post-approved/${id}`)).status).toBe(404)
})

test('each opening by a resident is one view (rules 9.7)', async () => {
  const { id } = await publishPost(admin)
  const otherTenant = await portal.as('client')
  for (const viewingTenant of [resident, resident, otherTenant])
    expect((await viewingTenant.post('/post-analytic', { postId: id, status: 1, tenantId: 1 })).status).toBe(
      201,
    )
  expect((await admin.get<Post>(`/post/${id}`)).body.views).toBe(3)
})

test('opening a post that a resident cannot read is not counted', async () => {
  const { id } = await publishPost(admin, { startDate: getTimeAhead(100) })
  for (const postId of [id, 999_999])
    expect((await resident.post('/post-analytic', { postId })).status).toBe(404)
  expect((await resident.post('/post-analytic', { postId: 'x' })).status).toBe(400)
  expect(await portal.db.selectFrom('post_view_tallies').selectAll().execute()).toEqual([])
})

test('totals of views are right while many are counted and summed at once', async () => {
  const [a, b] = [await publishPost(admin, { title: 'A' }), await publishPost(admin, { title: 'B' })]
  await Promise.all([
    ...Array.from({ length: 30 }, (_, n) =>
      resident.post('/post-analytic', { postId: n % 3 === 0 ? b.id : a.id, status: 1 }),
    ),
    ...Array.from({ length: 4 }, () => compactTallies(portal.db, VIEW_TALLIES)),
  ])
  const expectedPosts = [
    { id: a.id, title: 'A', total: 20 },
    { id: b.id, title: 'B', total: 10 },
  ]
  expect(await listTopPosts(portal.db, 10)).toEqual(expectedPosts)
  await compactTallies(portal.db, VIEW_TALLIES)
  expect(await listTopPosts(portal.db, 10)).toEqual(expectedPosts)
  expect(await listTopPosts(portal.db, 1)).toEqual(expectedPosts.slice(0, 1))
})

const listNotifications = (id: number) =>
  portal.db.selectFrom('notifications').select('urgent').where('link', '=', `/mail?postId=${id}`).execute()

test('an urgent post is announced as urgent, once', async () => {
  const { id, urgent } = await publishPost(admin, { urgent: 1 })
  expect([urgent, await listNotifications(id)]).toEqual([1, [{ urgent: true }]])
  await admin.put(`/post/${id}`, { title: 'Water is back' })
  await admin.put(`/post/${id}`, { urgent: 0 })
  expect(await listNotifications(id)).toHaveLength(1)
  const urgentResponse = await admin.put(`/post/${id}`, { urgent: 1 })
  expect([urgentResponse.status, urgentResponse.body.errors]).toEqual([
    400,
    { urgent: ['Residents were notified of this post already.'] },
  ])
})

test.each([
  [1, 'EVENTS', 'Urgent event', 'Urgent: No water tonight', 'Open the event'],
  [0, 'ANNOUNCEMENTS', 'New announcement', 'Announcement: No water tonight', 'Open the announcement'],
])(
  'the mail of a post with urgent %i of %s names it and has its description',
  async (urgent, type, heading, subject, action) => {
    const description = 'From 22:00 to 04:00.\n\nPlease keep some water.'
    const { id } = await publishPost(admin, { urgent, type, title: 'No water tonight', description })
    const storedNotification = await portal.db
      .selectFrom('notifications')
      .select(['title', 'brief', 'letter'])
      .where('link', '=', `/mail?postId=${id}`)
      .executeTakeFirstOrThrow()
    const paragraphs = ['From 22:00 to 04:00.', 'Please keep some water.']
    expect(storedNotification).toEqual({
      title: heading,
      brief: heading,
      letter: { subject, paragraphs, action },
    })
  },
)

test('a scheduled post may become urgent until it begins', async () => {
  const { id } = await publishPost(admin, { startDate: getTimeAhead(3600) })
  expect((await admin.put<Post>(`/post/${id}`, { urgent: 1 })).body.urgent).toBe(1)
  expect(await listNotifications(id)).toEqual([])
  await admin.put(`/post/${id}`, { startDate: null })
  expect(await listNotifications(id)).toEqual([{ urgent: true }])
})

test('a post is not made urgent after residents were notified of it, also if it starts again later', async () => {
  const { id, announced } = await publishPost(admin)
  const urgentResponse = await admin.put(`/post/${id}`, { urgent: 1, startDate: getTimeAhead(3600) })
  expect([announced, urgentResponse.status, urgentResponse.body.errors]).toEqual([
    true,
    400,
    { urgent: ['Residents were notified of this post already.'] },
  ])
  expect(await listNotifications(id)).toEqual([{ urgent: false }])
})

test('a post that ended before residents were notified of it may be made urgent and shown again', async () => {
  const { id } = await publishPost(admin, { startDate: getTimeAhead(-200), endDate: getTimeAhead(-100) })
  expect((await admin.get<Post>(`/post/${id}`)).body).toMatchObject({ shown: 'ended', announced: false })
  const urgentResponse = await admin.put<Post>(`/post/${id}`, { urgent: 1, endDate: getTimeAhead(3600) })
  expect([urgentResponse.status, urgentResponse.body.announced]).toEqual([200, true])
  expect(await listNotifications(id)).toEqual([{ urgent: true }])
})

test('only who may approve makes a post urgent, or no longer urgent', async () => {
  const writer = await portal.as('admin', { roles: { announcements: ['view', 'add', 'edit'] } })
  const { id } = await publishPost(admin, { urgent: 1, startDate: getTimeAhead(3600) })
  for (const { status, body } of [
    await writer.post('/post', createPostBody({ urgent: 1 })),
    await writer.put(`/post/${id}`, { urgent: 0 }),
  ]) {
    expect([status, body.code]).toEqual([403, 'missingPermission'])
    expect(body.message).toContain('announcements.approve')
  }
  expect((await writer.post('/post', createPostBody({ urgent: 0 }))).status).toBe(201)
  expect((await writer.put<Post>(`/post/${id}`, { title: 'Later' })).body).toMatchObject({ urgent: 1 })
})
