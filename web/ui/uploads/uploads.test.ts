import { expect, test, vi } from 'vitest'
import { FILE_KINDS } from '@tahanan/contract/limits.ts'
import { createUploads, getUploadState } from './uploads.ts'

test.each([
  ['huge.gif', 'image/gif'],
  ['unreadable.jpg', 'image/jpeg'],
])('%s, too large and not reducible, fails before it is sent', async (name, type) => {
  const uploads = createUploads({ folder: 'images', namePrefix: 'editor_', accept: 'image' })
  uploads.add([new File([new Uint8Array(FILE_KINDS.image.maxBytes + 1)], name, { type })])
  await vi.waitFor(() =>
    expect(uploads.get()).toMatchObject([
      { name, progress: undefined, problem: expect.stringContaining('This is too large.') },
    ]),
  )
  uploads.close()
})

test('an upload that was removed shows no failure', async () => {
  const failedNames: string[] = []
  const handleFailure = (name: string): void => void failedNames.push(name)
  const uploads = createUploads(
    { folder: 'images', namePrefix: 'editor_', accept: 'image' },
    [],
    handleFailure,
  )
  const tooLargeContent = new Uint8Array(FILE_KINDS.image.maxBytes + 1)
  const tooLargeFiles = ['removed.gif', 'kept.gif'].map(
    (name) => new File([tooLargeContent], name, { type: 'image/gif' }),
  )
  const [removedUpload] = uploads.add(tooLargeFiles)
  uploads.remove(removedUpload?.id ?? 0)
  await vi.waitFor(() => expect(failedNames).toContain('kept.gif'))
  expect(failedNames).toEqual(['kept.gif'])
  uploads.close()
})

test('a failed upload that is tried again is busy and no longer failed', async () => {
  const uploads = createUploads({ folder: 'images', namePrefix: 'editor_', accept: 'image' })
  const tooLargeContent = new Uint8Array(FILE_KINDS.image.maxBytes + 1)
  const [upload] = uploads.add([new File([tooLargeContent], 'large.gif', { type: 'image/gif' })])
  await vi.waitFor(() => expect(getUploadState(uploads.get())).toEqual({ busy: false, failed: true }))
  uploads.retry(upload?.id ?? 0)
  expect(getUploadState(uploads.get())).toEqual({ busy: true, failed: false })
  uploads.close()
})
