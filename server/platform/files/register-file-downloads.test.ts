import { expect, test } from 'vitest'
import { getSharedSecret } from '#platform/db/get-shared-secret.ts'
import { createSampleVideo, createSamplePdf, createSamplePicture } from './content/testing-samples.ts'
import { createLinkSigner } from './file-links.ts'
import { parseByteRange } from './parse-byte-range.ts'
import { openFilesPortal } from './testing.ts'

const portal = await openFilesPortal()
const resident = await portal.as('client')
const admin = await portal.as('admin')

const fetchPath = (path: string, headers: Record<string, string> = {}) =>
  fetch(portal.address + path, { headers })

test('an altered link is refused', async () => {
  const ownFile = await resident.upload('images', await createSamplePicture('png'))
  const otherUpload = await admin.upload('images', await createSamplePicture('png'))
  const alteredLinks = [
    ownFile.location.replace(ownFile.key, otherUpload.key),
    ownFile.location.replace(/expires=\d+/, 'expires=99999999999'),
    ownFile.location.replace(/signature=(.)/, (_, first) => `signature=${first === 'A' ? 'B' : 'A'}`),
    ownFile.location.replace(/signature=[^&]+/, 'signature='),
    ownFile.location.replace(/\?.*/, ''),
    `${ownFile.location.replace(/\?.*/, '')}?size=thumb`,
    ownFile.location.replace(/expires=\d+&/, ''),
  ]
  for (const link of alteredLinks) {
    const downloadResponse = await fetchPath(link)
    expect([link, downloadResponse.status]).toEqual([link, 403])
    expect(downloadResponse.headers.get('content-disposition')).toBeNull()
  }
})

test('a link is valid for four to five minutes and not a second longer', async () => {
  const secret = Buffer.alloc(32, 1)
  const key = `images/x-${'0'.repeat(32)}.png`
  for (const second of [0, 1, 59, 60, 61, 3599]) {
    const nowSeconds = 1_780_000_000 + second
    const { src } = createLinkSigner(secret, () => nowSeconds * 1000).link(key)
    const { expires, signature } = Object.fromEntries(new URLSearchParams(src.split('?')[1]))
    const getSecondsLeft = (secondsLater: number) =>
      createLinkSigner(secret, () => (nowSeconds + secondsLater) * 1000).secondsLeft(
        key,
        expires ?? '',
        signature ?? '',
      )
    expect(getSecondsLeft(0)).toBeGreaterThan(240)
    expect(getSecondsLeft(0)).toBeLessThanOrEqual(300)
    expect(getSecondsLeft(300)).toBe(0)
    // Another server process may sign the link, and its clock may be some seconds ahead. A difference of 70
    // seconds is refused.
    expect(getSecondsLeft(-70)).toBe(0)
  }
})

test('links of the same minute are equal, so that browsers cache the pictures', () => {
  const signer = createLinkSigner(Buffer.alloc(32, 1), () => 1_780_000_020_000)
  const laterSigner = createLinkSigner(Buffer.alloc(32, 1), () => 1_780_000_039_000)
  const key = `images/x-${'0'.repeat(32)}.png`
  expect(laterSigner.link(key)).toEqual(signer.link(key))
})

test('all processes sign with the same secret', async () => {
  const [first, second] = await Promise.all([1, 2].map(() => getSharedSecret(portal.db, 'fileLinks')))
  expect(first).toEqual(second)
  expect(first).toHaveLength(32)
})

test('refs of a record get links, except invalid keys', async () => {
  const { key } = await resident.upload('images', await createSamplePicture('png'))
  const [file, foreignFile] = portal.files.presentFiles([
    { name: 'ID.png', url: key },
    { name: 'x', url: 'https://elsewhere.test/x.png' },
  ])
  expect((await fetchPath(file?.src ?? '')).status).toBe(200)
  expect((await fetchPath(file?.thumb ?? '')).headers.get('content-type')).toBe('image/webp')
  expect(foreignFile).toEqual({ name: 'x', url: 'https://elsewhere.test/x.png' })
})

test('an image without a size for screens is sent whole', async () => {
  const { key, location, screen = '' } = await resident.upload('images', await createSamplePicture('png'))
  await portal.files.disk.remove(key.replace('.png', '.screen.webp'))
  const [screenResponse, wholeResponse] = await Promise.all([fetchPath(screen), fetchPath(location)])
  expect([screenResponse.status, screenResponse.headers.get('content-type')]).toEqual([200, 'image/png'])
  expect(await screenResponse.arrayBuffer()).toEqual(await wholeResponse.arrayBuffer())
})

