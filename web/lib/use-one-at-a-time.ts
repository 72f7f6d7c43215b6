import { useRef } from 'react'

/** `done`: the control ignores clicks until it disappears; otherwise it may run again. */
export type Outcome = 'open' | 'done'

/** Returns a function that runs an action once at a time: a double tap files or pays nothing twice (rules 13.15). */
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
