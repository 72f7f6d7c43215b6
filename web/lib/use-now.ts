import { useCallback, useSyncExternalStore } from 'react'

/**
 * Returns the time of `getTime` in milliseconds since 1970, rounded down to a multiple of `stepMs`. Rerenders
 * at each step.
 */
export function useNow(stepMs: number, getTime: () => number = Date.now): number {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const timer = setInterval(onChange, stepMs)
      return () => clearInterval(timer)
    },
    [stepMs],
  )
  const getRoundedNow = () => Math.floor(getTime() / stepMs) * stepMs
  return useSyncExternalStore(subscribe, getRoundedNow, getRoundedNow)
}
