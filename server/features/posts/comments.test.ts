import { beforeEach, expect, test } from 'vitest'
import { rooms } from '#platform/realtime/outbox.ts'
import { callDuring } from '#testing/call-during.ts'
import type { LoggedInCaller } from '#testing/callers.ts'
import { openTestPortal } from '#testing/portal.ts'
import type { ListOf } from '@tahanan/contract/answers.ts'
import type { Comment, Post } from '@tahanan/contract/posts/answers.ts'
import { getTimeAhead, publishPost, uploadPicture } from './testing.ts'

let post: Post
const portal = await openTestPortal()
const admin = await portal.as('admin', { name: 'Ana Cruz' })
const resident = await portal.as('client', { uoccname: 'Reyes, Maria', clientCode: 'A-101' })
const otherTenant = await portal.as('client')
beforeEach(async () => {
  post = await publishPost(admin)
  await portal.drainEvents()
  await portal.db.deleteFrom('notifications').execute()
})

type List = ListOf<Comment>
const addComment = (caller: LoggedInCaller, comment: string, postId = post.id) =>
  caller.post<Comment>('/comment', { postId, comment, tenantId: 1 })
const loadThread = async (caller: LoggedInCaller) =>
  (await caller.get<List>(`/comments?postId=${post.id}`)).body

async function drainThreadEvents() {
  return (await portal.drainEvents()).filter(
    (delivery) => 'event' in delivery && delivery.event === `comments.${post.id}`,
  )
}

test('a comment belongs to the caller, whatever tenantId says, and is readable by all readers of the post', async () => {
  const commentReply = await addComment(resident, '  Thank you <b>PMO</b>  ')
  expect(commentReply).toMatchObject({
    status: 201,
    body: {
      postId: post.id,
      tenantId: resident.id,
      comment: 'Thank you <b>PMO</b>',
      tenant: { name: 'Reyes, Maria', uoccname: 'Reyes, Maria', firstName: '', image: null },
      admin: null,
      own: true,
      can: ['delete'],
    },
  })
  expect((await loadThread(resident)).data).toEqual([commentReply.body])
  expect((await loadThread(otherTenant)).data).toEqual([{ ...commentReply.body, own: false, can: [] }])
  expect((await loadThread(admin)).data).toEqual([{ ...commentReply.body, own: false, can: ['delete'] }])
  expect((await resident.get<Post>(`/post/${post.id}`)).body.comments).toBe(1)
})

test('residents read PMO instead of a staff name', async () => {
  await addComment(admin, 'From the office')
  expect((await loadThread(admin)).data[0]).toMatchObject({
    admin: { name: 'Ana Cruz' },
    tenant: null,
    own: true,
  })
  expect((await loadThread(resident)).data[0]).toMatchObject({
    admin: { name: 'PMO' },
    tenantId: null,
    own: false,
  })
})

test('comments are paged, the newest first', async () => {
  for (let n = 1; n <= 12; n++) await addComment(resident, `Comment ${n}`)
  const { body } = await resident.get<List>(`/comments?postId=${post.id}&page=2&limit=10`)
  expect([body.total, body.from, body.data.map(({ comment }) => comment)]).toEqual([
    12,
    11,
    ['Comment 2', 'Comment 1'],
  ])
  expect((await resident.get('/comments')).status).toBe(400)
})

test('empty, too long and invalid comments are refused', async () => {
  for (const invalidComment of [
    '',
    '   ',
    null,
    undefined,
    5_000,
    [],
    {},
    'x'.repeat(2001),
    'nul \u0000',
    '\ud800',
  ]) {
    const { status } = await resident.post('/comment', { postId: post.id, comment: invalidComment })
    expect(status, JSON.stringify(invalidComment)).toBe(invalidComment === 5_000 ? 201 : 400)
  }
  expect((await resident.post('/comment', { postId: post.id })).body.errors).toEqual({
    comment: ['Please input your comment!'],
  })
  for (const postId of [undefined, 'x', -1, 1.5, 1e30])
    expect((await resident.post('/comment', { postId, comment: 'Hello' })).status).toBe(400)
})

test('with comments off nobody can comment, and earlier comments stay', async () => {
  await addComment(resident, 'First')
  await admin.put(`/post/${post.id}`, { enableMessaging: 0 })
  for (const caller of [resident, admin]) {
    const refusedReply = await caller.post('/comment', { postId: post.id, comment: 'Second' })
    expect([refusedReply.status, refusedReply.body.message]).toEqual([403, 'Disabled Comments'])
    expect((await caller.get<Post>(`/post/${post.id}`)).body.can).not.toContain('comment')
  }
  expect((await loadThread(resident)).data.map(({ comment }) => comment)).toEqual(['First'])
  await admin.put(`/post/${post.id}`, { enableMessaging: true })
  expect((await addComment(resident, 'Second')).status).toBe(201)
})

