import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createTestDatabase } from '@tahanan/server/platform/db/testing.ts'
import {
  createSampleVideo,
  createSamplePicture,
} from '@tahanan/server/platform/files/content/testing-samples.ts'
import { createBucket } from '@tahanan/server/platform/files/store/bucket.ts'
import type { S3Config } from '@tahanan/server/platform/platform-config.ts'
import { startProcess } from '@tahanan/server/testing/start-process.ts'
import { openCluster, type Cluster } from './cluster.ts'
import { isAlive, startNode } from './portal-node.ts'
import { waitUntil } from './until.ts'

let cluster: Cluster
let folder: string
beforeAll(async () => {
  cluster = await openCluster({ nodeEnvs: [{}] })
  folder = await mkdtemp(join(tmpdir(), 'tahanan-sent-'))
})
afterAll(async () => {
  await cluster?.close()
  if (folder) await rm(folder, { recursive: true, force: true })
})

async function writeTemporaryFile(name: string, content: Buffer): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, content)
  return path
}

async function listKeys(config: S3Config): Promise<string[]> {
  const keys: string[] = []
  for await (const key of createBucket(config).listPaths()) keys.push(key)
  return keys
}

test('files are written to, read from, listed in and removed from a store that is not ours', async () => {
  const store = createBucket(cluster.bucket.config)
  const videoContent = createSampleVideo('isom', 3_000_000)
  const lobbyVideo = {
    temporaryPath: await writeTemporaryFile('film', videoContent),
    path: 'videos/lobby.mp4',
    mime: 'video/mp4',
  }
  await store.storeFiles([lobbyVideo])
  expect((await store.stat('videos/lobby.mp4'))?.bytes).toBe(videoContent.length)
  expect((await store.readWhole('videos/lobby.mp4'))?.equals(videoContent)).toBe(true)
  for (const [start, end] of [
    [0, 1],
    [1000, 1999],
    [videoContent.length - 1, videoContent.length - 1],
  ] as const) {
    const readBytes = await buffer(await store.read('videos/lobby.mp4', { start, end }))
    expect(readBytes.equals(videoContent.subarray(start, end + 1))).toBe(true)
  }
  const manyKeys = Array.from({ length: 1050 }, (_, n) => `pdf/rules-${String(n).padStart(4, '0')}.pdf`)
  const files = await Promise.all(
    manyKeys.map(async (path, n) => ({
      path,
      temporaryPath: await writeTemporaryFile(`${n}`, Buffer.from(path)),
      mime: 'application/pdf',
    })),
  )
  await store.storeFiles(files)
  expect(await listKeys(cluster.bucket.config)).toEqual([...manyKeys, 'videos/lobby.mp4'])
  expect((await store.readWhole('pdf/rules-0777.pdf'))?.toString()).toBe('pdf/rules-0777.pdf')
  for await (const path of store.listPaths()) await store.remove(path)
  expect(await listKeys(cluster.bucket.config)).toEqual([])
  expect(await store.stat('videos/lobby.mp4')).toBeNull()
  await expect(store.read('videos/lobby.mp4')).rejects.toMatchObject({ code: 'notFound' })
})

test('the bucket refuses unsigned requests and those signed with another secret or key', async () => {
  const { config } = cluster.bucket
  const resident = await cluster.resident()
  const { key } = (await resident.upload('images', await createSamplePicture('png'), 'door.png')).body
  expect(await listKeys(config)).toContain(key)
  expect((await fetch(`${config.endpoint}/${config.bucket}/${key}`)).status).toBe(403)

  const fetchStatusWithKeys = async (accessKeyId: string, secretAccessKey: string) => {
    const client = new S3Client({
      ...config,
      forcePathStyle: true,
      credentials: { accessKeyId, secretAccessKey },
    })
    const request = client.send(new GetObjectCommand({ Bucket: config.bucket, Key: key }))
    return request.then(
      ({ $metadata }) => $metadata.httpStatusCode,
      (error: Error) => error.name,
    )
  }
  const { accessKeyId = '', secretAccessKey = '' } = config.credentials ?? {}
  expect(await fetchStatusWithKeys(accessKeyId, secretAccessKey)).toBe(200)
  expect(await fetchStatusWithKeys(accessKeyId, `${secretAccessKey}0`)).toBe('SignatureDoesNotMatch')
  expect(await fetchStatusWithKeys('S3RVER', 'S3RVER')).toBe('InvalidAccessKeyId')
})

