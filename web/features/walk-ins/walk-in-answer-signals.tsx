import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { playSignal, WALK_IN_SIGNALS } from '#features/gate/verdict/verdict-signals.ts'
import { useLiveEvent } from '#lib/live/live.ts'
import { toast } from '#ui/overlays/toast.tsx'
import { WALK_IN_LABELS, type WalkInState } from '@tahanan/contract/gate/labels-and-codes.ts'
import { liveChannels } from '@tahanan/contract/live-channels.ts'
import { refetchWalkIns, walkInsQuery } from './calls.ts'

/** Mounted on every tab of the gate page. */
export function WalkInAnswerSignals() {
  const { data } = useQuery(walkInsQuery)
  const knownStates = useRef(new Map<number, WalkInState>())
  useLiveEvent(liveChannels.gate, () => void refetchWalkIns())
  useEffect(() => {
    for (const { id, state, name } of data ?? []) {
      const previousState = knownStates.current.get(id)
      knownStates.current.set(id, state)
      const signal = WALK_IN_SIGNALS[state]
      // Only a change from `asked` is signalled. An answer by phone was recorded by the guard.
      if (previousState !== 'asked' || !signal) continue
      playSignal(signal)
      toast.info(`${name}: ${WALK_IN_LABELS[state]}`)
    }
    const endTimes = (data ?? []).filter(({ state }) => state === 'asked').map(({ endsAt }) => endsAt)
    if (endTimes.length === 0) return undefined
    // Refetches after the deadline, because from then on the response contains the unit's telephone numbers.
    const timer = setTimeout(
      () => void refetchWalkIns(),
      Math.max(500, Math.min(...endTimes) - Date.now() + 200),
    )
    return () => clearTimeout(timer)
  }, [data])
  return null
}