test('a file is served so that it can run nothing, be mistaken for nothing and go to no other site', async () => {
  const { location } = await admin.upload('pdf', await createSamplePdf(), 'Mga Patakaran – ñ "2026".pdf')
  const { headers } = await fetchPath(location)
  expect(headers.get('content-type')).toBe('application/pdf')
  expect(headers.get('content-disposition')).toBe(
    `inline; filename="Mga Patakaran  n 2026.pdf"; filename*=UTF-8''Mga%20Patakaran%20%E2%80%93%20%C3%B1%202026.pdf`,
  )
  expect(headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
  expect(headers.get('cache-control')).toMatch(/^private, max-age=2\d\d$|^private, max-age=300$/)
})

test('a CSV is sent as an attachment', async () => {
  const { location } = await admin.upload('soa/csv', 'a,b\n1,2\n', 'soa.csv')
  const { headers } = await fetchPath(location)
  expect(headers.get('content-disposition')).toBe('attachment; filename=soa.csv')
})

test('ranges of a film are served', async () => {
  const content = createSampleVideo('isom', 10_000)
  const { location } = await resident.upload('videos', content, 'lobby.mp4')
  const middleResponse = await fetchPath(location, { range: 'bytes=100-199' })
  expect([middleResponse.status, middleResponse.headers.get('content-range')]).toEqual([
    206,
    `bytes 100-199/${content.length}`,
  ])
  expect(Buffer.from(await middleResponse.arrayBuffer()).equals(content.subarray(100, 200))).toBe(true)
  const tailResponse = await fetchPath(location, { range: 'bytes=-5' })
  expect(Buffer.from(await tailResponse.arrayBuffer()).equals(content.subarray(-5))).toBe(true)
  const beyondResponse = await fetchPath(location, { range: `bytes=${content.length}-` })
  expect([beyondResponse.status, beyondResponse.headers.get('content-range')]).toEqual([
    416,
    `bytes */${content.length}`,
  ])
  const severalRangesResponse = await fetchPath(location, { range: 'bytes=0-1,5-6' })
  expect([severalRangesResponse.status, (await severalRangesResponse.arrayBuffer()).byteLength]).toEqual([
    200,
    content.length,
  ])
})

test('ranges are parsed as in RFC 9110', () => {
  expect(parseByteRange('bytes=0-', 10)).toEqual({ start: 0, end: 9 })
  expect(parseByteRange('bytes=5-99', 10)).toEqual({ start: 5, end: 9 })
  expect(parseByteRange('bytes=-99', 10)).toEqual({ start: 0, end: 9 })
  expect(parseByteRange('bytes=-0', 10)).toBe('unsatisfiable')
  expect(parseByteRange('bytes=10-', 10)).toBe('unsatisfiable')
  for (const header of [undefined, '', 'bytes=-', 'bytes=5-4', 'lines=0-1', 'bytes=a-b', 'bytes=0-1,3-4'])
    expect(parseByteRange(header, 10)).toBeNull()
})

test('a cached file answers 304', async () => {
  const { location } = await resident.upload('images', await createSamplePicture('png'))
  const etag = (await fetchPath(location)).headers.get('etag') ?? ''
  expect((await fetchPath(location, { 'if-none-match': etag })).status).toBe(304)
  expect((await fetchPath(location, { 'if-none-match': '"other"' })).status).toBe(200)
  expect((await fetchPath(location, { range: 'bytes=0-3', 'if-range': '"other"' })).status).toBe(200)
})

test('HEAD answers as GET without the content', async () => {
  const { location } = await resident.upload('images', await createSamplePicture('png'))
  const wholeResponse = await fetchPath(location)
  const headResponse = await fetch(portal.address + location, { method: 'HEAD' })
  expect(headResponse.status).toBe(200)
  expect(headResponse.headers.get('content-length')).toBe(wholeResponse.headers.get('content-length'))
  expect(await headResponse.text()).toBe('')
})

test('the logo needs no signature', async () => {
  const superAdmin = await portal.as('super-admin')
  const { location } = await superAdmin.upload('logo', await createSamplePicture('png'), 'logo.png')
  expect(location).not.toContain('signature')
  const downloadResponse = await fetchPath(location)
  expect([downloadResponse.status, downloadResponse.headers.get('cache-control')]).toEqual([
    200,
    'public, max-age=86400',
  ])
})

test('a file without a row answers 404', async () => {
  const { key, location } = await resident.upload('images', await createSamplePicture('png'))
  await portal.files.remove(key)
  const downloadResponse = await fetchPath(location)
  expect([downloadResponse.status, downloadResponse.headers.get('etag')]).toEqual([404, null])
  expect((await fetchPath(`${location}&size=thumb`)).status).toBe(404)
  await portal.db.deleteFrom('files').where('key', '=', key).execute()
  expect((await fetchPath(location)).status).toBe(404)
})
