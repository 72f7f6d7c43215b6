import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { readdir, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import {
  createSampleVideo,
  createSamplePicture,
} from '@tahanan/server/platform/files/content/testing-samples.ts'
import { addAccounts } from './add-accounts.ts'
import { startLoad } from './load.ts'
import {
  createPortalProcess,
  createTemporaryFolder,
  waitUntil,
  type PortalProcess,
} from './portal-process.ts'
import { requireConsistentData, listStoredFiles } from './require-consistent-data.ts'

/** Tests fault 5 of docs/reliability.md: the disk with the files and the database becomes full. */
const MB = 1024 * 1024
const DISK_MB = 420

const diskFolder = mountSmallDisk()
let portal: PortalProcess | undefined
afterAll(async () => {
  if (diskFolder === undefined) return
  await portal?.end()
  execFileSync('umount', ['--lazy', diskFolder])
  rmSync(diskFolder, { recursive: true, force: true })
})

test('a full disk refuses uploads first, leaves no write half done, and all works once there is room', async ({
  skip,
}) => {
  if (diskFolder === undefined) return skip('only root on Linux may mount a small disk')
  portal = await createPortalProcess({}, diskFolder)
  await portal.start()
  const { url } = portal
  const accounts = await addAccounts(portal.connectionString(), 3)
  const token = accounts.residents[0]?.token ?? ''
  const uploadFile = async (folder: string, name: string, content: Buffer) => {
    const form = new FormData()
    form.append('url', `${folder}/${name}`)
    form.append('file', new Blob([new Uint8Array(content)]), name)
    const response = await fetch(`${url}/api/file`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: form,
    })
    return { status: response.status, body: (await response.json()) as { code?: string } }
  }
  const smallPicture = await createSamplePicture('png')
  expect((await uploadFile('images', 'first.png', smallPicture)).status).toBe(201)
  const fetchReadiness = async () => {
    const response = await fetch(`${url}/readyz`)
    return [response.status, ((await response.json()) as { code?: string }).code]
  }
  expect(await fetchReadiness()).toEqual([200, undefined])
  const filesBefore = await listStoredFiles(diskFolder)
  expect(filesBefore.length).toBeGreaterThan(0)

  // 1. The portal keeps 256 MB free for the database. An upload of 60 MB would use some of this, so it is
  // refused before it is complete.
  await fillDisk(diskFolder, (256 + 20) * MB)
  const longUpload = await uploadFile('videos', 'long.mp4', createSampleVideo('isom', 60 * MB))
  expect(longUpload).toMatchObject({ status: 503, body: { code: 'storageFull' } })
  expect(await listStoredFiles(diskFolder)).toEqual(filesBefore)

  // 2. Less than these 256 MB are free from the start: all uploads are refused, other writes succeed.
  await fillDisk(diskFolder, 100 * MB)
  expect((await uploadFile('images', 'second.png', smallPicture)).status).toBe(503)
  expect(await listStoredFiles(diskFolder)).toEqual(filesBefore)
  const loadOnNearlyFullDisk = await startLoad(url, accounts)
  await waitUntil(
    () => loadOnNearlyFullDisk.acknowledged.length > 10,
    'no tickets can be filed on a disk that is nearly full',
  )
  await loadOnNearlyFullDisk.stop()
  expect(loadOnNearlyFullDisk.unexpectedAnswers).toEqual([])

  // 3. Another program fills the disk completely: a write that fails must leave nothing behind.
  await fillDisk(diskFolder, 0)
  const loadOnFullDisk = await startLoad(url, accounts)
  await waitUntil(() => loadOnFullDisk.refused.unavailable > 30, 'a full disk refuses nothing')
  await waitUntil(() => loadOnFullDisk.refused.storageFull > 10, 'writes do not say that the storage is full')
  await waitUntil(
    async () => isDeepStrictEqual(await fetchReadiness(), [503, 'storageFull']),
    '/readyz does not name the storage',
  )
  const responses = await Promise.all(['/healthz', '/'].map((path) => fetch(`${url}${path}`)))
  expect(responses.map(({ status }) => status)).toEqual([200, 200])

  rmSync(join(diskFolder, 'filler'), { force: true })
  const freedAt = performance.now()
  const writeCountBefore = loadOnFullDisk.acknowledged.length
  await waitUntil(
    () => loadOnFullDisk.acknowledged.length > writeCountBefore + 10,
    'it does not work again',
    60_000,
  )
  const recoveryMs = Math.round(performance.now() - freedAt)
  const { refused } = loadOnFullDisk
  console.log(
    `disk full: ${refused.unavailable} calls refused with 503, ${refused.storageFull} of them as storageFull, ` +
      `${refused.unanswered} without an answer; writing again ${recoveryMs} ms after there was room`,
  )
  await waitUntil(async () => (await fetchReadiness())[0] === 200, '/readyz fails although there is room')
  await loadOnFullDisk.stop()
  expect(loadOnFullDisk.unexpectedAnswers).toEqual([])
  expect((await uploadFile('images', 'third.png', smallPicture)).status).toBe(201)
  const location = { connectionString: portal.connectionString(), dataDir: diskFolder }
  await requireConsistentData(location, [
    ...loadOnNearlyFullDisk.acknowledged,
    ...loadOnFullDisk.acknowledged,
  ])
  expect(await readdir(join(diskFolder, 'files', '.incoming'))).toEqual([])
})

function mountSmallDisk(): string | undefined {
  const path = createTemporaryFolder('small-disk')
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MB}m,mode=711`, 'tmpfs', path], {
      stdio: 'ignore',
    })
    return path
  } catch {
    rmSync(path, { recursive: true })
    return undefined
  }
}

async function fillDisk(path: string, freeBytes: number): Promise<void> {
  const fillerPath = join(path, 'filler')
  rmSync(fillerPath, { force: true })
  const { bavail, bsize } = await statfs(path)
  // If the disk shall be full, `dd` writes the last part. `fallocate` fails if the database takes a part of the
  // free space meanwhile, such as a new file of its log (16 MB).
  const lastPart = freeBytes > 0 ? freeBytes : 32 * 1024 ** 2
  execFileSync('fallocate', ['-l', String(Math.max(1, bavail * bsize - lastPart)), fillerPath])
  if (freeBytes > 0) return
  try {
    execFileSync('dd', ['if=/dev/zero', `of=${fillerPath}`, 'oflag=append', 'conv=notrunc', 'bs=4k'], {
      stdio: 'ignore',
    })
  } catch {
    // dd always fails, because it writes until the disk is full.
  }
}
