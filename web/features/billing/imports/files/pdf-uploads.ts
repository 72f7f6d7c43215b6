import { ApiError } from '#lib/api/api.ts'
import type { UploadedPdfs } from '@tahanan/contract/billing/import-answers.ts'
import { normalizePdfName } from '@tahanan/contract/billing/statement-import.ts'

export type SendPdfs = (files: readonly File[], signal: AbortSignal) => Promise<UploadedPdfs['data']>

export interface FailedPdf {
  file: File
  reason: string
}

export interface UploadProgress {
  phase: 'idle' | 'running' | 'paused' | 'finished'
  total: number
  sentCount: number
  bytes: number
  sentBytes: number
  failedPdfs: readonly FailedPdf[]
  problem?: string
  /** Upload time in milliseconds, without pauses. */
  spentMs: number
}

export const INITIAL_PROGRESS: UploadProgress = {
  phase: 'idle',
  total: 0,
  sentCount: 0,
  bytes: 0,
  sentBytes: 0,
  failedPdfs: [],
  spentMs: 0,
}

/**
 * Limits of one upload call. They are large enough to need few calls, and small enough to show progress
 * often.
 */
const MAX_FILES_PER_CALL = 32
const MAX_BYTES_PER_CALL = 8 * 1024 * 1024
/**
 * Fewer than the six connections that a browser opens per server, because other calls of the page need
 * connections too.
 */
const MAX_OPEN_CALLS = 4
/**
 * HTTP status codes of errors that an invalid file causes. Other errors are caused by the session, a rate
 * limit or the server.
 */
export const FILE_ERROR_STATUSES: readonly number[] = [400, 413, 415]
const BACKOFF_MS = [1000, 3000, 8000] as const

/** Returns the files of the next upload call. A file above the size limit is sent alone. */
export function getNextFiles(queue: readonly File[]): File[] {
  const batchFiles: File[] = []
  let batchBytes = 0
  for (const file of queue) {
    if (
      batchFiles.length === MAX_FILES_PER_CALL ||
      (batchFiles.length > 0 && batchBytes + file.size > MAX_BYTES_PER_CALL)
    )
      break
    batchFiles.push(file)
    batchBytes += file.size
  }
  return batchFiles
}

interface PdfUploadOptions {
  send: SendPdfs
  onChange: (progress: UploadProgress) => void
  onSent?: (files: readonly File[]) => void
  backoffMs?: readonly number[]
}

