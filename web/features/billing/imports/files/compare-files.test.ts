import { beforeEach, expect, test, vi } from 'vitest'
import { setRetryConfirmation } from '#lib/api/stalled-calls.ts'
import { dialogQueue } from '#ui/overlays/dialogs.ts'
import { answerDialog } from '#ui/overlays/testing.ts'
import { getImportSession, NEW_IMPORT, setImportSession } from '../import-session.ts'
import { compareChosenFiles } from './compare-files.ts'

const CHOSEN_FILES = {
  soaFile: new File(['urefno'], 'soa.csv'),
  webClientFile: new File(['urefno'], 'web-client.csv'),
}

beforeEach(() => {
  vi.stubGlobal('location', { pathname: '/admin/utilities' })
  vi.stubGlobal('localStorage', { getItem: () => 'token' })
  setImportSession({ ...NEW_IMPORT, csv: CHOSEN_FILES })
})

/** Fakes the uploads. Status 0: the connection is lost. Status undefined: no answer comes. */
function stubUploads(status: number | undefined): void {
  class UploadRequest extends EventTarget {
    readonly upload = new EventTarget()
    readonly status = status
    readonly responseText = JSON.stringify({ message: 'Not uploaded.' })
    open(): void {}
    setRequestHeader(): void {}
    getResponseHeader = (): null => null
    abort(): void {
      this.dispatchEvent(new Event('abort'))
    }
    send(): void {
      if (status !== undefined) this.dispatchEvent(new Event(status === 0 ? 'error' : 'load'))
    }
  }
  vi.stubGlobal('XMLHttpRequest', UploadRequest)
}

test.each([
  [0, 'The upload was cut off. Check your connection and try again.'],
  [429, 'Not uploaded.'],
  [502, 'Not uploaded.'],
])('files whose upload failed with %i stay, so that it can be tried again', async (status, message) => {
  stubUploads(status)
  const comparison = compareChosenFiles()
  const { title, content } = await answerDialog(true)
  expect([title, content]).toEqual(['This is an error message in Soa File', message])
  await comparison
  expect(getImportSession()).toEqual({ ...NEW_IMPORT, csv: CHOSEN_FILES })
  expect(dialogQueue.get()).toEqual([])
})

test('an upload that the user stopped is not reported again, and its file stays', async () => {
  vi.useFakeTimers()
  stubUploads(undefined)
  setRetryConfirmation(() => Promise.resolve(false))
  const comparison = compareChosenFiles()
  await vi.advanceTimersByTimeAsync(20_000)
  vi.useRealTimers()
  expect(dialogQueue.get()).toEqual([])
  await comparison
  expect(getImportSession()).toEqual({ ...NEW_IMPORT, csv: CHOSEN_FILES })
})

test.each([400, 413, 415])('a file that was refused with %i is removed', async (status) => {
  stubUploads(status)
  const comparison = compareChosenFiles()
  const { title, content } = await answerDialog(true)
  expect([title, content]).toEqual(['This is an error message in Soa File', 'Not uploaded.'])
  await comparison
  expect(getImportSession()).toEqual({
    ...NEW_IMPORT,
    csv: { webClientFile: CHOSEN_FILES.webClientFile },
    problems: { soaFile: 'Not uploaded.' },
  })
})
