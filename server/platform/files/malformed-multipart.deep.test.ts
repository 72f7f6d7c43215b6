import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createSamplePicture } from './content/testing-samples.ts'
import { BOUNDARY, END, openFilesPortal, createPart } from './testing.ts'

const portal = await openFilesPortal()
// Uploads as an administrator, because the uploads of residents are limited by a daily quota.
const { post } = await portal.as('admin')
const image = await createSamplePicture('png', 4, 4)

const URL_PART = createPart('Content-Disposition: form-data; name="url"', 'images/x.png')

const DISPOSITION_KINDS = ['form-data', 'attachment', 'Form-Data', '', 'form-data;;', 'x'.repeat(2000)]
const NAMES = ['"file"', 'file', '""', '', '"__proto__"', '"url"'].map((name) => `; name=${name}`)
const FILE_NAMES = [
  '; filename="x.png"',
  '; filename=""',
  '; filename',
  '; filename=',
  '',
  '; filename="x',
  '; filename="%22%0A%ZZ"',
  '; filename="%"',
  '; filename="../../x"',
  '; filename*=',
  `; filename*=UTF-8''%FF%FE`,
  `; filename*=UTF-8''%E0%A4%A`,
  `; filename*=UTF-16'en'x`,
  '; filename="\u0000\ud800"',
  `; filename="${'y'.repeat(5000)}"`,
]
const EXTRA_HEADERS = [
  '',
  '\r\nContent-Type: application/octet-stream',
  '\r\nContent-Type: text/plain; charset=nonsense',
  '\r\nContent-Type: image/png; x=',
  '\r\nContent-Type',
  '\r\nContent-Transfer-Encoding: base64',
  '\r\nContent-Length: -1',
  '\r\n: nothing',
  '\n\nno carriage return',
  '\r\nX: '.repeat(60),
]
const REFUSALS = [400, 413, 415]

test('no file name and no content type answers 500', async () => {
  for (const fileName of FILE_NAMES) {
    for (const extraHeader of EXTRA_HEADERS) {
      const headers = `Content-Disposition: form-data; name="file"${fileName}${extraHeader}`
      const status = await post(Buffer.concat([URL_PART, createPart(headers, image), END]))
      expect([...REFUSALS, 201], headers).toContain(status)
    }
  }
})

const disposition = fc
  .tuple(
    fc.constantFrom(...DISPOSITION_KINDS),
    fc.constantFrom(...NAMES),
    fc.constantFrom(...FILE_NAMES),
    fc.constantFrom(...EXTRA_HEADERS),
  )
  .map(([kind, name, file, extraHeaders]) => `Content-Disposition: ${kind}${name}${file}${extraHeaders}`)

const malformedBodyArbitrary = fc
  .record({
    first: fc.oneof(
      fc.constant(URL_PART),
      disposition.map((headers) => createPart(headers, 'images/x.png')),
    ),
    headers: disposition,
    cut: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 200 })),
    noise: fc.array(fc.record({ at: fc.nat(400), byte: fc.integer({ min: 0, max: 255 }) }), { maxLength: 4 }),
    type: fc.constantFrom(
      `multipart/form-data; boundary=${BOUNDARY}`,
      `multipart/form-data; boundary="${BOUNDARY}"; charset=utf-16`,
      'multipart/form-data; boundary=',
      'multipart/form-data; boundary=other',
      `multipart/form-data; boundary=${'b'.repeat(300)}`,
    ),
  })
  .map(({ first, headers, cut, noise, type }) => {
    const body = Buffer.concat([first, createPart(headers, image), END])
    for (const { at, byte } of noise) if (at < body.length) body[at] = byte
    return { body: body.subarray(0, body.length - cut), type }
  })

test('no malformed multipart body answers 500', async () => {
  await fc.assert(
    fc.asyncProperty(malformedBodyArbitrary, async ({ body, type }) => {
      expect([...REFUSALS, 201]).toContain(await post(body, type))
    }),
    { seed: 20_261_122, numRuns: 400 },
  )
})
