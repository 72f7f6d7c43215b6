import { crc32, deflateSync } from 'node:zlib'
import { afterEach, expect, test } from 'vitest'
import { openFilesPortal, type Uploader } from '../testing.ts'
import { film, moving, pdf, picture } from './testing-samples.ts'

// a test per content, because one may take long on a busy machine
const portal = await openFilesPortal()
const resident = await portal.as('client')
const admin = await portal.as('admin')
afterEach(async () => {
  await portal.db.deleteFrom('files').execute()
})

const MB = 1024 * 1024
const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
const HTML = '<!doctype html><script>alert(1)</script>'

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/** Makes a PNG of a few kilobytes that claims to have 50,000 by 50,000 pixels. */
function hugePng(): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(50_000, 0)
  header.writeUInt32BE(50_000, 4)
  header.set([1, 0, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(6251 * 1000))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

async function refused(
  who: Uploader,
  folder: string,
  content: Uint8Array | string,
  name: string,
): Promise<string> {
  const before = await portal.onDisk()
  const answer = await who.upload(folder, content, name)
  expect(answer.status).toBe(415)
  expect(await portal.onDisk()).toEqual(before)
  expect(await portal.inTable()).toEqual([])
  return answer.message
}

test.for([
  SVG,
  HTML,
  `<?xml version="1.0"?>${SVG}`,
  'plain text',
  Buffer.alloc(5000, 0x41),
  Buffer.from('MZ\x90\0'),
])('content %# of SVG, HTML, text and nonsense is not an image, whatever its name', async (content) => {
  expect(await refused(resident, 'images', content, 'picture.png')).toBe(
    'This kind of file is not accepted here. Accepted: JPEG, PNG, WebP or GIF.',
  )
})

test('a picture or film of a kind that the folder does not accept is refused', async () => {
  await refused(admin, 'pdf', await picture('png'), 'rules.pdf')
  await refused(resident, 'videos', await picture('png'), 'film.mp4')
  await refused(resident, 'images', film(), 'picture.jpg')
  await refused(resident, 'images', await pdf(), 'picture.jpg')
})

test('the signature of an image without its content is refused', async () => {
  const jpeg = await picture('jpeg', 400, 400)
  await refused(resident, 'images', jpeg.subarray(0, 20), 'x.jpg')
  await refused(resident, 'images', jpeg.subarray(0, jpeg.length / 2), 'x.jpg')
  await refused(resident, 'images', Buffer.from('GIF89a/*<script>alert(1)</script>*/'), 'x.gif')
})

test('of a picture with a page appended, only the picture is stored', async () => {
  for (const format of ['jpeg', 'png', 'gif'] as const) {
    const { status, location } = await resident.upload(
      'images',
      Buffer.concat([await picture(format), Buffer.from(HTML)]),
      'x.html',
    )
    expect(status).toBe(201)
    const answer = await fetch(portal.address + location)
    expect(answer.headers.get('content-type')).toBe(`image/${format}`)
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(Buffer.from(await answer.arrayBuffer()).includes('script')).toBe(false)
  }
})

test('an image of 50,000 by 50,000 pixels is refused without decoding', async () => {
  expect(await refused(resident, 'images', hugePng(), 'bomb.png')).toContain('of at most 64 million pixels')
})

test.for([
  () => picture('jpeg', 10_000, 6500),
  () => moving('webp', 4, 3000),
  () => moving('gif', 151, 10),
  () => moving('webp', 151, 10),
])(
  '%# of pictures of too many pixels, and animations of too many or too large ones, is refused, saying how large it may be',
  async (make) => {
    expect(await refused(resident, 'images', await make(), 'picture')).toBe(
      'This kind of file is not accepted here. Accepted: JPEG, PNG, WebP or GIF of at most 64 million pixels, animations of at most 150 pictures and 32 million pixels in all.',
    )
  },
)

test('an animation with the most frames is accepted', async () => {
  expect((await resident.upload('images', await moving('webp', 150, 10))).status).toBe(201)
})

test('a CSV with a NUL, markup or a PDF is refused', async () => {
  for (const content of [
    'urefno,name\r\nA\0,b',
    HTML,
    `\u00ef\u00bb\u00bf ${SVG}`,
    await pdf(),
    Buffer.from([0x50, 0x4b, 3, 4]),
  ]) {
    await refused(
      admin,
      'soa/csv',
      typeof content === 'string' ? Buffer.from(content, 'latin1') : content,
      'soa.csv',
    )
  }
})

test('a film of only the first box is refused', async () => {
  await refused(resident, 'videos', film().subarray(0, 40), 'film.mp4')
  await refused(resident, 'videos', Buffer.concat([film().subarray(0, 20), Buffer.from(HTML)]), 'film.mp4')
})

test('a refusal reaches its caller before the end of a large upload', async () => {
  const large = film('isom', 60 * MB)
  expect((await resident.upload('logo', large)).status).toBe(403)
  expect((await resident.upload('nowhere', large)).status).toBe(400)
  expect((await resident.upload('images', large)).status).toBe(415)
})

const largePng = async () => Buffer.concat([await picture('png'), Buffer.alloc(10 * MB)])
test.for([
  [resident, 'images', 10, largePng],
  // A deposit slip may be a larger PDF, but not a larger image.
  [resident, 'depositslip', 10, largePng],
  [admin, 'pdf', 25, () => Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(25 * MB)])],
  [admin, 'soa/csv', 25, () => Buffer.alloc(25 * MB + 1, 'a,b\n')],
  [resident, 'videos', 100, () => film('isom', 100 * MB)],
] as const)(
  'a file above the limit of its kind answers 413 with the limit and leaves nothing: $1, $2 MB',
  async ([who, folder, limit, make]) => {
    const before = await portal.onDisk()
    const { status, message } = await who.upload(folder, await make(), 'large')
    expect([status, message]).toEqual([413, `This is too large. The limit is ${limit} MB.`])
    expect(await portal.onDisk()).toEqual(before)
    expect(await portal.inTable()).toEqual([])
  },
)
