import { useRef } from 'react'

/**
 * Result of a call. After `done`, further calls are ignored, because the clicked control will disappear.
 * After any other result, the function may be called again.
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
