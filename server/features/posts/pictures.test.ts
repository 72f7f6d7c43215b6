import { beforeEach, expect, test } from 'vitest'
import type { LoggedInCaller } from '#testing/callers.ts'
import { openTestPortal } from '#testing/portal.ts'
import { findFileOwner } from '#testing/uploads.ts'
import type { Post } from '@tahanan/contract/posts/answers.ts'
import type { RichNode } from '@tahanan/contract/rich-text.ts'
import { createDocument, createPostBody, getTimeAhead, publishPost, uploadPicture } from './testing.ts'

const portal = await openTestPortal()
const admin = await portal.as('admin')
const resident = await portal.as('client')
beforeEach(async () => {
  await portal.db.deleteFrom('posts').execute()
})

const NOT_UPLOADED_ERROR = ['This file was not uploaded here.']
const createContent = (...keys: string[]) =>
  createDocument('Text', ...keys.map((key) => ({ type: 'image', attrs: { key } })))
const toImageList = (key: string) => [{ name: 'Lobby.png', url: key }]

const findOwner = (key: string) => findFileOwner(portal.db, key)
const openFile = async (caller: LoggedInCaller, key: string) => (await caller.get(`/file?name=${key}`)).status

test('pictures in the text have links, sizes and smaller versions, which are not stored', async () => {
  const key = await uploadPicture(portal, admin, [1600, 800])
  const createdPost = await publishPost(admin, { content: JSON.stringify(createContent(key)) })
  const pictureNode = createdPost.content?.content?.[1]
  const createLinkPattern = (size: string) =>
    expect.stringMatching(new RegExp(`^/files/${key}\\?expires=\\d+&signature=[\\w-]+${size}$`))
  expect(pictureNode).toEqual({
    type: 'image',
    attrs: {
      key,
      src: createLinkPattern('&size=screen'),
      srcset: expect.any(String),
      width: 1600,
      height: 800,
    },
  })
  const srcset = String(pictureNode?.attrs?.srcset).split(', ')
  expect(srcset).toEqual([
    createLinkPattern('&size=thumb 320w'),
    createLinkPattern('&size=screen 1080w'),
    createLinkPattern(' 1600w'),
  ])
  const storedPost = await portal.db
    .selectFrom('posts')
    .select('content')
    .where('id', '=', createdPost.id)
    .executeTakeFirst()
  expect(storedPost?.content).toEqual(createContent(key))
  const pictureResponse = await portal.app.inject({ url: String(pictureNode?.attrs?.src) })
  expect([pictureResponse.statusCode, pictureResponse.headers['content-type']]).toEqual([200, 'image/webp'])
})

test('a post says if its text contains its own picture, even if that was uploaded twice', async () => {
  const [image, repeatedImage, otherImage] = [
    await uploadPicture(portal, admin),
    await uploadPicture(portal, admin),
    await uploadPicture(portal, admin, [90, 40]),
  ]
  const postWithRepeats = await publishPost(admin, {
    image: toImageList(image),
    content: createContent(otherImage, repeatedImage),
  })
  expect(postWithRepeats.imageInText).toBe(true)
  expect((await resident.get<Post>(`/post/${postWithRepeats.id}`)).body.imageInText).toBe(true)
  const ownPicture = await uploadPicture(portal, admin)
  const updateReply = await admin.put<Post>(`/post/${postWithRepeats.id}`, {
    image: toImageList(ownPicture),
    content: createContent(ownPicture),
  })
  expect(updateReply.body.imageInText).toBe(true)
  const otherPostResponse = await admin.put<Post>(`/post/${postWithRepeats.id}`, {
    content: createContent(await uploadPicture(portal, admin, [90, 40])),
  })
  expect(otherPostResponse.body.imageInText).toBe(false)
  expect(
    (await publishPost(admin, { content: createContent(await uploadPicture(portal, admin)) })).imageInText,
  ).toBe(false)
})

test('the picture of a post can be given by its path alone', async () => {
  const key = await uploadPicture(portal, admin)
  const createdPost = await publishPost(admin, { image: key })
  expect(createdPost.image).toMatchObject([{ url: key, src: expect.any(String), thumb: expect.any(String) }])
  const twoImages = [...toImageList(key), ...toImageList(await uploadPicture(portal, admin))]
  const refusedReply = await admin.put(`/post/${createdPost.id}`, { image: twoImages })
  expect([refusedReply.status, refusedReply.body.errors]).toEqual([
    400,
    { image: ['Only 1 file can be added.'] },
  ])
})

