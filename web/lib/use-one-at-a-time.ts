import { useRef } from 'react'

/**
 * Result of a run. After `done`, clicks are ignored until the control disappears. After other results, it may
 * run again.
 */
export type Outcome = 'open' | 'done'

/**
 * Returns a function that ignores calls while an earlier call is running, so that a double tap does not file
 * or pay twice (rules 13.15).
 */
export function useOneAtATime<Given extends readonly unknown[]>(
  run: (...given: Given) => Promise<Outcome | void>,
): (...given: Given) => Promise<void> {
  const isRunning = useRef(false)
  return async (...given) => {
    if (isRunning.current) return
    isRunning.current = true
    let outcome: Outcome | void = undefined
    try {
      outcome = await run(...given)
    } finally {
      isRunning.current = outcome === 'done'
    }
  }
}
