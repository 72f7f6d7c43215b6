import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage } from 'node:http'
import { Socket, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { cleanFiles, eraseFiles } from '../clean-files.ts'
import { createSampleVideo, createSamplePicture } from '../content/testing-samples.ts'
import { openFilesPortal } from '../testing.ts'
import { createBucket, type Bucket } from './bucket.ts'
import { createKey } from './file-key.ts'
import { createTestBucket } from './testing-bucket.ts'

const bucket = await createTestBucket()
const folder = await mkdtemp(join(tmpdir(), 'tahanan-sent-'))
afterAll(async () => {
  await bucket.close()
  await rm(folder, { recursive: true })
})
const portal = await openFilesPortal({ s3: bucket.config })
const resident = await portal.as('client')
beforeEach(async () => {
  bucket.failWith(undefined)
  await eraseFiles(portal.db, portal.files, await portal.listInTable())
  bucket.objects.clear()
})

const listStoredKeys = () =>
  [...bucket.objects.keys()].filter((key) => key !== 'tahanan-owner.json').toSorted()
const toSizePaths = (key: string) => [key.replace('.png', '.thumb.webp'), key.replace('.png', '.screen.webp')]

test('with a bucket, uploads are stored there and not on the disk', async () => {
  const { status, key, location, thumb } = await resident.upload('images', await createSamplePicture('png'))
  expect(status).toBe(201)
  expect(listStoredKeys()).toEqual([key, ...toSizePaths(key)].toSorted())
  expect(await portal.listOnDisk()).toEqual([])
  const wholeResponse = await fetch(portal.address + location)
  expect(
    Buffer.from(await wholeResponse.arrayBuffer()).equals(bucket.objects.get(key) ?? Buffer.alloc(0)),
  ).toBe(true)
  expect((await fetch(portal.address + (thumb ?? ''))).headers.get('content-type')).toBe('image/webp')
})

test('ranges of files in a bucket are served', async () => {
  const content = createSampleVideo('isom', 300_000)
  const { location } = await resident.upload('videos', content, 'lobby.mp4')
  const rangeResponse = await fetch(portal.address + location, { headers: { range: 'bytes=1000-1999' } })
  expect(rangeResponse.status).toBe(206)
  expect(Buffer.from(await rangeResponse.arrayBuffer()).equals(content.subarray(1000, 2000))).toBe(true)
})

test('the cleaner reads all pages of a bucket', async () => {
  const { key } = await resident.upload('images', await createSamplePicture('png'))
  const strayKeys = Array.from({ length: 5 }, () => createKey('videos', 'stray', 'mp4'))
  for (const strayKey of strayKeys) bucket.objects.set(strayKey, Buffer.from('x'))
  bucket.objects.set('notes.txt', Buffer.from('not ours'))
  expect(await cleanFiles(portal.db, portal.files)).toMatchObject({ stray: 0 })
  expect(await cleanFiles(portal.db, portal.files, 30)).toMatchObject({ stray: 5 })
  expect(listStoredKeys()).toEqual([key, ...toSizePaths(key), 'notes.txt'].toSorted())
})

test('a file that is not in the bucket answers 404', async () => {
  const key = createKey('images', 'x', 'png')
  expect(await portal.files.stat(key)).toBeNull()
  await expect(portal.files.read(key)).rejects.toMatchObject({ code: 'notFound' })
  await portal.files.remove(key)
})

test('a full bucket answers `storageFull`', async () => {
  bucket.failWith(507)
  expect(await resident.upload('images', await createSamplePicture('png'))).toMatchObject({
    status: 503,
    code: 'storageFull',
  })
})

test('a bucket that fails answers 503, and the upload is removed', async () => {
  const { location } = await resident.upload('images', await createSamplePicture('png'))
  bucket.failWith(503)
  await expect(portal.files.disk.check()).rejects.toThrow()
  expect((await resident.upload('images', await createSamplePicture('png'))).status).toBe(503)
  expect((await fetch(portal.address + location)).status).toBe(503)
  expect((await portal.listInTable()).length).toBe(1)
  expect(await portal.listOnDisk()).toEqual([])
  bucket.failWith(undefined)
  await portal.files.disk.check()
})

/**
 * Replaces timers by fake ones, except those of idle sockets. The S3 client starts these three seconds later,
 * perhaps after the fake timers have been removed.
 */
function fakeTimers(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const socketTimeoutSpy = vi.spyOn(Socket.prototype, 'setTimeout').mockReturnThis()
  onTestFinished(() => {
    vi.useRealTimers()
    socketTimeoutSpy.mockRestore()
  })
}

async function advanceSeconds(seconds: number): Promise<void> {
  for (let n = 0; n < seconds * 10; n++) {
    await vi.advanceTimersByTimeAsync(100)
    await nextTurn()
  }
}

const IMAGE_KEY = 'images/door.png'
const VIDEO_KEY = 'videos/lobby.mp4'

test.each<
  [
    string,
    (hangingBucket: Bucket, storeFile: (path: string, bytes: number) => Promise<void>) => Promise<unknown>,
  ]
>([
  ['a small file', (_, storeFile) => storeFile(IMAGE_KEY, 1000)],
  ['a film', (_, storeFile) => storeFile(VIDEO_KEY, 5_000_000)],
  [
    'a file behind many others',
    async (_, storeFile) => {
      for (let n = 0; n < 60; n++) storeFile(IMAGE_KEY, 1000).catch(() => {})
      await storeFile(IMAGE_KEY, 1000)
    },
  ],
  ['the marker of the owner', (hangingBucket) => hangingBucket.readOwner()],
  ['a file that is opened', (hangingBucket) => hangingBucket.read(IMAGE_KEY)],
  ['the size of a file', (hangingBucket) => hangingBucket.stat(IMAGE_KEY)],
])('a bucket that hangs fails within ten seconds: %s', async (_, call) => {
  const hangingBucket = createBucket(bucket.config)
  bucket.failWith('silence')
  fakeTimers()
  let outcome: unknown = 'waiting'
  const placeTestFile = async (path: string, bytes: number) => {
    const temporaryPath = join(folder, randomUUID())
    await writeFile(temporaryPath, Buffer.alloc(bytes))
    await hangingBucket.storeFiles([{ temporaryPath, path, mime: 'image/png' }])
  }
  call(hangingBucket, placeTestFile).then(
    (result) => (outcome = result),
    (error: unknown) => (outcome = error),
  )
  await expect.poll(() => bucket.silent()).toBeGreaterThan(0)
  await advanceSeconds(10)
  await expect.poll(() => outcome).toMatchObject({ code: 'unavailable' })
})

test('a film on a slow line is stored', async () => {
  const MB = 1_000_000
  const temporaryPath = join(folder, randomUUID())
  await writeFile(temporaryPath, Buffer.alloc(40 * MB))
  const slowUpload = { received: 0, wanted: 0, request: undefined as IncomingMessage | undefined }
  const server = createServer((request, response) => {
    slowUpload.request = request.pause().on('data', ({ length }: Buffer) => {
      slowUpload.received += length
      if (slowUpload.received >= slowUpload.wanted) request.pause()
    })
    request.on('end', () => response.end())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  fakeTimers()
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const storePromise = createBucket({ ...bucket.config, endpoint }).storeFiles([
    { temporaryPath, path: VIDEO_KEY, mime: 'video/mp4' },
  ])
  await expect.poll(() => slowUpload.request).toBeDefined()
  // Each piece must be larger than the socket buffers of the client and the server together; otherwise it
  // would be sent before the server reads it.
  for (slowUpload.wanted = 10 * MB; slowUpload.wanted <= 30 * MB; slowUpload.wanted += 10 * MB) {
    await advanceSeconds(7)
    slowUpload.request?.resume()
    await expect.poll(() => slowUpload.received).toBeGreaterThanOrEqual(slowUpload.wanted)
  }
  slowUpload.wanted = Infinity
  slowUpload.request?.resume()
  await storePromise
})
