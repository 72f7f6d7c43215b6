import { ApiError } from '#lib/api/api.ts'
import type { ReceivedPdfs } from '@tahanan/contract/billing/import-answers.ts'
import { pdfName } from '@tahanan/contract/billing/statement-import.ts'

/** Sends some PDFs in one call. Rejects with an `ApiError`. */
export type SendPdfs = (files: readonly File[], signal: AbortSignal) => Promise<ReceivedPdfs['data']>

export interface FailedPdf {
  file: File
  reason: string
}

/** Progress of the uploads. */
export interface UploadProgress {
  phase: 'idle' | 'running' | 'paused' | 'finished'
  total: number
  /** Kept by the server. */
  sent: number
  bytes: number
  sentBytes: number
  failed: readonly FailedPdf[]
  /** Why it paused by itself: the server could not be reached. */
  problem?: string
  /** Milliseconds spent sending, without pauses. */
  spentMs: number
}

export const NOTHING_SENT: UploadProgress = {
  phase: 'idle',
  total: 0,
  sent: 0,
  bytes: 0,
  sentBytes: 0,
  failed: [],
  spentMs: 0,
}

/** Most files and bytes of a call: enough to keep its overhead small, few enough for the counter to move. */
const FILES_A_CALL = 32
const BYTES_A_CALL = 8 * 1024 * 1024
/** A browser has six connections to a server; the page needs the others. */
const CALLS_AT_ONCE = 4
/** Statuses that refuse the content of a call, and not its sender or time. */
const ABOUT_FILES: readonly number[] = [400, 413, 415]
/** Backoff before a call without an answer is made again. */
const WAITS_MS = [1000, 3000, 8000] as const

/** The next files that go into one call; a large one goes alone. */
export function nextBatch(queue: readonly File[]): File[] {
  const batch: File[] = []
  let bytes = 0
  for (const file of queue) {
    if (batch.length === FILES_A_CALL || (batch.length > 0 && bytes + file.size > BYTES_A_CALL)) break
    batch.push(file)
    bytes += file.size
  }
  return batch
}

interface Options {
  send: SendPdfs
  onChange: (progress: UploadProgress) => void
  onSent?: (files: readonly File[]) => void
  waits?: readonly number[]
}

/**
 * Sends PDFs in calls of some dozens, several at once. Refused files are kept with their reasons; a call without an answer is
 * retried, and after that the uploads pause and say why (rules 7.22).
 */
export function createPdfUploads({ send, onChange, onSent, waits = WAITS_MS }: Options) {
  let now = NOTHING_SENT
  let queue: File[] = []
  let stopping = new AbortController()
  const waiting: (() => void)[] = []
  let since = 0
  /** Counts the resumes: a failure of a call begun before one says nothing about the connection after it. */
  let resumes = 0

  const become = (part: Partial<UploadProgress>): void => {
    const time = performance.now()
    const spentMs = now.phase === 'running' ? now.spentMs + time - since : now.spentMs
    since = time
    now = { ...now, spentMs, ...part }
    onChange(now)
  }
  const pause = (problem?: string): void => {
    if (now.phase !== 'running') return
    become({ phase: 'paused', problem })
  }

  const settle = (files: readonly File[], results: ReceivedPdfs['data']): void => {
    const refused = new Map(results.flatMap((result) => (result.ok ? [] : [[pdfName(result.name), result]])))
    const kept = files.filter(({ name }) => !refused.has(pdfName(name)))
    const failed = files.flatMap((file): FailedPdf[] => {
      const result = refused.get(pdfName(file.name))
      return result ? [{ file, reason: result.message ?? 'It was not accepted.' }] : []
    })
    onSent?.(kept)
    become({
      sent: now.sent + kept.length,
      sentBytes: now.sentBytes + sizeOf(kept),
      failed: [...now.failed, ...failed],
    })
  }
  const refuse = (files: readonly File[], message: string): void =>
    settle(
      files,
      files.map(({ name }) => ({ name, ok: false, message })),
    )

  const deliver = async (batch: readonly File[], signal: AbortSignal): Promise<void> => {
    let files = batch
    for (let attempt = 0; files.length > 0; attempt++) {
      if (now.phase === 'paused') await new Promise<void>((go) => waiting.push(go))
      if (signal.aborted) return
      const begunAt = resumes
      try {
        settle(files, await send(files, signal))
        return
      } catch (failure) {
        if (signal.aborted) return
        if (!(failure instanceof ApiError)) throw failure
        if (ABOUT_FILES.includes(failure.status)) {
          // each file by itself, so that one does not take the others with it
          if (files.length === 1) refuse(files, failure.message)
          else for (const file of files) await deliver([file], signal)
          return
        }
        const [readable, gone] = failure.isUnanswered ? await stillThere(files) : [files, []]
        const wait = failure.retryAfter === undefined ? waits[attempt] : failure.retryAfter * 1000
        const passes = failure.isUnanswered || failure.status >= 500 || failure.status === 429
        if (gone.length > 0) {
          refuse(gone, 'It was moved or changed after it was chosen. Please choose it again.')
          files = readable
          attempt = -1
        } else if (passes && begunAt !== resumes) attempt = -1
        else if (passes && attempt < waits.length && wait !== undefined) await pauseOf(wait, signal)
        else {
          pause(failure.message)
          attempt = -1
        }
      }
    }
  }

  const work = async (signal: AbortSignal): Promise<void> => {
    for (;;) {
      // also with nothing left to send: what follows the uploads waits for the pause to end
      if (now.phase === 'paused') await new Promise<void>((go) => waiting.push(go))
      const batch = signal.aborted ? [] : queue.splice(0, nextBatch(queue).length)
      if (batch.length === 0) return
      await deliver(batch, signal)
    }
  }

  return {
    /** Resolves when every file was sent or has failed for good; a pause keeps it waiting. */
    start: async (files: readonly File[]): Promise<UploadProgress> => {
      stopping = new AbortController()
      const { signal } = stopping
      queue = [...files]
      now = { ...NOTHING_SENT, total: files.length, bytes: sizeOf(files) }
      since = performance.now()
      become({ phase: 'running' })
      await Promise.all(Array.from({ length: CALLS_AT_ONCE }, () => work(signal)))
      if (signal.aborted) return NOTHING_SENT
      become({ phase: 'finished' })
      return now
    },
    /** No call begins any more; those on their way end. */
    pause: () => pause(),
    resume: (): void => {
      if (now.phase !== 'paused') return
      resumes++
      become({ phase: 'running', problem: undefined })
      waiting.splice(0).forEach((go) => go())
    },
    /** Gives up; calls on their way are cut. */
    stop: (): void => {
      stopping.abort()
      become(NOTHING_SENT)
      waiting.splice(0).forEach((go) => go())
    },
  }
}

const sizeOf = (files: readonly File[]): number => files.reduce((sum, { size }) => sum + size, 0)

/** Returns the files that the browser can still read; a file that is gone fails a call as a dead network does. */
async function stillThere(files: readonly File[]): Promise<[readable: File[], gone: File[]]> {
  const readable: File[] = []
  const gone: File[] = []
  for (const file of files) {
    try {
      await file.slice(0, 1).arrayBuffer()
      readable.push(file)
    } catch {
      gone.push(file)
    }
  }
  return [readable, gone]
}

function pauseOf(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms)
    signal.addEventListener('abort', () => resolve())
  })
}