test('a post owns its pictures and releases those that it no longer shows', async () => {
  const [image, first, second] = [
    await uploadPicture(portal, admin),
    await uploadPicture(portal, admin),
    await uploadPicture(portal, admin),
  ]
  const post = await publishPost(admin, {
    image: toImageList(image),
    content: createContent(first, second, first),
  })
  const expectedOwner = `post ${post.id}`
  expect(await Promise.all([image, first, second].map(findOwner))).toEqual([
    expectedOwner,
    expectedOwner,
    expectedOwner,
  ])
  await admin.put(`/post/${post.id}`, { image: [], content: createContent(image, second) })
  expect(await Promise.all([image, first, second].map(findOwner))).toEqual([
    expectedOwner,
    null,
    expectedOwner,
  ])
  await admin.put(`/post/${post.id}`, { content: null })
  expect(await Promise.all([image, first, second].map(findOwner))).toEqual([null, null, null])
})

test('another administrator can add own pictures and keep the existing ones', async () => {
  const adminPicture = await uploadPicture(portal, admin)
  const post = await publishPost(admin, { content: createContent(adminPicture) })
  const otherAdmin = await portal.as('admin')
  const otherPicture = await uploadPicture(portal, otherAdmin)
  const changeReply = await otherAdmin.put(`/post/${post.id}`, {
    content: createContent(adminPicture, otherPicture),
  })
  expect([changeReply.status, await findOwner(otherPicture)]).toEqual([200, `post ${post.id}`])
})

test('pictures of residents, other posts or invented ones are refused at their field, and no post is created', async () => {
  const usedPicture = await uploadPicture(portal, admin)
  await publishPost(admin, { image: toImageList(usedPicture) })
  const foreignKeys = [
    await uploadPicture(portal, resident),
    await uploadPicture(portal, await portal.as('admin')),
    usedPicture,
    `images/post_1-${'0'.repeat(32)}.png`,
  ]
  for (const key of foreignKeys) {
    const ownerBefore = await findOwner(usedPicture)
    const contentResponse = await admin.post(
      '/post',
      createPostBody({ title: 'Refused', content: createContent(key) }),
    )
    expect([contentResponse.status, contentResponse.body.errors]).toEqual([
      400,
      { content: NOT_UPLOADED_ERROR },
    ])
    const pictureResponse = await admin.post(
      '/post',
      createPostBody({ title: 'Refused', image: toImageList(key) }),
    )
    expect([pictureResponse.status, pictureResponse.body.errors]).toEqual([
      400,
      { image: NOT_UPLOADED_ERROR },
    ])
    expect(await findOwner(usedPicture)).toBe(ownerBefore)
  }
  const { body } = await admin.get<{ total: number }>('/posts?searchTerm=refused')
  expect(body.total).toBe(0)
})

test('a refused change releases no picture', async () => {
  const key = await uploadPicture(portal, admin)
  const post = await publishPost(admin, { content: createContent(key) })
  await admin.put(`/post/${post.id}`, { title: 'Newer', updated_at: post.updated_at })
  const staleResponse = await admin.put(`/post/${post.id}`, { content: null, updated_at: post.updated_at })
  expect([staleResponse.status, await findOwner(key)]).toEqual([409, `post ${post.id}`])
})

test('readers of a post can open its pictures as long as they may read it', async () => {
  const key = await uploadPicture(portal, admin)
  const guard = await portal.as('admin', { roles: { gatepass: ['view'] } })
  const superAdmin = await portal.as('super-admin')
  expect([await openFile(admin, key), await openFile(resident, key)]).toEqual([200, 404])
  const { id } = await publishPost(admin, { content: createContent(key), startDate: getTimeAhead(100) })
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
  const { id } = await publishPost(admin)
  const content = createDocument({ type: 'script', content: [{ type: 'text', text: 'alert(1)' }] })
  for (const invalidResponse of [
    await admin.post('/post', createPostBody({ content })),
    await admin.put(`/post/${id}`, { content }),
    await admin.post('/post', createPostBody({ content: JSON.stringify(content) })),
  ])
    expect([invalidResponse.status, Object.keys(invalidResponse.body.errors)]).toEqual([400, ['content']])
  expect((await admin.get<{ total: number }>('/posts')).body.total).toBe(1)
})

test('an answer can be sent back unchanged as a change', async () => {
  const key = await uploadPicture(portal, admin)
  const post = await publishPost(admin, { image: toImageList(key), content: createContent(key) })
  const sentPost = (await admin.get<Post>(`/post/${post.id}`)).body
  const savedPost = (await admin.put<Post>(`/post/${post.id}`, sentPost)).body
  expect([savedPost.updated_at, (savedPost.content as RichNode).type]).toEqual([post.updated_at, 'doc'])
})
