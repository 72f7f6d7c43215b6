import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { LOGIN_ATTEMPT_LIMITS } from '@tahanan/contract/limits.ts'
import { createSamplePicture } from '@tahanan/server/platform/files/content/testing-samples.ts'
import { MAX_UPLOADS_PER_DAY } from '@tahanan/server/platform/files/reserve-upload.ts'
import { TEST_PASSWORD } from '@tahanan/server/testing/accounts.ts'
import { getCode } from '@tahanan/server/testing/authenticator.ts'
import { createCaller } from './caller.ts'
import { openCluster, type Cluster } from './cluster.ts'

let cluster: Cluster
let image: Buffer
beforeAll(async () => {
  cluster = await openCluster()
  image = await createSamplePicture('jpeg', 400, 300)
})
beforeEach(async () => {
  await cluster.database.db.deleteFrom('login_failures').execute()
})
afterAll(() => cluster?.close())

const getNodeUrl = (callIndex: number): string => (callIndex % 2 ? cluster.secondNodeUrl : cluster.one)

const getForwardedHeaders = (address: string) => ({ 'x-forwarded-for': address })

const logIn = (url: string, clientCode: string, password: string, address: string) =>
  createCaller(url, undefined, getForwardedHeaders(address)).post<{ token: string }>('/login', {
    clientCode,
    password,
  })

test('wrong passwords of an account are counted over all nodes', async () => {
  const [victim, control] = [await cluster.resident(), await cluster.resident()]
  for (let n = 0; n < LOGIN_ATTEMPT_LIMITS.ofAccountFromAddress; n++)
    expect((await logIn(getNodeUrl(n), victim.clientCode, `guess ${n}`, '198.51.100.200')).status).toBe(401)
  for (const url of [cluster.one, cluster.secondNodeUrl]) {
    const loginResponse = await logIn(url, victim.clientCode, TEST_PASSWORD, '198.51.100.200')
    expect(loginResponse.status).toBe(429)
    expect(Number(loginResponse.headers['retry-after'])).toBeGreaterThan(0)
    expect((await logIn(url, control.clientCode, TEST_PASSWORD, '198.51.100.200')).status).toBe(200)
  }
})

test('a code of the second factor that was used at one node is refused at the other', async () => {
  const admin = await cluster.admin()
  const beginResponse = await admin
    .withBaseUrl(cluster.one)
    .post<{ secret: string }>('/second-factor/begin', {
      password: TEST_PASSWORD,
    })
  const code = getCode(beginResponse.body.secret)
  expect(
    (await admin.withBaseUrl(cluster.secondNodeUrl).post('/second-factor/confirm', { code })).status,
  ).toBe(200)
  await cluster.database.db
    .updateTable('admins')
    .set({ totp_step: null })
    .where('id', '=', admin.id)
    .execute()
  const logInWithCode = async (start: string, end: string, recoveryCode: string) => {
    const anonymousCaller = createCaller(start, undefined, getForwardedHeaders('198.51.100.201'))
    const { body } = await anonymousCaller.post<{ secondFactor: string }>('/login/admin', {
      email: admin.email,
      password: TEST_PASSWORD,
    })
    return (
      await anonymousCaller
        .withBaseUrl(end)
        .post('/login/second-factor', { challenge: body.secondFactor, code: recoveryCode })
    ).status
  }
  const freshCode = getCode(beginResponse.body.secret)
  expect(await logInWithCode(cluster.one, cluster.secondNodeUrl, freshCode)).toBe(200)
  expect(await logInWithCode(cluster.secondNodeUrl, cluster.one, freshCode)).toBe(401)
})

test('a resident’s uploads of a day are counted over all nodes', async () => {
  const [resident, control] = [await cluster.resident(), await cluster.resident()]
  const tinyPicture = await createSamplePicture('png', 2, 2)
  for (let n = 0; n < MAX_UPLOADS_PER_DAY; n += 10) {
    const uploadResponses = await Promise.all(
      Array.from({ length: 10 }, (_, k) =>
        resident.withBaseUrl(getNodeUrl(k)).upload('images', tinyPicture, 'tiny.png'),
      ),
    )
    expect(uploadResponses.map(({ status }) => status)).toEqual(Array(10).fill(201))
  }
  for (const url of [cluster.one, cluster.secondNodeUrl]) {
    expect((await resident.withBaseUrl(url).upload('images', tinyPicture, 'more.png')).status).toBe(429)
    expect((await control.withBaseUrl(url).upload('images', tinyPicture, 'first.png')).status).toBe(201)
  }
})

test('a file uploaded at one node opens at both, with its thumbnail, by links of either', async () => {
  const [resident, neighbour, admin] = [
    await cluster.resident(),
    await cluster.resident(),
    await cluster.admin(),
  ]
  const uploadResponse = await resident.withBaseUrl(cluster.one).upload('incidentreports', image, 'door.jpg')
  const { key } = uploadResponse.body
  const reportResponse = await resident
    .withBaseUrl(cluster.secondNodeUrl)
    .post<{ id: number }>('/report', { ...incidentBody, images: [{ name: 'door.jpg', url: key }] })
  expect(reportResponse.status).toBe(201)

  const links: string[] = []
  for (const url of [cluster.one, cluster.secondNodeUrl]) {
    const { body } = await admin
      .withBaseUrl(url)
      .get<{ url: string }>(`/file?name=${encodeURIComponent(key)}`)
    links.push(body.url)
    expect((await neighbour.withBaseUrl(url).get(`/file?name=${encodeURIComponent(key)}`)).status).toBe(404)
  }
  for (const link of links) {
    const path = new URL(link, cluster.one)
    for (const nodeUrl of [cluster.one, cluster.secondNodeUrl]) {
      const wholeResponse = await fetch(new URL(path.pathname + path.search, nodeUrl))
      expect([wholeResponse.status, wholeResponse.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
      const thumbnailResponse = await fetch(new URL(`${path.pathname}${path.search}&size=thumb`, nodeUrl))
      expect([thumbnailResponse.status, thumbnailResponse.headers.get('content-type')]).toEqual([
        200,
        'image/webp',
      ])
      const [bytes, fewerBytes] = [await wholeResponse.arrayBuffer(), await thumbnailResponse.arrayBuffer()]
      expect(fewerBytes.byteLength).toBeGreaterThan(0)
      expect(bytes.byteLength).toBeGreaterThan(fewerBytes.byteLength)
      const alteredQuery = path.search.replace(
        /signature=./,
        (signature) => `${signature.slice(0, -1)}${signature.endsWith('A') ? 'B' : 'A'}`,
      )
      expect((await fetch(new URL(path.pathname + alteredQuery, nodeUrl))).status).toBe(403)
    }
  }
  for (const node of cluster.nodes) expect(await listFiles(node.dataDir)).toEqual([])
})

const incidentBody = { title: 'Door', description: 'It does not close.' }

async function listFiles(dataDir: string): Promise<string[]> {
  const files = await readdir(join(dataDir, 'files'), { recursive: true, withFileTypes: true })
  return files.filter((entry) => entry.isFile()).map(({ name }) => name)
}
