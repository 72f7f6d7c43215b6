import { expect, test } from 'vitest'
import { createAdminBody } from '#features/admins/testing.ts'
import { publish } from '#features/posts/testing.ts'
import { addTenant } from '#features/tenants/testing.ts'
import { file } from '#features/tickets/testing.ts'
import { openTestPortal } from '#testing/portal.ts'

const portal = await openTestPortal({ rateLimitPerMinute: 0 })
const office = await portal.as('admin')
const superAdmin = await portal.as('super-admin')
const resident = await portal.as('client')

/** Makes a change and returns the names of its live events, except those of notifications. */
async function listEventsOf(change: () => Promise<{ status: number; body: unknown }>): Promise<string[]> {
  await portal.takeDeliveries()
  const { status, body } = await change()
  expect(status, JSON.stringify(body)).toBeLessThan(300)
  const names = (await portal.takeDeliveries()).flatMap((one) => ('event' in one ? [one.event] : []))
  return [...new Set(names)].filter((name) => !name.includes('-notifications.')).toSorted()
}

test('posts and comments refresh their lists', async () => {
  const post = await publish(office)
  const comments = `comments.${post.id}`
  expect(await listEventsOf(async () => ({ status: 201, body: await publish(office) }))).toEqual(['posts'])
  expect(await listEventsOf(() => office.put(`/post/${post.id}`, { title: 'Water is back' }))).toEqual([
    'posts',
  ])
  expect(await listEventsOf(() => office.put(`/post-approved/${post.id}`))).toEqual(['posts'])
  const said = await resident.post<{ id: number }>('/comment', { postId: post.id, comment: 'Thank you' })
  // A comment also sends the event `posts`, because the office's list of posts shows the number of comments.
  expect(
    await listEventsOf(() => resident.post('/comment', { postId: post.id, comment: 'And good night' })),
  ).toEqual([comments, 'posts'])
  expect(await listEventsOf(() => resident.delete(`/comment/${said.body.id}`))).toEqual([comments, 'posts'])
  expect(await listEventsOf(() => office.delete(`/post/${post.id}`))).toEqual(['posts'])
})

test('a message, its reading and its settling refresh the conversation of both sides', async () => {
  const about = { kind: 'tenant', id: resident.id }
  const both = [`admin-messages.${office.id}`, `client-messages.${resident.id}`]
  expect(
    await listEventsOf(() => resident.post('/message', { ...about, text: 'Is the pool open?' })),
  ).toEqual(both)
  expect(await listEventsOf(() => office.put('/messages-read', about))).toEqual(both)
  expect(await listEventsOf(() => office.put('/messages-settled', about))).toEqual(both)
  expect(await listEventsOf(() => office.post('/message', { ...about, text: 'Until ten.' }))).toEqual(both)
  expect(await listEventsOf(() => office.post('/internal-note', { ...about, text: 'Asked twice' }))).toEqual([
    `admin-notes.${office.id}`,
  ])
})

test('a ticket refreshes the lists of its resident and of its viewers, and its pass the gate', async () => {
  const both = ['services', 'visitors']
    .flatMap((many) => [`admin-${many}-crud.${office.id}`, `client-${many}-crud.${resident.id}`])
    .toSorted()
  const { id } = await file(resident, 'visitor')
  expect(await listEventsOf(() => resident.put(`/visitor/${id}`, { purposeOfVisit: 'Lunch' }))).toEqual(both)
  expect(await listEventsOf(() => office.put(`/visitor/${id}`, { status: 2 }))).toEqual([...both, 'gate'])
  expect(await listEventsOf(() => resident.delete(`/pass/${id}`))).toEqual([...both, 'gate'])
  const other = await file(resident, 'visitor')
  expect(await listEventsOf(() => resident.delete(`/visitor/${other.id}`))).toEqual(both)
})

test('tenants and administrators refresh their lists and the accounts whose page shows them', async () => {
  const body = { status: 201, body: undefined }
  expect(await listEventsOf(async () => (await addTenant(office), body))).toEqual(['tenants'])
  const tenant = await addTenant(office)
  expect(await listEventsOf(() => office.put(`/tenant/${tenant.id}`, { uoccname: 'Ana Cruz' }))).toEqual([
    'account',
    'tenants',
  ])
  expect(await listEventsOf(() => office.delete(`/tenant/${tenant.id}`))).toEqual(['tenants'])
  const own = `/tenant/${resident.id}`
  expect(await listEventsOf(() => resident.put(own, { socialMediaAccount: 'ana.cruz' }))).toEqual(['account'])
  const added = await superAdmin.post<{ id: number }>('/user-admin', createAdminBody())
  expect(await listEventsOf(() => superAdmin.post('/user-admin', createAdminBody()))).toEqual([
    'administrators',
  ])
  const path = `/user-admin/${added.body.id}`
  expect(await listEventsOf(() => superAdmin.put(path, { firstName: 'Rita' }))).toEqual([
    'account',
    'administrators',
  ])
  expect(await listEventsOf(() => superAdmin.delete(path))).toEqual(['administrators'])
})

test('the do-not-admit list refreshes the gate, and feedback the office', async () => {
  const ban = { name: 'Jun Reyes', reason: 'Theft' }
  const { id } = (await office.post<{ id: number }>('/do-not-admit', ban)).body
  expect(await listEventsOf(() => office.post('/do-not-admit', { ...ban, name: 'Ben Reyes' }))).toEqual([
    'gate',
  ])
  expect(await listEventsOf(() => office.put(`/do-not-admit/${id}`, { name: 'Jun Cruz' }))).toEqual(['gate'])
  expect(await listEventsOf(() => office.delete(`/do-not-admit/${id}`))).toEqual(['gate'])
  expect(await listEventsOf(() => resident.post('/feedback', { rate: 5 }))).toEqual(['feedbacks'])
})
