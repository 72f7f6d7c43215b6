interface DelayedCall {
  run: () => void
  drop: (() => void) | undefined
}

const delayedCalls = new Set<DelayedCall>()

/**
 * Calls `run` after a pause, or earlier if the URL is changed. If the URL gets another search meanwhile,
 * calls `drop` instead. Returns a function that cancels both.
 */
export function runAfterPause(run: () => void, ms: number, drop?: () => void): () => void {
  const one: DelayedCall = { run, drop }
  delayedCalls.add(one)
  const timer = setTimeout(() => endDelayedCall(one, run), ms)
  return () => {
    clearTimeout(timer)
    delayedCalls.delete(one)
  }
}

function endDelayedCall(one: DelayedCall, last: () => void): void {
  if (delayedCalls.delete(one)) last()
}

export function runDelayedCalls(): void {
  for (const one of delayedCalls) endDelayedCall(one, one.run)
}

export function dropDelayedSearches(): void {
  for (const one of delayedCalls) if (one.drop) endDelayedCall(one, one.drop)
}
