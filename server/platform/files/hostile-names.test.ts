import { once } from 'node:events'
import { readlink, symlink } from 'node:fs/promises'
import { get, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { parse } from 'content-disposition'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatContentDisposition } from '#platform/http/send-pdf.ts'
import { createSampleVideo } from './content/testing-samples.ts'
import {
  toDisplayName,
  IMAGE_SIZES,
  findKeys,
  createKey,
  parseKey,
  toSizePath,
  splitUploadUrl,
} from './store/file-key.ts'
import { openFilesPortal } from './testing.ts'

const portal = await openFilesPortal()
const resident = await portal.as('client')

const HOSTILE_NAMES = [
  '../../../etc/passwd',
  '..\\..\\windows\\system.ini',
  '%2e%2e%2f%2e%2e%2fpasswd',
  '/etc/passwd',
  'C:\\boot.ini',
  '....//....//x.png',
  '.incoming/x.png',
  '.htaccess',
  'x.png/../../y.png',
  '\u202egnp.exe',
  '<img src=x onerror=alert(1)>.png',
  '"; filename="evil.html',
  'a\r\nSet-Cookie: x=1.png',
  'con.png',
  '-rf.png',
  'ñandú 😀.png',
  `${'x'.repeat(5000)}.png`,
]

test.each(HOSTILE_NAMES.map((name) => [name.slice(0, 40), name]))(
  'the name %j is refused or leads into its own folder',
  async (_, name) => {
    const filesBefore = await portal.listOnDisk()
    const { status, key, name: returnedName } = await resident.upload('videos', createSampleVideo(), name)
    expect([201, 400]).toContain(status)
    if (status === 400) expect(await portal.listOnDisk()).toEqual(filesBefore)
    else {
      expect(key).toMatch(/^videos\/[a-z0-9_-]+-[0-9a-f]{32}\.mp4$/)
      // oxlint-disable-next-line no-control-regex
      expect(returnedName).not.toMatch(/[/\\<>:"\u0000-\u001f\u202a-\u202e]/)
    }
  },
)

test('a NUL in the name is refused', async () => {
  expect((await resident.upload('videos', createSampleVideo(), 'a\0.mp4')).status).toBe(400)
})

test.each([
  '..%2f..%2fdata',
  '../secret',
  '%2e%2e/secret',
  'images/..%2f..%2fx-00000000000000000000000000000000.png',
  'images/%00.png',
  '.incoming/x',
  'images\\x',
  '%5c..%5cx',
])('a download of %s answers 404', async (path) => {
  // Not sent with `fetch`, because it would normalize the dots in the path.
  const fileRequest = get(portal.address, { path: `/files/${path}` })
  const [response] = (await once(fileRequest, 'response')) as [IncomingMessage]
  response.resume()
  expect(response.statusCode).toBe(404)
  expect((await resident.requestLink(path)).status).toBe(404)
})

test('a symbolic link in the store is not followed', async () => {
  const { key, location } = await resident.upload('videos', createSampleVideo())
  const storedPath = (await portal.listOnDisk()).find((path) => path.endsWith(key)) ?? ''
  await portal.files.remove(key)
  await symlink('/etc/passwd', storedPath)
  const downloadResponse = await fetch(portal.address + location)
  expect(downloadResponse.status).toBe(404)
  expect(await downloadResponse.text()).not.toContain('root')
  expect(await readlink(storedPath)).toBe('/etc/passwd')
})

test('any name gives a valid key inside its folder', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (name) => {
      const key = createKey('images', name, 'png')
      expect(parseKey(key)).toMatchObject({ folder: 'images', extension: 'png', kind: 'image' })
      expect(join('/data', key).startsWith('/data/images/')).toBe(true)
      for (const size of IMAGE_SIZES) {
        expect(findKeys(toSizePath(key, size))).toContain(key)
        expect(parseKey(toSizePath(key, size))).toBeNull()
      }
    }),
  )
})

test('any name gives a display name and a header of one line', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (name) => {
      const displayName = toDisplayName(name, 'pdf')
      expect(displayName).toMatch(/^[^/\\]+\.pdf$/)
      const header = formatContentDisposition('inline', displayName)
      expect(header).toMatch(
        /^inline; filename=(?:"[^"\\\r\n]*"|[\w.~!$&+#^`|-]+)(?:; filename\*=UTF-8''[\w.~!$&+#^`|%-]+)?$/,
      )
      expect(parse(header).parameters['filename']).toBe(displayName)
    }),
  )
})

test('the name of a download for old programs has no escapes', () => {
  const header = formatContentDisposition('attachment', String.raw`A\B "100%".pdf`)
  expect(header).toContain('filename="A_B _100__.pdf"')
  expect(parse(header).parameters['filename']).toBe(String.raw`A\B "100%".pdf`)
})

test('only exact folder names are accepted', async () => {
  expect(splitUploadUrl('soa/pdf/A-101.pdf')).toEqual({ folder: 'soa/pdf', name: 'A-101.pdf' })
  for (const url of [
    'images',
    'images/',
    '/images/x',
    'images//x',
    './images/x',
    'soa/x',
    'toString/x',
    'images/../logo/x',
  ])
    expect(splitUploadUrl(url)).toBeNull()
})
