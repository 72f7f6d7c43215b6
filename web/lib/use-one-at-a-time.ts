import { useRef } from 'react'

/** `done`: the control goes away, and ignores presses until then. `open`, or nothing: the action may run again. */
export type Outcome = 'open' | 'done'

/**
 * Runs a button's or a form's action one at a time: a press while the last one is at work does nothing, not even one that came
 * before the page could show it, as the second tap on a slow phone. So nothing is filed or paid twice (rules 13.15).
 */
export function useOneAtATime<Given extends readonly unknown[]>(
  run: (...given: Given) => Promise<Outcome | void>,
): (...given: Given) => Promise<void> {
  const isAtWork = useRef(false)
  return async (...given) => {
    if (isAtWork.current) return
    isAtWork.current = true
    let outcome: Outcome | void = undefined
    try {
      outcome = await run(...given)
    } finally {
      isAtWork.current = outcome === 'done'
    }
  }
}
