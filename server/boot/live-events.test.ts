import { expect, test } from 'vitest'
import { createAdminBody } from '#features/admins/testing.ts'
import { publishPost } from '#features/posts/testing.ts'
import { addTenant } from '#features/tenants/testing.ts'
import { createTestTicket } from '#features/tickets/testing.ts'
import { openTestPortal } from '#testing/portal.ts'

const portal = await openTestPortal({ rateLimitPerMinute: 0 })
const administrator = await portal.as('admin')
const superAdmin = await portal.as('super-admin')
const resident = await portal.as('client')

async function listEventsOf(change: () => Promise<{ status: number; body: unknown }>): Promise<string[]> {
  await portal.drainEvents()
  const { status, body } = await change()
  expect(status, JSON.stringify(body)).toBeLessThan(300)
  const eventNames = (await portal.drainEvents()).flatMap((delivery) =>
    'event' in delivery ? [delivery.event] : [],
  )
  return [...new Set(eventNames)].filter((name) => !name.includes('-notifications.')).toSorted()
}

test('posts and comments refresh their lists', async () => {
  const post = await publishPost(administrator)
  const commentsEvent = `comments.${post.id}`
  expect(await listEventsOf(async () => ({ status: 201, body: await publishPost(administrator) }))).toEqual([
    'posts',
  ])
  expect(await listEventsOf(() => administrator.put(`/post/${post.id}`, { title: 'Water is back' }))).toEqual(
    ['posts'],
  )
  expect(await listEventsOf(() => administrator.put(`/post-approved/${post.id}`))).toEqual(['posts'])
  const commentAnswer = await resident.post<{ id: number }>('/comment', {
    postId: post.id,
    comment: 'Thank you',
  })
  // A new comment also sends the event `posts`, because the office's list of posts shows the number of
  // comments.
  expect(
    await listEventsOf(() => resident.post('/comment', { postId: post.id, comment: 'And good night' })),
  ).toEqual([commentsEvent, 'posts'])
  expect(await listEventsOf(() => resident.delete(`/comment/${commentAnswer.body.id}`))).toEqual([
    commentsEvent,
    'posts',
  ])
  expect(await listEventsOf(() => administrator.delete(`/post/${post.id}`))).toEqual(['posts'])
})

test('a message, its reading and its settling refresh the conversation of both sides', async () => {
  const subject = { kind: 'tenant', id: resident.id }
  const messageEvents = [`admin-messages.${administrator.id}`, `client-messages.${resident.id}`]
  expect(
    await listEventsOf(() => resident.post('/message', { ...subject, text: 'Is the pool open?' })),
  ).toEqual(messageEvents)
  expect(await listEventsOf(() => administrator.put('/messages-read', subject))).toEqual(messageEvents)
  expect(await listEventsOf(() => administrator.put('/messages-settled', subject))).toEqual(messageEvents)
  expect(
    await listEventsOf(() => administrator.post('/message', { ...subject, text: 'Until ten.' })),
  ).toEqual(messageEvents)
  expect(
    await listEventsOf(() => administrator.post('/internal-note', { ...subject, text: 'Asked twice' })),
  ).toEqual([`admin-notes.${administrator.id}`])
})

test('a ticket refreshes the lists of its resident and of its viewers, and its pass the gate', async () => {
  const listEvents = ['services', 'visitors']
    .flatMap((listName) => [
      `admin-${listName}-crud.${administrator.id}`,
      `client-${listName}-crud.${resident.id}`,
    ])
    .toSorted()
  const { id } = await createTestTicket(resident, 'visitor')
  expect(await listEventsOf(() => resident.put(`/visitor/${id}`, { purposeOfVisit: 'Lunch' }))).toEqual(
    listEvents,
  )
  expect(await listEventsOf(() => administrator.put(`/visitor/${id}`, { status: 2 }))).toEqual([
    ...listEvents,
    'gate',
  ])
  expect(await listEventsOf(() => resident.delete(`/pass/${id}`))).toEqual([...listEvents, 'gate'])
  const otherTicket = await createTestTicket(resident, 'visitor')
  expect(await listEventsOf(() => resident.delete(`/visitor/${otherTicket.id}`))).toEqual(listEvents)
})

test('tenants and administrators refresh their lists and the accounts whose page shows them', async () => {
  const body = { status: 201, body: undefined }
  expect(await listEventsOf(async () => (await addTenant(administrator), body))).toEqual(['tenants'])
  const tenant = await addTenant(administrator)
  expect(
    await listEventsOf(() => administrator.put(`/tenant/${tenant.id}`, { uoccname: 'Ana Cruz' })),
  ).toEqual(['account', 'tenants'])
  expect(await listEventsOf(() => administrator.delete(`/tenant/${tenant.id}`))).toEqual(['tenants'])
  const ownPath = `/tenant/${resident.id}`
  expect(await listEventsOf(() => resident.put(ownPath, { socialMediaAccount: 'ana.cruz' }))).toEqual([
    'account',
  ])
  const addedAdmin = await superAdmin.post<{ id: number }>('/user-admin', createAdminBody())
  expect(await listEventsOf(() => superAdmin.post('/user-admin', createAdminBody()))).toEqual([
    'administrators',
  ])
  const path = `/user-admin/${addedAdmin.body.id}`
  expect(await listEventsOf(() => superAdmin.put(path, { firstName: 'Rita' }))).toEqual([
    'account',
    'administrators',
  ])
  expect(await listEventsOf(() => superAdmin.delete(path))).toEqual(['administrators'])
})

test('the do-not-admit list refreshes the gate, and feedback the office', async () => {
  const ban = { name: 'Jun Reyes', reason: 'Theft' }
  const { id } = (await administrator.post<{ id: number }>('/do-not-admit', ban)).body
  expect(
    await listEventsOf(() => administrator.post('/do-not-admit', { ...ban, name: 'Ben Reyes' })),
  ).toEqual(['gate'])
  expect(await listEventsOf(() => administrator.put(`/do-not-admit/${id}`, { name: 'Jun Cruz' }))).toEqual([
    'gate',
  ])
  expect(await listEventsOf(() => administrator.delete(`/do-not-admit/${id}`))).toEqual(['gate'])
  expect(await listEventsOf(() => resident.post('/feedback', { rate: 5 }))).toEqual(['feedbacks'])
})
