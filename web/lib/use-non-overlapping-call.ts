import { useRef } from 'react'

/**
 * Result of a run. After `done`, clicks are ignored until the control disappears. After other results, it may
 * run again.
 */
export type RunOutcome = 'open' | 'done'

/**
 * Returns a function that ignores calls while an earlier call is running, so that a double tap does not file
 * or pay twice (rules 13.15).
 */
export function useNonOverlappingCall<Given extends readonly unknown[]>(
  run: (...args: Given) => Promise<RunOutcome | void>,
): (...args: Given) => Promise<void> {
  const isRunning = useRef(false)
  return async (...args) => {
    if (isRunning.current) return
    isRunning.current = true
    let outcome: RunOutcome | void = undefined
    try {
      outcome = await run(...args)
    } finally {
      isRunning.current = outcome === 'done'
    }
  }
}
