import { useCallback, useSyncExternalStore } from 'react'

/**
 * Returns the time in milliseconds since 1970, rounded down to a multiple of `stepMs`. Rerenders at each
 * step.
 */
export function useNow(stepMs: number): number {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const timer = setInterval(onChange, stepMs)
      return () => clearInterval(timer)
    },
    [stepMs],
  )
  const getRoundedNow = () => Math.floor(Date.now() / stepMs) * stepMs
  return useSyncExternalStore(subscribe, getRoundedNow, getRoundedNow)
}
