import { useCallback, useSyncExternalStore } from 'react'

/**
 * Returns the time in milliseconds since 1970, rounded down to a multiple of `stepMs`. Rerenders at each
 * step.
 */
export function useNow(stepMs: number): number {
  const subscribe = useCallback(
    (changed: () => void) => {
      const timer = setInterval(changed, stepMs)
      return () => clearInterval(timer)
    },
    [stepMs],
  )
  const now = () => Math.floor(Date.now() / stepMs) * stepMs
  return useSyncExternalStore(subscribe, now, now)
}
