import { expect, onTestFinished, test, vi } from 'vitest'
import { api, ApiError } from '#lib/api/api.ts'
import { queryClient } from '#lib/api/query-client.ts'
import { answerDialog } from '#ui/overlays/testing.ts'
import { setImportSession, getImportSession, NEW_IMPORT } from './import-session.ts'
import { describeImportResult, stopUploads, uploadAndSave } from './run-import.ts'

test('the result of an import is in numbers, with a hint to the reasons', () => {
  expect(describeImportResult({ saved: 3000, refused: 0, skipped: 0 }, 0)).toBe(
    '3,000 rows saved, 0 refused, 0 skipped.',
  )
  expect(describeImportResult({ saved: 1, refused: 2, skipped: 1 }, 1)).toBe(
    '1 row saved, 2 refused, 1 skipped. 1 PDF was left out. The record of imports gives the reason of each.',
  )
})

function beginImport(): void {
  const emptyStorage = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined }
  vi.stubGlobal('localStorage', emptyStorage)
  vi.stubGlobal('sessionStorage', emptyStorage)
  setImportSession({ ...NEW_IMPORT, uniqId: 'a1', step: 'ready' })
  const savedImport = { state: 'done', saved: 2, total: 2, refused: 0, skipped: 0, unexpected: 0 }
  vi.spyOn(api, 'get').mockResolvedValue(savedImport)
  onTestFinished(() => {
    setImportSession(NEW_IMPORT)
    queryClient.clear()
  })
}

test.each([0, 502])('an import whose call failed with %i is followed to its end', async (status) => {
  beginImport()
  vi.useFakeTimers()
  vi.spyOn(api, 'put').mockRejectedValue(new ApiError(status, 'The server does not answer.'))
  const importPromise = uploadAndSave([], false)
  await vi.advanceTimersByTimeAsync(2000)
  vi.useRealTimers()
  expect((await answerDialog(true)).title).toBe('Success')
  await importPromise
})

test.each([false, true])('exported payments are confirmed if they were shown: %s', async (hasExported) => {
  beginImport()
  const put = vi.spyOn(api, 'put').mockResolvedValue({})
  const importPromise = uploadAndSave([], hasExported)
  await answerDialog(true)
  await importPromise
  expect(put.mock.calls.map(([path, body]) => [path, body])).toEqual([
    [
      '/tenant-soa-info',
      {
        uniqId: 'a1',
        confirmCorrections: true,
        confirmExported: hasExported,
        confirmOlder: false,
        confirmDoubtful: false,
      },
    ],
  ])
})

test('uploads that are stopped save nothing', async () => {
  beginImport()
  const put = vi.spyOn(api, 'put').mockResolvedValue({})
  vi.spyOn(api, 'post').mockImplementation(() => {
    stopUploads()
    return Promise.reject(new ApiError(0, 'You stopped the upload.'))
  })
  await uploadAndSave([new File(['%PDF-1.7'], 'A-101.pdf')], false)
  expect(put).not.toHaveBeenCalled()
  expect(getImportSession().step).toBe('ready')
})
