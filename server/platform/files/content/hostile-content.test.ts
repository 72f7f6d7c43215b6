import { crc32, deflateSync } from 'node:zlib'
import { afterEach, expect, test } from 'vitest'
import { film, moving, objectStream, packedStream, pdf, pdfWith, picture } from './testing-samples.ts'
import { openFilesPortal, type Uploader } from '../testing.ts'

// each content is a test of its own: on a busy machine one of them may need the time of a test
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

/** A PNG that says it is 50,000 by 50,000 pixels, in a few kilobytes. */
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
])('%# of SVG, HTML, text and nonsense is not an image, whatever it is called', async (content) => {
  expect(await refused(resident, 'images', content, 'picture.png')).toBe(
    'This kind of file is not accepted here. Accepted: JPEG, PNG, WebP or GIF.',
  )
})

test('a picture of another kind than the folder takes is refused, and so is a film', async () => {
  await refused(admin, 'pdf', await picture('png'), 'rules.pdf')
  await refused(resident, 'videos', await picture('png'), 'film.mp4')
  await refused(resident, 'images', film(), 'picture.jpg')
  await refused(resident, 'images', await pdf(), 'picture.jpg')
})

test('the signature of an image is not an image', async () => {
  const jpeg = await picture('jpeg', 400, 400)
  await refused(resident, 'images', jpeg.subarray(0, 20), 'x.jpg')
  await refused(resident, 'images', jpeg.subarray(0, jpeg.length / 2), 'x.jpg')
  await refused(resident, 'images', Buffer.from('GIF89a/*<script>alert(1)</script>*/'), 'x.gif')
})

