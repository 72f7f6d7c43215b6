interface Waiting {
  run: () => void
  drop: (() => void) | undefined
}

const waiting = new Set<Waiting>()

/**
 * Calls `run` after a pause, or earlier if the URL is changed. If the URL gets another search meanwhile,
 * calls `drop` instead. Returns a function that cancels both.
 */
export function runAfterPause(run: () => void, ms: number, drop?: () => void): () => void {
  const one: Waiting = { run, drop }
  waiting.add(one)
  const timer = setTimeout(() => end(one, run), ms)
  return () => {
    clearTimeout(timer)
    waiting.delete(one)
  }
}

function end(one: Waiting, last: () => void): void {
  if (waiting.delete(one)) last()
}

export function finishPauses(): void {
  for (const one of waiting) end(one, one.run)
}

export function dropDelayedSearches(): void {
  for (const one of waiting) if (one.drop) end(one, one.drop)
}
