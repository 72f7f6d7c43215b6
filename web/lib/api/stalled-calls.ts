/** Milliseconds without a response or a sent byte, after which a request is stalled (rules 15.33). */
const STALLED_MS = 20_000

/** Asks whether to send the stalled requests again. Aborting the signal closes the dialog. */
type ConfirmRetry = (closeSignal: AbortSignal) => Promise<boolean>
let confirmRetry: ConfirmRetry | undefined

export function setRetryConfirmation(askToRetry: ConfirmRetry): void {
  confirmRetry = askToRetry
}

export class CallStoppedError extends Error {}

/**
 * Sends a request, and opens a dialog if the request makes no progress. The button 'Try again' sends it
 * again. 'Cancel' rejects with `CallStoppedError`. While the dialog is open the request goes on, and progress
 * closes the dialog.
 */
export async function sendWithStallDetection<T>(
  send: (stop: AbortSignal, onProgress: () => void) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  for (;;) {
    const attempt = new AbortController()
    const abortAttempt = (): void => attempt.abort()
    if (signal?.aborted) abortAttempt()
    signal?.addEventListener('abort', abortAttempt)
    const progressWatch = watchProgress()
    try {
      const responsePromise = send(attempt.signal, progressWatch.onProgress).then((value) => ({ value }))
      const raceResult = await Promise.race([responsePromise, progressWatch.isRepeated])
      if (typeof raceResult === 'object') return raceResult.value
      abortAttempt()
      if (!raceResult) throw new CallStoppedError()
    } finally {
      progressWatch.end()
      signal?.removeEventListener('abort', abortAttempt)
    }
  }
}

const stallTimerResets = new Set<() => void>()

/**
 * Restarts the timers of all running requests, for example when a long save reports that rows were written.
 */
export function restartStallTimers(): void {
  for (const onProgress of stallTimerResets) onProgress()
}

function watchProgress() {
  let timer: ReturnType<typeof setTimeout> | undefined
  let removeStalledCall: (() => void) | undefined
  const stopStallTimer = (): void => {
    clearTimeout(timer)
    removeStalledCall?.()
  }
  let resolveRepeat: (shouldRetry: boolean) => void
  const isRepeated = new Promise<boolean>((resolve) => {
    resolveRepeat = resolve
  })
  const onProgress = (): void => {
    stopStallTimer()
    timer = setTimeout(() => {
      removeStalledCall = joinRetryDialog(resolveRepeat)
    }, STALLED_MS)
  }
  stallTimerResets.add(onProgress)
  onProgress()
  return {
    isRepeated,
    onProgress,
    end: () => {
      stallTimerResets.delete(onProgress)
      stopStallTimer()
    },
  }
}

const stalledCalls = new Set<(shouldRetry: boolean) => void>()
let retryDialogController = new AbortController()

function joinRetryDialog(resolveCall: (shouldRetry: boolean) => void): () => void {
  stalledCalls.add(resolveCall)
  if (stalledCalls.size === 1) {
    const { signal } = (retryDialogController = new AbortController())
    void confirmRetry?.(signal).then((shouldRetry) => {
      if (signal.aborted) return
      const callsToResolve = [...stalledCalls]
      stalledCalls.clear()
      for (const resolveStalledCall of callsToResolve) resolveStalledCall(shouldRetry)
    })
  }
  return () => {
    if (stalledCalls.delete(resolveCall) && stalledCalls.size === 0) retryDialogController.abort()
  }
}