test('of a picture with a page behind it, the picture alone is stored', async () => {
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

test('an image of 50,000 by 50,000 pixels is refused before it is unpacked', async () => {
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

test('an animation of as many pictures as it may have is taken', async () => {
  expect((await resident.upload('images', await moving('webp', 150, 10))).status).toBe(201)
})

const SCRIPT = '<< /S /JavaScript /JS (app.alert(1)) >>'
const HARMLESS = '<< /Type /Page >>'

const OBJECTS = '/Type /ObjStm /N 1 /First 4 /Filter /FlateDecode'

test.for([
  () => SCRIPT,
  () => '<< /S /J#61vaScript /JS (app.alert(1)) >>',
  () => '<< /S /Launch /F (cmd.exe) >>',
  () => '<< /Type /EmbeddedFile >>',
  () => '<< /Names << /EmbeddedFiles 4 0 R >> >>',
  () => objectStream(SCRIPT),
  () => objectStream('<< /S /#4aavaScript /JS (app.alert(1)) >>'),
  // Object streams that cannot be read: packed twice, cut off, never ended, by a filter or with a predictor that nobody uses.
  () => packedStream(deflateSync(deflateSync('4 0 << /S /JavaScript >>')), OBJECTS),
  () => packedStream(deflateSync('4 0 << >>').subarray(0, 8), OBJECTS),
  () => '<< /Type /ObjStm /N 1 /First 4 >>\nstream\n',
  () => objectStream(HARMLESS, '/Type /ObjStm /DecodeParms << /Predictor 12 >>'),
  // A bomb: 200 MB of blanks.
  () => packedStream(deflateSync(Buffer.alloc(200_000_000, 0x20)), OBJECTS),
])('%# of PDFs that run or carry something is refused', async (make) => {
  expect(await refused(admin, 'pdf', pdfWith(make()), 'rules.pdf')).toContain('PDF without scripts')
})

const decoy = Buffer.concat([Buffer.from('stream\n'), deflateSync('4 0 << >>'), Buffer.from('\nendstream')])
const hex = Buffer.from(`${deflateSync(`4 0 ${SCRIPT}`).toString('hex')}>`)
const hidden = objectStream(SCRIPT, '').toString('latin1')
test.for([
  // Viewers do not ask for its type.
  objectStream(SCRIPT, ''),
  objectStream(SCRIPT, '/Type /XObject'),
  objectStream(SCRIPT, '/Type /Obj#53tm'),
  // a string of the dictionary that looks like its content
  objectStream(SCRIPT, `/Type /ObjStm /Title (${decoy.toString('latin1')})`),
  objectStream(SCRIPT, `/Type /ObjStm %${decoy.toString('latin1').replaceAll('\n', '\n%')}\n`),
  packedStream(hex, '/N 1 /First 4 /Filter [/ASCIIHexDecode /FlateDecode]'),
  // An object inside a string, a comment and another stream: the table of a PDF may point anywhere.
  Buffer.from(`(7 0 obj ${hidden} endobj)`, 'latin1'),
  Buffer.from(`null % 7 0 obj ${hidden}`, 'latin1'),
  Buffer.from(`null % 7 0 %\nobj ${hidden}`, 'latin1'),
  packedStream(Buffer.from(`7 0 obj ${hidden} endobj`, 'latin1'), ''),
])('a script is found in object stream %# that hides what it is', async (object) => {
  await refused(admin, 'pdf', pdfWith(object), 'rules.pdf')
})

test.for(['<< /A 1', '[ 1 2', '(never ended', '<< /A >', '<< 1 2 >>'])(
  'a PDF with an object that cannot be parsed is refused: %s',
  async (object) => {
    await refused(admin, 'pdf', pdfWith(object), 'rules.pdf')
  },
)

test.for([262_100, 262_130, 262_144, 262_150, 524_280])(
  'the name of an action is found wherever it lies in a long PDF: about %i',
  async (at) => {
    const filler = `(${'x'.repeat(at - 160)})`
    for (const extra of [0, 7, 20]) {
      const object = `[${filler}${' '.repeat(extra)}<< /S /J#61v#61Script >>]`
      await refused(admin, 'pdf', pdfWith(object), 'long.pdf')
    }
  },
)

test('bytes that are not a PDF are refused, and one that was cut off', async () => {
  const whole = await pdf()
  await refused(admin, 'pdf', whole.subarray(0, whole.length - 200), 'rules.pdf')
  await refused(admin, 'pdf', '%PDF-1.7 and nothing else', 'rules.pdf')
  await refused(admin, 'pdf', Buffer.concat([Buffer.from(HTML), whole]), 'rules.pdf')
})

test('an ordinary PDF is taken, also with object streams and with harmless words', async () => {
  for (const content of [
    await pdf(),
    pdfWith(objectStream('<< /Type /Page >>')),
    pdfWith('<< /Title (JavaScript and Launch) /JavaScripted 1 >>'),
    pdfWith('(An obj of text, and its endobj)'),
    pdfWith(packedStream(Buffer.from('Every obj\nhas an obj.'), '')),
    // An outline, and a colour space: what has one of an object stream's entries only.
    pdfWith('<< /First 7 0 R /Last 8 0 R /Count 2 >>'),
    pdfWith(packedStream(Buffer.alloc(300, 7), '/N 3')),
  ]) {
    expect((await admin.upload('pdf', content, 'rules.pdf')).status).toBe(201)
  }
})

test('a CSV is text: no NUL, no page, no PDF', async () => {
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

test('a film is more than its first box', async () => {
  await refused(resident, 'videos', film().subarray(0, 40), 'film.mp4')
  await refused(resident, 'videos', Buffer.concat([film().subarray(0, 20), Buffer.from(HTML)]), 'film.mp4')
})

test('a refusal reaches its caller although most of a large upload is still to come', async () => {
  const large = film('isom', 60 * MB)
  expect((await resident.upload('logo', large)).status).toBe(403)
  expect((await resident.upload('nowhere', large)).status).toBe(400)
  expect((await resident.upload('images', large)).status).toBe(415)
})

const largePng = async () => Buffer.concat([await picture('png'), Buffer.alloc(10 * MB)])
test.for([
  [resident, 'images', 10, largePng],
  // The deposit slip may be a larger PDF, but not a larger image.
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
