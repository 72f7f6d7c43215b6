import { expect, test, vi } from 'vitest'
import { ApiError } from '#lib/api/api.ts'
import { createPdfUploads, getNextFiles, type SendPdfs, type UploadProgress } from './pdf-uploads.ts'

const createFiles = (count: number, bytes = 10): File[] =>
  Array.from({ length: count }, (_, index) => new File(['x'.repeat(bytes)], `A-${index}.pdf`))

const acceptAllFiles: SendPdfs = (files) => Promise.resolve(files.map(({ name }) => ({ name, ok: true })))

function createUploads(send: SendPdfs, backoffMs: readonly number[] = [1]) {
  const progressLog: UploadProgress[] = []
  const uploads = createPdfUploads({ send, backoffMs, onChange: (progress) => progressLog.push(progress) })
  return { progress: () => progressLog.at(-1), ...uploads }
}

test('a call has at most 32 files or 8 MB, and a large file is sent alone', () => {
  expect(getNextFiles(createFiles(100))).toHaveLength(32)
  expect(getNextFiles(createFiles(5, 3 * 1024 * 1024))).toHaveLength(2)
  expect(getNextFiles(createFiles(2, 9 * 1024 * 1024))).toHaveLength(1)
})

test('every file is sent once, in at most four calls at a time', async () => {
  let openCalls = 0
  let maxOpen = 0
  const sentNames: string[] = []
  const { start } = createUploads(async (files, signal) => {
    maxOpen = Math.max(maxOpen, ++openCalls)
    sentNames.push(...files.map(({ name }) => name))
    await new Promise((resolve) => setImmediate(resolve))
    openCalls--
    return acceptAllFiles(files, signal)
  })
  const { phase, sentCount, failedPdfs } = await start(createFiles(500))
  expect([phase, sentCount, failedPdfs.length]).toEqual(['finished', 500, 0])
  expect(new Set(sentNames).size).toBe(500)
  expect(sentNames).toHaveLength(500)
  expect(maxOpen).toBe(4)
})

test('a refused file is listed with its reason, and the others are sent', async () => {
  const { start } = createUploads((files) =>
    Promise.resolve(
      files.map(({ name }) =>
        name === 'A-7.pdf' ? { name, ok: false, message: 'No PDF.' } : { name, ok: true },
      ),
    ),
  )
  const { sentCount, failedPdfs } = await start(createFiles(40))
  expect(sentCount).toBe(39)
  expect(failedPdfs.map(({ file, reason }) => [file.name, reason])).toEqual([['A-7.pdf', 'No PDF.']])
})

test('files of a refused call are sent one by one', async () => {
  const { start } = createUploads((files, signal) =>
    files.some(({ name }) => name === 'A-3.pdf')
      ? Promise.reject(new ApiError(413, 'Too large.'))
      : acceptAllFiles(files, signal),
  )
  const { sentCount, failedPdfs } = await start(createFiles(10))
  expect([sentCount, failedPdfs.length, failedPdfs[0]?.reason]).toEqual([9, 1, 'Too large.'])
})

test('a call without an answer is retried; then the uploads pause, and resuming loses no file', async () => {
  let callCount = 0
  let isOffline = true
  const { start, resume, progress } = createUploads((files, signal) => {
    callCount++
    return isOffline ? Promise.reject(new ApiError(0, 'No connection.')) : acceptAllFiles(files, signal)
  })
  const uploadResult = start(createFiles(20))
  await expect.poll(progress).toMatchObject({ phase: 'paused', problem: 'No connection.' })
  expect(callCount).toBe(2)
  isOffline = false
  resume()
  expect(await uploadResult).toMatchObject({ phase: 'finished', sentCount: 20 })
})

test('a call begun before a resume does not pause the uploads again', async () => {
  const rejectCallbacks: ((failure: ApiError) => void)[] = []
  const { start, resume, progress } = createUploads(
    (files, signal) =>
      rejectCallbacks.length < 2
        ? new Promise((_resolve, reject) => void rejectCallbacks.push(reject))
        : acceptAllFiles(files, signal),
    [],
  )
  const uploadResult = start(createFiles(40))
  await expect.poll(() => rejectCallbacks.length).toBe(2)
  rejectCallbacks[0]?.(new ApiError(0, 'No connection.'))
  await expect.poll(progress).toMatchObject({ phase: 'paused' })
  resume()
  rejectCallbacks[1]?.(new ApiError(0, 'No connection.'))
  expect(await uploadResult).toMatchObject({ phase: 'finished', sentCount: 40 })
})

test('a retry does not start while the uploads are paused', async () => {
  let callCount = 0
  const refusalController = new AbortController()
  const firstRefusal = new Promise((resolve) => refusalController.signal.addEventListener('abort', resolve))
  const { start, pause, resume } = createUploads(
    (files, signal) => {
      if (++callCount > 1) return acceptAllFiles(files, signal)
      refusalController.abort()
      return Promise.reject(new ApiError(503, 'Busy.'))
    },
    [1000],
  )
  vi.useFakeTimers()
  const uploadResult = start(createFiles(20))
  await firstRefusal
  pause()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(callCount).toBe(1)
  resume()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await uploadResult).toMatchObject({ phase: 'finished', sentCount: 20 })
})

test('a lost permission pauses at once instead of trying each file', async () => {
  let callCount = 0
  const { start, progress } = createUploads(() => {
    callCount++
    return Promise.reject(new ApiError(403, 'You do not have the permission utilities.add.'))
  })
  void start(createFiles(20))
  await expect.poll(progress).toMatchObject({ phase: 'paused' })
  expect(callCount).toBe(1)
})

test('no call starts during a pause, and resuming continues', async () => {
  const { start, pause, resume, progress } = createUploads(acceptAllFiles)
  const uploadResult = start(createFiles(300))
  pause()
  await expect.poll(() => progress()?.sentCount).toBe(128)
  await new Promise((resolve) => setImmediate(resolve))
  expect(progress()?.sentCount).toBe(128)
  resume()
  expect(await uploadResult).toMatchObject({ sentCount: 300 })
})

test('a pause delays the end, even if the last files are already being sent', async () => {
  const { start, pause, resume, progress } = createUploads(acceptAllFiles)
  const uploadResult = start(createFiles(20))
  pause()
  await expect.poll(progress).toMatchObject({ phase: 'paused', sentCount: 20 })
  resume()
  expect(await uploadResult).toMatchObject({ phase: 'finished', sentCount: 20 })
})

test('stopping ends the wait without a result', async () => {
  const { start, stop } = createUploads(
    (_, signal) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(new DOMException('stopped', 'AbortError')))
      }),
  )
  const uploadResult = start(createFiles(40))
  stop()
  expect(await uploadResult).toMatchObject({ phase: 'idle', sentCount: 0 })
})
