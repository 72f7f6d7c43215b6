import { beforeEach, expect, test } from 'vitest'
import type { LoggedIn } from '#testing/callers.ts'
import { openTestPortal } from '#testing/portal.ts'
import { findFileOwner } from '#testing/uploads.ts'
import type { Post } from '@tahanan/contract/posts/answers.ts'
import type { RichNode } from '@tahanan/contract/rich-text.ts'
import { createDocument, createPostBody, getTimeAhead, publish, uploadPicture } from './testing.ts'

const portal = await openTestPortal()
const admin = await portal.as('admin')
const resident = await portal.as('client')
beforeEach(async () => {
  await portal.db.deleteFrom('posts').execute()
})

const NOT_OURS = ['This file was not uploaded here.']
const createContent = (...keys: string[]) =>
  createDocument('Text', ...keys.map((key) => ({ type: 'image', attrs: { key } })))
const toImage = (key: string) => [{ name: 'Lobby.png', url: key }]

const findOwner = (key: string) => findFileOwner(portal.db, key)
const openFile = async (who: LoggedIn, key: string) => (await who.get(`/file?name=${key}`)).status

test('pictures in the text have links, sizes and smaller versions, which are not stored', async () => {
  const key = await uploadPicture(portal, admin, [1600, 800])
  const made = await publish(admin, { content: JSON.stringify(createContent(key)) })
  const picture = made.content?.content?.[1]
  const link = (size: string) =>
    expect.stringMatching(new RegExp(`^/files/${key}\\?expires=\\d+&signature=[\\w-]+${size}$`))
  expect(picture).toEqual({
    type: 'image',
    attrs: { key, src: link('&size=screen'), srcset: expect.any(String), width: 1600, height: 800 },
  })
  const srcset = String(picture?.attrs?.srcset).split(', ')
  expect(srcset).toEqual([link('&size=thumb 320w'), link('&size=screen 1080w'), link(' 1600w')])
  const stored = await portal.db
    .selectFrom('posts')
    .select('content')
    .where('id', '=', made.id)
    .executeTakeFirst()
  expect(stored?.content).toEqual(createContent(key))
  const answer = await portal.app.inject({ url: String(picture?.attrs?.src) })
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/webp'])
})

test('a post says if its text contains its own picture, even if that was uploaded twice', async () => {
  const [image, again, other] = [
    await uploadPicture(portal, admin),
    await uploadPicture(portal, admin),
    await uploadPicture(portal, admin, [90, 40]),
  ]
  const repeated = await publish(admin, { image: toImage(image), content: createContent(other, again) })
  expect(repeated.imageInText).toBe(true)
  expect((await resident.get<Post>(`/post/${repeated.id}`)).body.imageInText).toBe(true)
  const own = await uploadPicture(portal, admin)
  const moved = await admin.put<Post>(`/post/${repeated.id}`, {
    image: toImage(own),
    content: createContent(own),
  })
  expect(moved.body.imageInText).toBe(true)
  const elsewhere = await admin.put<Post>(`/post/${repeated.id}`, {
    content: createContent(await uploadPicture(portal, admin, [90, 40])),
  })
  expect(elsewhere.body.imageInText).toBe(false)
  expect(
    (await publish(admin, { content: createContent(await uploadPicture(portal, admin)) })).imageInText,
  ).toBe(false)
})

test('the picture of a post can be given by its path alone', async () => {
  const key = await uploadPicture(portal, admin)
  const made = await publish(admin, { image: key })
  expect(made.image).toMatchObject([{ url: key, src: expect.any(String), thumb: expect.any(String) }])
  const two = [...toImage(key), ...toImage(await uploadPicture(portal, admin))]
  const refused = await admin.put(`/post/${made.id}`, { image: two })
  expect([refused.status, refused.body.errors]).toEqual([400, { image: ['Only 1 file can be added.'] }])
})

test('a post owns its pictures and releases those that it no longer shows', async () => {
  const [image, first, second] = [
    await uploadPicture(portal, admin),
    await uploadPicture(portal, admin),
    await uploadPicture(portal, admin),
  ]
  const post = await publish(admin, { image: toImage(image), content: createContent(first, second, first) })
  const ours = `post ${post.id}`
  expect(await Promise.all([image, first, second].map(findOwner))).toEqual([ours, ours, ours])
  // The picture `image` moves into the text, so the post still owns it. The picture `first` is no longer
  // used.
  await admin.put(`/post/${post.id}`, { image: [], content: createContent(image, second) })
  expect(await Promise.all([image, first, second].map(findOwner))).toEqual([ours, null, ours])
  await admin.put(`/post/${post.id}`, { content: null })
  expect(await Promise.all([image, first, second].map(findOwner))).toEqual([null, null, null])
})

