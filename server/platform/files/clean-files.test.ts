import { rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, expect, test, vi } from 'vitest'
import { claimFiles, releaseFiles } from './claim-files.ts'
import { cleanFiles, eraseFiles } from './clean-files.ts'
import { createSampleVideo, createSamplePicture } from './content/testing-samples.ts'
import { createKey } from './store/file-key.ts'
import { openFilesPortal } from './testing.ts'

const portal = await openFilesPortal()
const resident = await portal.as('client')
beforeEach(async () => {
  await eraseFiles(portal.db, portal.files, await portal.listInTable())
})

const DAY_AGO = new Date(Date.now() - 25 * 60 * 60_000)
const getRoot = () => join(portal.files.incoming, '..')
const setReleasedADayAgo = (key: string) =>
  portal.db.updateTable('files').set({ released_at: DAY_AGO }).where('key', '=', key).execute()
const cleanTestFiles = () => cleanFiles(portal.db, portal.files)
const uploadVideo = async () => (await resident.upload('videos', createSampleVideo())).key
const uploadPicture = async () => (await resident.upload('images', await createSamplePicture('png'))).key

test('a file without a record is removed after a day, with its smaller sizes', async () => {
  const [oldKey, recentKey] = [await uploadPicture(), await uploadPicture()]
  await setReleasedADayAgo(oldKey)
  expect(await cleanTestFiles()).toEqual({ unused: 1, stray: 0, kept: 0, unfinished: 0 })
  expect(await portal.listInTable()).toEqual([recentKey])
  expect((await portal.listOnDisk()).length).toBe(3)
})

test('a file of a record is kept, and removed a day after its release', async () => {
  const key = await uploadVideo()
  const owner = { kind: 'ticket', id: 1 }
  await claimFiles(portal.db, resident, owner, [key], 'videos')
  await setReleasedADayAgo(key)
  expect(await cleanTestFiles()).toMatchObject({ unused: 0 })
  await releaseFiles(portal.db, owner, [key])
  expect(await cleanTestFiles()).toMatchObject({ unused: 0 })
  await setReleasedADayAgo(key)
  expect(await cleanTestFiles()).toMatchObject({ unused: 1 })
})

test('a file claimed during a cleaning is either kept with its content or not claimed', async () => {
  const keys = await Promise.all(Array.from({ length: 12 }, uploadVideo))
  await Promise.all(keys.map(setReleasedADayAgo))
  const [, ...claims] = await Promise.allSettled([
    cleanTestFiles(),
    ...keys.map((key, n) => claimFiles(portal.db, resident, { kind: 'ticket', id: n + 50 }, [key], 'videos')),
  ])
  const remainingKeys = await portal.listInTable()
  expect(remainingKeys.length).toBe(claims.filter(({ status }) => status === 'fulfilled').length)
  for (const key of remainingKeys) expect(await portal.files.stat(key)).not.toBeNull()
})

const toSizePaths = (key: string) => [key.replace('.png', '.thumb.webp'), key.replace('.png', '.screen.webp')]

test('content without a row is removed after a day; younger files and files of others are kept', async () => {
  const keptPicture = await uploadPicture()
  const strayKey = createKey('images', 'stray', 'png')
  const freshKey = createKey('videos', 'fresh', 'mp4')
  for (const path of [strayKey, ...toSizePaths(strayKey), freshKey, 'images/README.txt'])
    await writeFile(join(getRoot(), path), createSampleVideo())
  for (const path of [
    keptPicture,
    ...toSizePaths(keptPicture),
    strayKey,
    ...toSizePaths(strayKey),
    'images/README.txt',
  ])
    await utimes(join(getRoot(), path), DAY_AGO, DAY_AGO)
  expect(await cleanTestFiles()).toEqual({ unused: 0, stray: 3, kept: 0, unfinished: 0 })
  const remainingPaths = (await portal.listOnDisk())
    .map((path) => path.slice(getRoot().length + 1))
    .toSorted()
  expect(remainingPaths).toEqual(
    [freshKey, keptPicture, ...toSizePaths(keptPicture), 'images/README.txt'].toSorted(),
  )
})

test('stray files stay if they are a large share of all files', async () => {
  const key = await uploadVideo()
  const strayPaths = Array.from({ length: 51 }, (_, n) =>
    join(getRoot(), createKey('images', `stray-${n}`, 'png')),
  )
  for (const path of strayPaths) {
    await writeFile(path, createSampleVideo())
    await utimes(path, DAY_AGO, DAY_AGO)
  }
  expect(await cleanTestFiles()).toMatchObject({ stray: 0, kept: 51 })
  await rm(strayPaths[0] ?? '')
  expect(await cleanTestFiles()).toMatchObject({ stray: 50, kept: 0 })
  expect(await portal.files.stat(key)).not.toBeNull()
})

test('an unfinished upload is removed after an hour', async () => {
  const unfinishedPath = join(portal.files.incoming, 'begun')
  await writeFile(unfinishedPath, 'half')
  expect(await cleanTestFiles()).toMatchObject({ unfinished: 0 })
  const hourAgo = new Date(Date.now() - 61 * 60_000)
  await utimes(unfinishedPath, hourAgo, hourAgo)
  expect(await cleanTestFiles()).toMatchObject({ unfinished: 1 })
})

test('a clock that is days ahead of the disk’s removes no new upload', async () => {
  const unfinishedPath = join(portal.files.incoming, 'begun')
  await writeFile(unfinishedPath, 'x')
  const storedKey = createKey('images', 'stored.png', 'png')
  await writeFile(join(getRoot(), storedKey), 'without a row yet')
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * 24 * 60 * 60_000 })
  try {
    expect(await cleanTestFiles()).toMatchObject({ stray: 0, unfinished: 0 })
  } finally {
    vi.useRealTimers()
  }
  await Promise.all([rm(unfinishedPath), rm(join(getRoot(), storedKey))])
})

test('simultaneous cleaners remove each file once, and none fails', async () => {
  const keys = await Promise.all(Array.from({ length: 8 }, uploadVideo))
  await Promise.all(keys.map(setReleasedADayAgo))
  const results = await Promise.all([cleanTestFiles(), cleanTestFiles(), cleanTestFiles(), cleanTestFiles()])
  expect(results.reduce((sum, { unused }) => sum + unused, 0)).toBe(keys.length)
  expect(await portal.listInTable()).toEqual([])
})

test('erasing removes row, content and smaller sizes at once', async () => {
  const key = await uploadPicture()
  await claimFiles(portal.db, resident, { kind: 'ticket', id: 2 }, [key], 'images')
  await eraseFiles(portal.db, portal.files, [key])
  expect(await portal.listInTable()).toEqual([])
  expect(await portal.files.stat(key)).toBeNull()
  expect(await portal.files.stat(key, 'thumb')).toBeNull()
  expect(await portal.files.stat(key, 'screen')).toBeNull()
})
