import { useNow } from '#lib/use-now.ts'
import type { TimedWalkIn } from './calls.ts'

/** Returns the whole seconds until the gate calls the unit; rerenders each second. */
export function useSecondsLeft({ state, endsAt, secondsLeft }: TimedWalkIn): number {
  const now = useNow(1000)
  const left = Math.min(secondsLeft, Math.ceil((endsAt - now) / 1000))
  return state === 'asked' ? Math.max(0, left) : 0
}
