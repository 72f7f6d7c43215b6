import { useRef } from 'react'

/** `done`: ignores clicks until the control disappears. Otherwise it may run again. */
export type Outcome = 'open' | 'done'

/** Ignores calls while one is running, so that a double tap files or pays nothing twice (rules 13.15). */
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
