import { expect, test } from 'vitest'
import { FILE_KINDS } from '@tahanan/contract/limits.ts'
import { createUploads } from './uploads.ts'

test('a file that is too large fails at once, before it is sent', () => {
  const uploads = createUploads({ folder: 'images', namePrefix: 'editor_', accept: 'image' })
  const huge = new File([new Uint8Array(FILE_KINDS.image.maxBytes + 1)], 'huge.jpg', { type: 'image/jpeg' })
  const [added] = uploads.add([huge])
  expect(added).toMatchObject({ name: 'huge.jpg', problem: expect.stringContaining('This is too large.') })
  uploads.close()
})
