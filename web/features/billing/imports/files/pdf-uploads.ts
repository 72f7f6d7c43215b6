import type { ReceivedPdfs } from '@tahanan/contract/billing/import-answers.ts'
import { pdfName } from '@tahanan/contract/billing/statement-import.ts'
import { ApiError } from '../../../../lib/api/api.ts'

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

/** Many PDFs on their way to the server. */
export interface PdfUploads {
  /** Resolves when every file was sent or has failed for good; a pause keeps it waiting. */
  start: (files: readonly File[]) => Promise<UploadProgress>
  /** No call begins any more; those on their way end. */
  pause: () => void
  resume: () => void
  /** Gives up; calls on their way are cut. */
  stop: () => void
  progress: () => UploadProgress
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
export function createPdfUploads({ send, onChange, onSent, waits = WAITS_MS }: Options): PdfUploads {
  let now = NOTHING_SENT
  let queue: File[] = []
  let running = 0
  let stopping = new AbortController()
  let finished: ((progress: UploadProgress) => void) | undefined
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

  const fill = (): void => {
    while (now.phase === 'running' && running < CALLS_AT_ONCE && queue.length > 0) {
      const batch = nextBatch(queue)
      queue = queue.slice(batch.length)
      running++
      void deliver(batch, stopping.signal).finally(() => {
        running--
        fill()
      })
    }
    if (now.phase === 'running' && running === 0 && queue.length === 0) {
      become({ phase: 'finished' })
      finished?.(now)
    }
  }

  const settle = (files: readonly File[], results: ReceivedPdfs['data']): void => {
    const reasons = new Map(
      results.flatMap(({ name, ok, message }) => (ok ? [] : [[pdfName(name), message] as const])),
    )
    const kept = files.filter(({ name }) => !reasons.has(pdfName(name)))
    const failed = files.filter(({ name }) => reasons.has(pdfName(name)))
    onSent?.(kept)
    become({
      sent: now.sent + kept.length,
      sentBytes: now.sentBytes + sizeOf(kept),
      failed: [
        ...now.failed,
        ...failed.map((file) => ({
          file,
          reason: reasons.get(pdfName(file.name)) ?? 'It was not accepted.',
        })),
      ],
    })
  }

  const refuse = (files: readonly File[], reason: string): void =>
    settle(
      files,
      files.map(({ name }) => ({ name, ok: false, message: reason })),
    )

  const deliver = async (files: readonly File[], signal: AbortSignal): Promise<void> => {
    let attempt = 0
    for (;;) {
      const begunAt = resumes
      try {
        settle(files, await send(files, signal))
        return
      } catch (failure) {
        if (signal.aborted) return
        if (!(failure instanceof ApiError)) throw failure
        if (ABOUT_FILES.includes(failure.status)) return await alone(files, failure, signal)
        const [readable, gone] = failure.unanswered ? await stillThere(files) : [files, []]
        if (gone.length > 0) {
          refuse(gone, 'It was moved or changed after it was chosen. Please choose it again.')
          queue = [...readable, ...queue]
          return
        }
        const passes = failure.unanswered || failure.status >= 500 || failure.status === 429
        if (passes && begunAt !== resumes) {
          attempt = 0
          continue
        }
        const wait = failure.retryAfter === undefined ? waits[attempt] : failure.retryAfter * 1000
        if (!passes || attempt >= waits.length || wait === undefined) {
          queue = [...files, ...queue]
          if (now.phase === 'running') become({ phase: 'paused', problem: failure.message })
          return
        }
        await pauseOf(wait, signal)
        attempt++
      }
      if (now.phase === 'paused') {
        queue = [...files, ...queue]
        return
      }
    }
  }

  /** A whole call was refused: each file by itself, so that one does not take the others with it. */
  const alone = async (files: readonly File[], refusal: ApiError, signal: AbortSignal): Promise<void> => {
    if (files.length === 1) refuse(files, refusal.message)
    else for (const file of files) if (!signal.aborted) await deliver([file], signal)
  }

  return {
    start: (files) => {
      stopping = new AbortController()
      queue = [...files]
      now = { ...NOTHING_SENT, total: files.length, bytes: sizeOf(files) }
      since = performance.now()
      return new Promise((resolve) => {
        finished = resolve
        become({ phase: 'running' })
        fill()
      })
    },
    pause: () => {
      if (now.phase === 'running') become({ phase: 'paused', problem: undefined })
    },
    resume: () => {
      if (now.phase !== 'paused') return
      resumes++
      become({ phase: 'running', problem: undefined })
      fill()
    },
    stop: () => {
      stopping.abort()
      queue = []
      become({ ...NOTHING_SENT })
      finished?.(now)
    },
    progress: () => now,
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
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
