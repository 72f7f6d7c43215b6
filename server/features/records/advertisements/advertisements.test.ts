import { beforeEach, expect, test } from 'vitest'
import { createSamplePicture } from '#platform/files/content/testing-samples.ts'
import { openTestPortal } from '#testing/portal.ts'
import { uploadFile } from '#testing/uploads.ts'
import type { Ad } from '@tahanan/contract/records/answers.ts'

const portal = await openTestPortal()
const admin = await portal.as('admin')
const resident = await portal.as('client')
beforeEach(async () => {
  await portal.db.deleteFrom('advertisements').execute()
})

const addAd = async (title: string, overrides: Record<string, unknown> = {}) =>
  (await admin.post<Ad>('/advertisement', { title, url: 'https://shop.example/', ...overrides })).body.id

test('residents see the newest four by default, with pictures in three sizes', async () => {
  const key = await uploadFile(
    portal,
    admin,
    'advertisements',
    await createSamplePicture('jpeg', 1600, 900),
    'ad.jpg',
  )
  for (const n of [1, 2, 3, 4]) await addAd(`Ad ${n}`)
  const id = await addAd('Ad 5', { images: [{ name: 'ad.jpg', url: key }], description: 'For the office' })
  const { body } = await resident.get<{ data: Ad[] }>('/ads')
  expect(body.data.map(({ title }) => title)).toEqual(['Ad 5', 'Ad 4', 'Ad 3', 'Ad 2'])
  expect(Object.keys(body.data[0] ?? {}).toSorted()).toEqual(['id', 'images', 'title', 'url'])
  expect(body.data[0]?.id).toBe(id)
  for (const size of ['src', 'thumb', 'screen'] as const) {
    const pictureResponse = await portal.app.inject({ url: String(body.data[0]?.images[0]?.[size]) })
    expect(pictureResponse.statusCode).toBe(200)
  }
  expect((await resident.get<{ data: Ad[] }>('/ads?limit=5')).body.data).toHaveLength(5)
  for (const limit of ['0', '-1', '51', 'x'])
    expect((await resident.get(`/ads?limit=${limit}`)).status).toBe(400)
})

test('a random one is returned, each of them sometimes, and null without any', async () => {
  expect((await resident.get('/ad')).body).toEqual({ data: null })
  const deletedAdId = await addAd('Gone')
  await admin.delete(`/advertisement/${deletedAdId}`)
  expect((await resident.get('/ad')).body).toEqual({ data: null })
  const ids = [await addAd('A'), await addAd('B')]
  const seenAdIds = new Set<number>()
  for (let attempt = 0; attempt < 60 && seenAdIds.size < 2; attempt++)
    seenAdIds.add((await resident.get<{ data: Ad }>('/ad')).body.data.id)
  expect([...seenAdIds].toSorted((a, b) => a - b)).toEqual(ids)
})

test.each([
  'javascript:alert(1)',
  'ftp://shop.example/',
  '/admin',
  'shop.example',
  'https://shop.example/a b',
  `https://shop.example/${'x'.repeat(2048)}`,
])('a link goes to http or https and nowhere else: %s is refused', async (url) => {
  const createReply = await admin.post('/advertisement', { title: 'Ad', url })
  const changeReply = await admin.put(`/advertisement/${await addAd('Ad')}`, { url })
  for (const { status, body } of [createReply, changeReply])
    expect([status, Object.keys(body.errors)]).toEqual([400, ['url']])
  expect((await resident.get<{ data: Ad[] }>('/ads')).body.data.map((ad) => ad.url)).toEqual([
    'https://shop.example/',
  ])
})

test('a link keeps port, path, query and fragment', async () => {
  for (const url of ['http://shop.example:8080/a/b?c=d&e=%20#f', 'HTTPS://SHOP.example/ñ'])
    expect((await admin.post<Ad>('/advertisement', { title: 'Ad', url })).body.url).toBe(url)
})
