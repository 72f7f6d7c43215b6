/**
 * Time in milliseconds without a response or a sent byte, after which a request counts as stalled (rules
 * 15.33).
 */
const STALLED_MS = 20_000

/** Asks whether to send the stalled requests again. Aborting the signal closes the dialog. */
type Ask = (withdrawn: AbortSignal) => Promise<boolean>
let ask: Ask | undefined

export function onStalledCalls(asker: Ask): void {
  ask = asker
}

export class CallStopped extends Error {}

/**
 * Sends a request, and opens a dialog if it makes no progress. Try again sends it once more; Cancel rejects
 * with `CallStopped`. While the dialog is open the request goes on, and progress closes the dialog.
 */
export async function sendWatched<T>(
  send: (stop: AbortSignal, onProgress: () => void) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  for (;;) {
    const attempt = new AbortController()
    const stop = (): void => attempt.abort()
    if (signal?.aborted) stop()
    signal?.addEventListener('abort', stop)
    const stall = watchProgress()
    try {
      const sent = send(attempt.signal, stall.onProgress).then((value) => ({ value }))
      const outcome = await Promise.race([sent, stall.isRepeated])
      if (typeof outcome === 'object') return outcome.value
      stop()
      if (!outcome) throw new CallStopped()
    } finally {
      stall.end()
      signal?.removeEventListener('abort', stop)
    }
  }
}

const watched = new Set<() => void>()

/**
 * Restarts the timers of all running requests, for example when a long save reports that rows were written.
 */
export function restartStallTimers(): void {
  for (const onProgress of watched) onProgress()
}

function watchProgress() {
  let timer: ReturnType<typeof setTimeout> | undefined
  let leave: (() => void) | undefined
  const stopTimer = (): void => {
    clearTimeout(timer)
    leave?.()
  }
  let settle: (again: boolean) => void
  const isRepeated = new Promise<boolean>((resolve) => {
    settle = resolve
  })
  const onProgress = (): void => {
    stopTimer()
    timer = setTimeout(() => {
      leave = joinQuestion(settle)
    }, STALLED_MS)
  }
  watched.add(onProgress)
  onProgress()
  return {
    isRepeated,
    onProgress,
    end: () => {
      watched.delete(onProgress)
      stopTimer()
    },
  }
}

const waiting = new Set<(again: boolean) => void>()
let question = new AbortController()

function joinQuestion(settle: (again: boolean) => void): () => void {
  waiting.add(settle)
  if (waiting.size === 1) {
    const { signal } = (question = new AbortController())
    void ask?.(signal).then((again) => {
      if (signal.aborted) return
      const calls = [...waiting]
      waiting.clear()
      for (const one of calls) one(again)
    })
  }
  return () => {
    if (waiting.delete(settle) && waiting.size === 0) question.abort()
  }
}
