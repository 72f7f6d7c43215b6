import { afterAll, beforeEach, expect, test } from 'vitest'
import { cleanFiles, eraseFiles } from '../cleaner.ts'
import { film, picture } from '../content/testing-samples.ts'
import { openFilesPortal } from '../testing.ts'
import { makeKey } from './keys.ts'
import { createTestBucket } from './testing-bucket.ts'

const bucket = await createTestBucket()
afterAll(bucket.close)
const portal = await openFilesPortal({ s3: bucket.config })
const resident = await portal.as('client')
beforeEach(async () => {
  bucket.failWith(undefined)
  await eraseFiles(portal.db, portal.files, await portal.inTable())
  bucket.objects.clear()
})

const sizesOf = (key: string) => [key.replace('.png', '.thumb.webp'), key.replace('.png', '.screen.webp')]

test('with a bucket, uploads are stored there and not on the disk', async () => {
  const { status, key, location, thumb } = await resident.upload('images', await picture('png'))
  expect(status).toBe(201)
  expect([...bucket.objects.keys()].toSorted()).toEqual([key, ...sizesOf(key)].toSorted())
  expect(await portal.onDisk()).toEqual([])
  const whole = await fetch(portal.address + location)
  expect(Buffer.from(await whole.arrayBuffer()).equals(bucket.objects.get(key) ?? Buffer.alloc(0))).toBe(true)
  expect((await fetch(portal.address + (thumb ?? ''))).headers.get('content-type')).toBe('image/webp')
})

test('ranges of files in a bucket are served', async () => {
  const content = film('isom', 300_000)
  const { location } = await resident.upload('videos', content, 'lobby.mp4')
  const answer = await fetch(portal.address + location, { headers: { range: 'bytes=1000-1999' } })
  expect(answer.status).toBe(206)
  expect(Buffer.from(await answer.arrayBuffer()).equals(content.subarray(1000, 2000))).toBe(true)
})

test('the cleaner reads all pages of a bucket', async () => {
  const { key } = await resident.upload('images', await picture('png'))
  const strays = Array.from({ length: 5 }, () => makeKey('videos', 'stray', 'mp4'))
  for (const stray of strays) bucket.objects.set(stray, Buffer.from('x'))
  bucket.objects.set('notes.txt', Buffer.from('not ours'))
  expect(await cleanFiles(portal.db, portal.files)).toMatchObject({ stray: 0 })
  expect(await cleanFiles(portal.db, portal.files, 30)).toMatchObject({ stray: 5 })
  expect([...bucket.objects.keys()].toSorted()).toEqual([key, ...sizesOf(key), 'notes.txt'].toSorted())
})

test('a file that is not in the bucket answers 404', async () => {
  const key = makeKey('images', 'x', 'png')
  expect(await portal.files.stat(key)).toBeNull()
  await expect(portal.files.read(key)).rejects.toMatchObject({ code: 'notFound' })
  await portal.files.remove(key)
})

test('a full bucket answers `storageFull`', async () => {
  bucket.failWith(507)
  expect(await resident.upload('images', await picture('png'))).toMatchObject({
    status: 503,
    code: 'storageFull',
  })
})

test('a bucket that fails answers 503, and the upload is removed', async () => {
  const { location } = await resident.upload('images', await picture('png'))
  bucket.failWith(503)
  await expect(portal.files.disk.check()).rejects.toThrow()
  expect((await resident.upload('images', await picture('png'))).status).toBe(503)
  expect((await fetch(portal.address + location)).status).toBe(503)
  expect((await portal.inTable()).length).toBe(1)
  expect(await portal.onDisk()).toEqual([])
  bucket.failWith(undefined)
  await portal.files.disk.check()
})
