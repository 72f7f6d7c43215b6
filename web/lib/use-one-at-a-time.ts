import { useRef } from 'react'

/**
 * `done`: the control disappears and ignores presses until then. `open` or undefined: the action may run
 * again.
 */
export type Outcome = 'open' | 'done'

/**
 * Runs an action once at a time. Presses while it runs are ignored, even before the page has rendered its
 * state, so that a double tap files or pays nothing twice (rules 13.15).
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
