import { expect, test } from 'vitest'
import { createSamplePicture } from './content/testing-samples.ts'
import { BOUNDARY, END, openFilesPortal, createPart } from './testing.ts'

const portal = await openFilesPortal()
// Uploads as an administrator, because the uploads of residents are limited by a daily quota.
const { post } = await portal.as('admin')
const image = await createSamplePicture('png', 4, 4)
const FILE_DISPOSITION = 'form-data; name="file"; filename="x.png"'

const createBody = (disposition: string) =>
  Buffer.concat([
    createPart('Content-Disposition: form-data; name="url"', 'images/x.png'),
    createPart(`Content-Disposition: ${disposition}`, image),
    END,
  ])

test.each([
  [201, 'an ordinary name', FILE_DISPOSITION],
  [201, 'an empty name', 'form-data; name="file"; filename=""'],
  [201, 'an open quote', 'form-data; name="file"; filename="x'],
  [201, 'escapes that are none', 'form-data; name="file"; filename="%22%0A%ZZ"'],
  [201, 'half of a character', `form-data; name="file"; filename*=UTF-8''%E0%A4%A`],
  [201, 'an unknown encoding', `form-data; name="file"; filename*=UTF-16'en'x`],
  [201, 'NUL and half of a surrogate', 'form-data; name="file"; filename="\u0000\ud800"'],
  [201, 'an unknown charset', `${FILE_DISPOSITION}\r\nContent-Type: text/plain; charset=nonsense`],
  [201, 'a header without a name', `${FILE_DISPOSITION}\r\n: nothing`],
  [400, 'no name', 'form-data; name="file"\r\nContent-Type: application/octet-stream'],
  [400, 'no value of the name', 'form-data; name="file"; filename'],
  [400, 'lines without a carriage return', `${FILE_DISPOSITION}\n\nno carriage return`],
  [400, 'another disposition', 'attachment; name="file"; filename="x.png"'],
  [400, 'no disposition', '; name="file"; filename="x.png"'],
])('%i: %s', async (status, _, disposition) => {
  expect(await post(createBody(disposition))).toBe(status)
})

test('400: a body that is cut, or has another boundary or none', async () => {
  const body = createBody(FILE_DISPOSITION)
  expect(await post(body.subarray(0, -60))).toBe(400)
  for (const boundary of ['', 'other', 'b'.repeat(300)])
    expect(await post(body, `multipart/form-data; boundary=${boundary}`)).toBe(400)
  expect(await post(body, `multipart/form-data; boundary=${BOUNDARY}`)).toBe(201)
})
