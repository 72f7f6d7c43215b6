interface DelayedCall {
  run: () => void
  drop: (() => void) | undefined
}

const delayedCalls = new Set<DelayedCall>()

/**
 * Calls `run` after `ms` milliseconds, or earlier if the URL is changed. If the URL gets another search
 * before that, calls `drop` instead. Returns a function that cancels the call.
 */
export function runAfterPause(run: () => void, ms: number, drop?: () => void): () => void {
  const delayedCall: DelayedCall = { run, drop }
  delayedCalls.add(delayedCall)
  const timer = setTimeout(() => endDelayedCall(delayedCall, run), ms)
  return () => {
    clearTimeout(timer)
    delayedCalls.delete(delayedCall)
  }
}

function endDelayedCall(delayedCall: DelayedCall, finalCall: () => void): void {
  if (delayedCalls.delete(delayedCall)) finalCall()
}

export function runDelayedCalls(): void {
  for (const delayedCall of delayedCalls) endDelayedCall(delayedCall, delayedCall.run)
}

export function dropDelayedSearches(): void {
  for (const delayedCall of delayedCalls) if (delayedCall.drop) endDelayedCall(delayedCall, delayedCall.drop)
}