test('a comment waits for a change that switches comments off, and is refused', async () => {
  const [lateReply] = await callDuring(
    portal.db,
    (tx) => tx.updateTable('posts').set({ enable_messaging: 0 }).where('id', '=', post.id).execute(),
    [() => addComment(resident, 'Quick')],
  )
  expect(lateReply?.status).toBe(403)
  expect((await loadThread(admin)).total).toBe(0)
})

test('residents delete their own comments only; the office deletes any', async () => {
  const [ownComment, otherComment] = [
    (await addComment(resident, 'Mine')).body,
    (await addComment(otherTenant, 'Theirs')).body,
  ]
  expect((await resident.delete(`/comment/${otherComment.id}`)).status).toBe(404)
  expect((await resident.delete(`/comment/${ownComment.id}`)).status).toBe(200)
  expect((await resident.delete(`/comment/${ownComment.id}`)).status).toBe(404)
  expect((await loadThread(resident)).data.map(({ id }) => id)).toEqual([otherComment.id])
  expect((await admin.delete(`/comment/${otherComment.id}`)).status).toBe(200)
  expect(await loadThread(resident)).toEqual({ data: [], total: 0, from: 0 })
})

test('the office is notified of comments by residents, not of its own', async () => {
  await addComment(admin, 'From the office')
  await addComment(resident, 'Thank you')
  const storedNotifications = await portal.db
    .selectFrom('notifications')
    .select(['area', 'page', 'subject_tenant_id', 'title', 'message', 'link'])
    .execute()
  expect(storedNotifications).toEqual([
    {
      area: 'admin',
      page: 'announcements',
      subject_tenant_id: resident.id,
      title: 'New comment',
      message: 'Reyes, Maria (A-101) commented on “Water interruption on Friday”.',
      link: `/admin/announcements?postId=${post.id}`,
    },
  ])
})

test('readers of the thread receive comments and deletions in the form they may see', async () => {
  const { id } = (await addComment(admin, 'From the office')).body
  const [residentEvent, officeEvent] = await drainThreadEvents()
  expect(residentEvent).toMatchObject({ room: rooms.area('client'), data: { id, admin: { name: 'PMO' } } })
  expect(officeEvent).toMatchObject({
    room: rooms.account('admin', admin.id),
    data: { id, admin: { name: 'Ana Cruz' } },
  })
  expect(residentEvent && 'data' in residentEvent && Object.keys(residentEvent.data as object)).not.toContain(
    'own',
  )
  await portal.drainEvents()
  await admin.delete(`/comment/${id}`)
  expect((await drainThreadEvents()).map((delivery) => 'data' in delivery && delivery.data)).toEqual([
    { id, status: 0 },
    { id, status: 0 },
  ])
})

test('residents receive no events of posts that they cannot read, nor do administrators without view', async () => {
  post = await publishPost(admin, { startDate: getTimeAhead(100) })
  const threadAdmin = await portal.as('admin', { roles: { announcements: ['thread'] } })
  await addComment(threadAdmin, 'Among ourselves')
  expect((await drainThreadEvents()).map((delivery) => 'room' in delivery && delivery.room)).toEqual([
    rooms.account('admin', admin.id),
  ])
})

test('a commenter’s picture has links, until the commenter is deleted (rules 6.14)', async () => {
  const residentWithPicture = await portal.as('client')
  const key = await uploadPicture(portal, residentWithPicture)
  await portal.db
    .updateTable('tenants')
    .set({ image: key })
    .where('id', '=', residentWithPicture.id)
    .execute()
  const { tenant } = (await addComment(residentWithPicture, 'With my face')).body
  expect(tenant).toMatchObject({ image: key, src: expect.stringMatching(/^\/files\/images\//) })
  expect((await admin.delete(`/tenant/${residentWithPicture.id}`)).status).toBe(200)
  const { tenant: deletedTenant } = (await loadThread(otherTenant)).data[0]!
  expect(deletedTenant).toMatchObject({ uoccname: tenant!.uoccname, image: null })
  expect(deletedTenant).not.toHaveProperty('src')
})

test('many comments of one resident do not push other notifications out of the office’s inbox', async () => {
  const otherTenant = await portal.as('client', { uoccname: 'Cruz, Pedro' })
  await addComment(otherTenant, 'The gate is stuck.')
  const listBellNotifications = async () =>
    (
      await admin.get<{ data: { id: number; message: string; isReadAdmin: number }[] }>(
        `/admin-notif/${admin.id}?page=1&limit=10`,
      )
    ).body.data
  await addComment(resident, 'First')
  const [first] = await listBellNotifications()
  await admin.put('/admin-notif-read-ids', { ids: String(first?.id) })
  for (let n = 0; n < 20; n++) await addComment(resident, `Again ${n}`)
  const notifications = await listBellNotifications()
  expect(notifications.map(({ message, isReadAdmin }) => [message, isReadAdmin])).toEqual([
    ['Reyes, Maria (A-101) commented on “Water interruption on Friday” 21 times within an hour.', 0],
    [`Cruz, Pedro (${otherTenant.account.clientCode}) commented on “Water interruption on Friday”.`, 0],
  ])
  expect(notifications[0]?.id).toBe(first?.id)
})
