import { expect, test, vi } from 'vitest'
import { mountHook } from '#lib/testing-hooks.ts'
import { answerDialog } from '#ui/overlays/testing.ts'
import { files } from '@tahanan/contract/forms/fields.ts'
import { FILE_KINDS } from '@tahanan/contract/limits.ts'
import type { UploadState } from './uploads.ts'
import { useUploads } from './use-uploads.ts'

const PICTURE_FIELD = files({
  label: 'Images',
  folder: 'images',
  accept: 'image',
  max: 3,
  namePrefix: 'test_',
})
const TOO_LARGE_FILE = new File([new Uint8Array(FILE_KINDS.image.maxBytes + 1)], 'large.gif', {
  type: 'image/gif',
})

function mountControl() {
  const states: UploadState[] = []
  let uploads: ReturnType<typeof useUploads> | undefined
  const unmount = mountHook(() => {
    uploads = useUploads(
      PICTURE_FIELD,
      [],
      () => undefined,
      (state) => states.push(state),
    )
  })
  uploads?.add([TOO_LARGE_FILE])
  return { states, unmount }
}

test('a control that is removed while a file uploads leaves no busy form behind', async () => {
  const { states, unmount } = mountControl()
  expect(states.at(-1)).toEqual({ busy: true, failed: false })
  await unmount()
  expect(states.at(-1)).toEqual({ busy: false, failed: false })
})

test('a control that is removed with a failed file leaves no failed form behind', async () => {
  const { states, unmount } = mountControl()
  await vi.waitFor(() => expect(states.at(-1)).toEqual({ busy: false, failed: true }))
  await answerDialog(true)
  await unmount()
  expect(states.at(-1)).toEqual({ busy: false, failed: false })
})
