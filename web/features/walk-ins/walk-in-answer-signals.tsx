import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { playSignal, WALK_IN_SIGNALS } from '#features/gate/verdict/verdict-signals.ts'
import { useLiveEvent } from '#lib/live/live.ts'
import { toast } from '#ui/overlays/toast.tsx'
import { WALK_IN_LABELS, type WalkInState } from '@tahanan/contract/gate/labels-and-codes.ts'
import { liveChannels } from '@tahanan/contract/live-channels.ts'
import { refetchWalkIns, walkInsQuery } from './calls.ts'

/**
 * Plays a sound and shows a toast when a resident answers a question about a visitor. Must be mounted on
 * every tab of the gate page.
 */
export function WalkInAnswerSignals() {
  const { data } = useQuery(walkInsQuery)
  const knownStates = useRef(new Map<number, WalkInState>())
  useLiveEvent(liveChannels.gate, () => void refetchWalkIns())
  useEffect(() => {
    for (const { id, state, name } of data ?? []) {
      const previousState = knownStates.current.get(id)
      knownStates.current.set(id, state)
      const signal = WALK_IN_SIGNALS[state]
      // Signals only answers that arrive while the question is open (`asked`). The guard does not need a
      // signal for an answer by phone, because the guard has recorded it.
      if (previousState !== 'asked' || !signal) continue
      playSignal(signal)
      toast.info(`${name}: ${WALK_IN_LABELS[state]}`)
    }
    const endTimes = (data ?? []).filter(({ state }) => state === 'asked').map(({ endsAt }) => endsAt)
    if (endTimes.length === 0) return undefined
    // Refetches after the deadline for the answer, because the response then contains the unit's telephone
    // numbers.
    const timer = setTimeout(
      () => void refetchWalkIns(),
      Math.max(500, Math.min(...endTimes) - Date.now() + 200),
    )
    return () => clearTimeout(timer)
  }, [data])
  return null
}