test('another administrator can add own pictures and keep the existing ones', async () => {
  const theirs = await uploadPicture(portal, admin)
  const post = await publish(admin, { content: createContent(theirs) })
  const other = await portal.as('admin')
  const mine = await uploadPicture(portal, other)
  const changed = await other.put(`/post/${post.id}`, { content: createContent(theirs, mine) })
  expect([changed.status, await findOwner(mine)]).toEqual([200, `post ${post.id}`])
})

test('pictures of residents, other posts or invented ones are refused at their field, and no post is created', async () => {
  const taken = await uploadPicture(portal, admin)
  await publish(admin, { image: toImage(taken) })
  const foreign = [
    await uploadPicture(portal, resident),
    await uploadPicture(portal, await portal.as('admin')),
    taken,
    `images/post_1-${'0'.repeat(32)}.png`,
  ]
  for (const key of foreign) {
    const before = await findOwner(taken)
    const asContent = await admin.post(
      '/post',
      createPostBody({ title: 'Refused', content: createContent(key) }),
    )
    expect([asContent.status, asContent.body.errors]).toEqual([400, { content: NOT_OURS }])
    const asPicture = await admin.post('/post', createPostBody({ title: 'Refused', image: toImage(key) }))
    expect([asPicture.status, asPicture.body.errors]).toEqual([400, { image: NOT_OURS }])
    expect(await findOwner(taken)).toBe(before)
  }
  const { body } = await admin.get<{ total: number }>('/posts?searchTerm=refused')
  expect(body.total).toBe(0)
})

test('a refused change releases no picture', async () => {
  const key = await uploadPicture(portal, admin)
  const post = await publish(admin, { content: createContent(key) })
  await admin.put(`/post/${post.id}`, { title: 'Newer', updated_at: post.updated_at })
  const stale = await admin.put(`/post/${post.id}`, { content: null, updated_at: post.updated_at })
  expect([stale.status, await findOwner(key)]).toEqual([409, `post ${post.id}`])
})

test('readers of a post can open its pictures as long as they may read it', async () => {
  const key = await uploadPicture(portal, admin)
  const guard = await portal.as('admin', { roles: { gatepass: ['view'] } })
  const superAdmin = await portal.as('super-admin')
  expect([await openFile(admin, key), await openFile(resident, key)]).toEqual([200, 404])
  const { id } = await publish(admin, { content: createContent(key), startDate: getTimeAhead(100) })
  expect([await openFile(admin, key), await openFile(resident, key)]).toEqual([200, 404])
  await admin.put(`/post/${id}`, { startDate: null })
  expect([await openFile(admin, key), await openFile(resident, key)]).toEqual([200, 200])
  expect([await openFile(guard, key), await openFile(superAdmin, key)]).toEqual([404, 404])
  await admin.put(`/post/${id}`, { startDate: getTimeAhead(-100), endDate: getTimeAhead(-10) })
  expect([await openFile(admin, key), await openFile(resident, key)]).toEqual([200, 404])
  await admin.delete(`/post/${id}`)
  expect([await openFile(admin, key), await openFile(resident, key)]).toEqual([404, 404])
})

test('a text refused by contract/rich-text.ts is an error of its field, on create and update', async () => {
  const { id } = await publish(admin)
  const content = createDocument({ type: 'script', content: [{ type: 'text', text: 'alert(1)' }] })
  for (const answer of [
    await admin.post('/post', createPostBody({ content })),
    await admin.put(`/post/${id}`, { content }),
    await admin.post('/post', createPostBody({ content: JSON.stringify(content) })),
  ])
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([400, ['content']])
  expect((await admin.get<{ total: number }>('/posts')).body.total).toBe(1)
})

test('an answer can be sent back unchanged as a change', async () => {
  const key = await uploadPicture(portal, admin)
  const post = await publish(admin, { image: toImage(key), content: createContent(key) })
  const sent = (await admin.get<Post>(`/post/${post.id}`)).body
  const saved = (await admin.put<Post>(`/post/${post.id}`, sent)).body
  expect([saved.updated_at, (saved.content as RichNode).type]).toEqual([post.updated_at, 'doc'])
})
