import { Readable } from 'node:stream'
import { afterEach, expect, test } from 'vitest'
import { receiveUpload } from '../receive-upload.ts'
import { openFilesPortal, type Uploader } from '../testing.ts'
import {
  createFakeSizePng,
  createSampleVideo,
  createSamplePdf,
  createSamplePicture,
} from './testing-samples.ts'

const portal = await openFilesPortal()
const resident = await portal.as('client')
const admin = await portal.as('admin')
afterEach(async () => {
  await portal.db.deleteFrom('files').execute()
})

const MB = 1024 * 1024
const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
const HTML = '<!doctype html><script>alert(1)</script>'

async function expectRefused(
  uploader: Uploader,
  folder: string,
  content: Uint8Array | string,
  name: string,
): Promise<string> {
  const filesBefore = await portal.listOnDisk()
  const uploadResponse = await uploader.upload(folder, content, name)
  expect(uploadResponse.status).toBe(415)
  expect(await portal.listOnDisk()).toEqual(filesBefore)
  expect(await portal.listInTable()).toEqual([])
  return uploadResponse.message
}

test.for([
  SVG,
  HTML,
  `<?xml version="1.0"?>${SVG}`,
  'plain text',
  Buffer.alloc(5000, 0x41),
  Buffer.from('MZ\x90\0'),
])('content %# of SVG, HTML, text and nonsense is not an image, whatever its name', async (content) => {
  expect(await expectRefused(resident, 'images', content, 'picture.png')).toBe(
    'This kind of file is not accepted here. Accepted: JPEG, PNG, WebP or GIF.',
  )
})

test('a picture or film of a kind that the folder does not accept is refused', async () => {
  await expectRefused(admin, 'pdf', await createSamplePicture('png'), 'rules.pdf')
  await expectRefused(resident, 'videos', await createSamplePicture('png'), 'film.mp4')
  await expectRefused(resident, 'images', createSampleVideo(), 'picture.jpg')
  await expectRefused(resident, 'images', await createSamplePdf(), 'picture.jpg')
})

test('half of an image is refused as damaged', async () => {
  for (const format of ['jpeg', 'png', 'webp'] as const) {
    const image = await createSamplePicture(format, 400, 400)
    expect(await expectRefused(resident, 'images', image.subarray(0, image.length / 2), 'x.jpg')).toMatch(
      /^This picture is damaged\./,
    )
  }
})

test.each(['heic', 'heix', 'mif1', 'hevc', 'msf1'])(
  'a picture of the kind %s is named as HEIC, whatever its name, with what to do',
  async (brand) => {
    const heic = Buffer.concat([Buffer.from(`\0\0\0\u0018ftyp${brand}\0\0\0\0mif1heic`), Buffer.alloc(200)])
    for (const folder of ['images', 'depositslip'])
      expect(await expectRefused(resident, folder, heic, 'IMG_0001.jpg')).toMatch(
        /^This is a HEIC picture.* JPEG/,
      )
  },
)

test('of a picture with a page appended, only the picture is stored', async () => {
  const content = Buffer.concat([await createSamplePicture('png'), Buffer.from(HTML)])
  const { status, location } = await resident.upload('images', content, 'x.html')
  expect(status).toBe(201)
  const downloadResponse = await fetch(portal.address + location)
  expect(downloadResponse.headers.get('content-type')).toBe('image/png')
  expect(downloadResponse.headers.get('x-content-type-options')).toBe('nosniff')
  expect(Buffer.from(await downloadResponse.arrayBuffer()).includes('script')).toBe(false)
})

test('an image of too many pixels is refused without decoding, saying how large it may be', async () => {
  expect(await expectRefused(resident, 'images', createFakeSizePng(50_000, 50_000), 'bomb.png')).toBe(
    'This kind of file is not accepted here. Accepted: JPEG, PNG, WebP or GIF of at most 64 million pixels, animations of at most 150 pictures and 32 million pixels in all.',
  )
})

test('a CSV with a NUL, markup or a PDF is refused', async () => {
  for (const content of [
    'urefno,name\r\nA\0,b',
    HTML,
    `\u00ef\u00bb\u00bf ${SVG}`,
    await createSamplePdf(),
    Buffer.from([0x50, 0x4b, 3, 4]),
  ]) {
    await expectRefused(
      admin,
      'soa/csv',
      typeof content === 'string' ? Buffer.from(content, 'latin1') : content,
      'soa.csv',
    )
  }
})

test('a film of only the first box is refused', async () => {
  await expectRefused(resident, 'videos', createSampleVideo().subarray(0, 40), 'film.mp4')
  await expectRefused(
    resident,
    'videos',
    Buffer.concat([createSampleVideo().subarray(0, 20), Buffer.from(HTML)]),
    'film.mp4',
  )
})

const createLargeContent = (head: Buffer | string, megabytes: number): Readable =>
  Readable.from([Buffer.from(head), ...Array<Buffer>(megabytes).fill(Buffer.alloc(MB, 'a,b\n'))])

test.for([
  ['images', 10, await createSamplePicture('png')],
  // In the folder `depositslip`, the limit for a PDF is above 10 MB, but the limit for an image is 10 MB.
  ['depositslip', 10, await createSamplePicture('png')],
  ['pdf', 25, '%PDF-1.7\n'],
  ['soa/csv', 25, 'a,b\n'],
  ['videos', 100, createSampleVideo()],
] as const)(
  'a file above the limit of its kind is refused with the limit and leaves nothing: $0, $1 MB',
  async ([folder, limit, head]) => {
    const filesBefore = await portal.listOnDisk()
    await expect(receiveUpload(portal.files, folder, createLargeContent(head, limit))).rejects.toMatchObject({
      status: 413,
      message: `This is too large. The limit is ${limit} MB.`,
    })
    expect(await portal.listOnDisk()).toEqual(filesBefore)
  },
)

test('a file above the limit answers 413 with the limit and leaves nothing', async () => {
  const filesBefore = await portal.listOnDisk()
  const content = Buffer.concat([await createSamplePicture('png'), Buffer.alloc(10 * MB)])
  const { status, message } = await resident.upload('images', content, 'large')
  expect([status, message]).toEqual([413, 'This is too large. The limit is 10 MB.'])
  expect(await portal.listOnDisk()).toEqual(filesBefore)
  expect(await portal.listInTable()).toEqual([])
})