/** Uploads PDFs in parallel calls. Retries failed calls, then pauses and shows the reason (rules 7.22). */
export function createPdfUploads({ send, onChange, onSent, backoffMs = BACKOFF_MS }: PdfUploadOptions) {
  let progress = INITIAL_PROGRESS
  let queuedFiles: File[] = []
  let stopController = new AbortController()
  const resumeCallbacks: (() => void)[] = []
  let lastUpdateAt = 0
  /**
   * Number of resumes so far. If a call fails that started before the last resume, it is retried instead of
   * pausing the uploads again.
   */
  let resumeCount = 0

  const updateProgress = (changes: Partial<UploadProgress>): void => {
    const time = performance.now()
    const spentMs = progress.phase === 'running' ? progress.spentMs + time - lastUpdateAt : progress.spentMs
    lastUpdateAt = time
    progress = { ...progress, spentMs, ...changes }
    onChange(progress)
  }
  const pause = (problem?: string): void => {
    if (progress.phase !== 'running') return
    updateProgress({ phase: 'paused', problem })
  }

  const recordResults = (files: readonly File[], results: UploadedPdfs['data']): void => {
    const refusedResults = new Map(
      results.flatMap((result) => (result.ok ? [] : [[normalizePdfName(result.name), result]])),
    )
    const acceptedFiles = files.filter(({ name }) => !refusedResults.has(normalizePdfName(name)))
    const failedPdfs = files.flatMap((file): FailedPdf[] => {
      const refusedResult = refusedResults.get(normalizePdfName(file.name))
      return refusedResult ? [{ file, reason: refusedResult.message ?? 'It was not accepted.' }] : []
    })
    onSent?.(acceptedFiles)
    updateProgress({
      sentCount: progress.sentCount + acceptedFiles.length,
      sentBytes: progress.sentBytes + sumSizes(acceptedFiles),
      failedPdfs: [...progress.failedPdfs, ...failedPdfs],
    })
  }
  const markFilesAsFailed = (files: readonly File[], message: string): void =>
    recordResults(
      files,
      files.map(({ name }) => ({ name, ok: false, message })),
    )

  const sendFiles = async (batch: readonly File[], signal: AbortSignal): Promise<void> => {
    let files = batch
    for (let attempt = 0; files.length > 0; attempt++) {
      if (progress.phase === 'paused') await new Promise<void>((resolve) => resumeCallbacks.push(resolve))
      if (signal.aborted) return
      const resumeCountAtStart = resumeCount
      try {
        recordResults(files, await send(files, signal))
        return
      } catch (failure) {
        if (signal.aborted) return
        if (!(failure instanceof ApiError)) throw failure
        if (FILE_ERROR_STATUSES.includes(failure.status)) {
          // Files are sent again one by one, so that an invalid file does not fail the others of its call.
          if (files.length === 1) markFilesAsFailed(files, failure.message)
          else for (const file of files) await sendFiles([file], signal)
          return
        }
        const [readableFiles, unreadableFiles] = failure.isUnanswered
          ? await splitReadableFiles(files)
          : [files, []]
        const waitMs = failure.retryAfter === undefined ? backoffMs[attempt] : failure.retryAfter * 1000
        const isTemporary = failure.isUnanswered || failure.status >= 500 || failure.status === 429
        if (unreadableFiles.length > 0) {
          markFilesAsFailed(
            unreadableFiles,
            'It was moved or changed after it was chosen. Please choose it again.',
          )
          files = readableFiles
          attempt = -1
        } else if (isTemporary && resumeCountAtStart !== resumeCount) attempt = -1
        else if (isTemporary && attempt < backoffMs.length && waitMs !== undefined)
          await waitFor(waitMs, signal)
        else {
          pause(failure.message)
          attempt = -1
        }
      }
    }
  }

  const sendQueue = async (signal: AbortSignal): Promise<void> => {
    for (;;) {
      // Waits for the resume even if the queue is empty, so that the uploads do not finish during a pause.
      if (progress.phase === 'paused') await new Promise<void>((resolve) => resumeCallbacks.push(resolve))
      const nextFiles = signal.aborted ? [] : queuedFiles.splice(0, getNextFiles(queuedFiles).length)
      if (nextFiles.length === 0) return
      await sendFiles(nextFiles, signal)
    }
  }

  return {
    /** Resolves when every file is sent or rejected. Does not resolve during a pause. */
    start: async (files: readonly File[]): Promise<UploadProgress> => {
      stopController = new AbortController()
      const { signal } = stopController
      queuedFiles = [...files]
      progress = { ...INITIAL_PROGRESS, total: files.length, bytes: sumSizes(files) }
      lastUpdateAt = performance.now()
      updateProgress({ phase: 'running' })
      await Promise.all(Array.from({ length: MAX_OPEN_CALLS }, () => sendQueue(signal)))
      if (signal.aborted) return INITIAL_PROGRESS
      updateProgress({ phase: 'finished' })
      return progress
    },
    pause: () => pause(),
    resume: (): void => {
      if (progress.phase !== 'paused') return
      resumeCount++
      updateProgress({ phase: 'running', problem: undefined })
      resumeCallbacks.splice(0).forEach((resume) => resume())
    },
    stop: (): void => {
      stopController.abort()
      updateProgress(INITIAL_PROGRESS)
      resumeCallbacks.splice(0).forEach((resume) => resume())
    },
  }
}

const sumSizes = (files: readonly File[]): number => files.reduce((sum, { size }) => sum + size, 0)

/**
 * Separates files that were moved or changed on disk. If such a file were sent, the call would fail like a
 * network error.
 */
async function splitReadableFiles(files: readonly File[]): Promise<[readable: File[], gone: File[]]> {
  const readableFiles: File[] = []
  const unreadableFiles: File[] = []
  for (const file of files) {
    try {
      await file.slice(0, 1).arrayBuffer()
      readableFiles.push(file)
    } catch {
      unreadableFiles.push(file)
    }
  }
  return [readableFiles, unreadableFiles]
}

function waitFor(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms)
    signal.addEventListener('abort', () => resolve())
  })
}