test('a portal with a wrong secret logs it, answers uploads with 503 and stores nothing', async () => {
  const { bucket, database, redis } = cluster
  const [resident, control] = [await cluster.resident(), await cluster.resident()]
  const image = await createSamplePicture('jpeg', 2000, 1500)
  const { key } = (await control.upload('images', image, 'hall.jpg')).body
  const keysBefore = await listKeys(bucket.config)
  const wrongSecret = 'not-the-secret-of-the-bucket'
  const node = await startNode(
    {
      DATABASE_URL: database.connectionString,
      PUBLIC_URL: cluster.proxy.url,
      REDIS_URL: redis?.url,
      ...bucket.env,
      S3_SECRET_ACCESS_KEY: wrongSecret,
    },
    undefined,
    isAlive,
  )
  try {
    // The node stays ready although it cannot use the bucket, because most calls do not need the bucket.
    await waitUntil('the node reports the bucket', async () => {
      const response = await fetch(`${node.url}/readyz`)
      return response.ok && ((await response.json()) as { bucket: string }).bucket === 'unavailable'
    })
    for (const [uploadFolder, content, name] of [
      ['images', image, 'door.jpg'],
      ['videos', createSampleVideo('isom', 3_000_000), 'lobby.mp4'],
    ] as const) {
      const uploadResponse = await resident.withBaseUrl(node.url).upload(uploadFolder, content, name)
      expect([uploadResponse.status, uploadResponse.body]).toEqual([
        503,
        {
          code: 'unavailable',
          message: 'The portal is not available at the moment. Please try again shortly.',
        },
      ])
      expect(Number(uploadResponse.headers['retry-after'])).toBeGreaterThan(0)
    }
    // The file exists, so the answer must be 503 (unavailable) and not 404 (not found).
    const { body } = await control
      .withBaseUrl(node.url)
      .get<{ url: string }>(`/file?name=${encodeURIComponent(key)}`)
    const path = new URL(body.url, node.url)
    expect((await fetch(new URL(path.pathname + path.search, node.url))).status).toBe(503)
    expect((await fetch(new URL(path.pathname + path.search, cluster.one))).status).toBe(200)

    expect(await listKeys(bucket.config)).toEqual(keysBefore)
    expect(await countFilesOfResident(resident.id)).toBe(0)
    const leftoverFiles = await readdir(join(node.dataDir, 'files'), { recursive: true, withFileTypes: true })
    expect(leftoverFiles.filter((entry) => entry.isFile())).toEqual([])
    const listLoggedFailures = () =>
      node.process
        .output()
        .split('\n')
        .filter((line) => line.includes('a call failed'))
    await waitUntil('three calls are in the log', () => listLoggedFailures().length === 3)
    for (const line of listLoggedFailures()) expect(line).toContain('"cause":')
    // Searches all three log entries for the reason: if an upload is refused early, its entry may only name a
    // broken connection.
    expect(listLoggedFailures().join('\n')).toContain('signature we calculated does not match')
    expect(node.process.output()).not.toContain(wrongSecret)
    for (const name of ['door', 'lobby']) expect(listLoggedFailures().join('\n')).not.toContain(name)
  } finally {
    await node.end()
  }
  // Proves that the picture itself is valid: a healthy node accepts it.
  expect((await resident.upload('images', image, 'door.jpg')).status).toBe(201)
  expect(await countFilesOfResident(resident.id)).toBe(1)

  async function countFilesOfResident(id: number): Promise<number> {
    const fileRows = await database.db
      .selectFrom('files')
      .select('key')
      .where('uploader_area', '=', 'client')
      .where('uploader_id', '=', id)
      .execute()
    return fileRows.length
  }
})

// Must be the last test, because its second portal takes the bucket away from the cluster.
test('a second portal on the bucket ends and says why, unless it has a prefix or takes the bucket', async () => {
  const { bucket, proxy, redis } = cluster
  const database = await createTestDatabase()
  onTestFinished(database.destroy)
  const env = {
    DATABASE_URL: database.connectionString,
    PUBLIC_URL: proxy.url,
    REDIS_URL: redis?.url,
    STOP_DELAY_SECONDS: '0',
    ...bucket.env,
  }
  await expect(startNode(env)).rejects.toThrow('belongs to another database')
  await (await startNode({ ...env, S3_PREFIX: 'staging/' })).end()
  const command = startProcess(process.execPath, ['server/commands/take-bucket-main.ts', '--yes'], {
    ...env,
    DATA_DIR: folder,
  })
  await waitUntil('the command has ended', () => !command.isRunning())
  expect(command.output()).toContain('belongs to this database now')
  await (await startNode(env)).end()
})
