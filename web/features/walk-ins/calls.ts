import { useQuery } from '@tanstack/react-query'
import { api } from '#lib/api/api.ts'
import { queryClient } from '#lib/api/query-client.ts'
import { createRandomUuid } from '#lib/create-random-name.ts'
import { useNow } from '#lib/use-now.ts'
import type { GateUnit, WalkIn } from '@tahanan/contract/gate/answers.ts'

/**
 * Visitor without a pass, with the question to the resident. `endsAt` is the deadline for the answer, in
 * milliseconds since 1970 by this device's clock.
 */
export interface TimedWalkIn extends WalkIn {
  endsAt: number
}

export const addDeadline = (walkIn: WalkIn): TimedWalkIn => ({
  ...walkIn,
  endsAt: Date.now() + walkIn.secondsLeft * 1000,
})

/** Returns the seconds left for the resident's answer. 0 means that the guard must call the unit. */
export function useSecondsLeft({ state, endsAt, secondsLeft }: TimedWalkIn): number {
  const now = useNow(1000)
  const remainingSeconds = Math.min(secondsLeft, Math.ceil((endsAt - now) / 1000))
  return state === 'asked' ? Math.max(0, remainingSeconds) : 0
}

/**
 * Creates the keys of the walk-ins that a form sends. A retry with the same content has the same key, so that
 * the server registers it once. Corrected content gets another key (rules 14.12).
 */
export function createWalkInKeys() {
  const keyByContent = new Map<string, string>()
  return {
    getKey: (content: object): string => {
      const contentText = JSON.stringify(content)
      const key = keyByContent.get(contentText) ?? createRandomUuid()
      keyByContent.set(contentText, key)
      return key
    },
    deleteKey: (content: object): void => void keyByContent.delete(JSON.stringify(content)),
  }
}

export const walkInsQuery = {
  queryKey: ['walk-ins'],
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<TimedWalkIn[]> =>
    (await api.get<{ data: WalkIn[] }>('/walk-ins', {}, signal)).data.map(addDeadline),
}

export const refetchWalkIns = (): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: walkInsQuery.queryKey })

export const isWaiting = ({ state }: Pick<WalkIn, 'state'>): boolean => state === 'asked' || state === 'call'

export const useWaitingWalkInCount = (enabled: boolean): number =>
  useQuery({ ...walkInsQuery, enabled }).data?.filter(isWaiting).length ?? 0

export const sendWalkInAnswer = ({ id, answer }: { id: number; answer: 'allow' | 'deny' }): Promise<WalkIn> =>
  api.put<WalkIn>(`/walk-in/${id}/answer`, { answer }, { quiet: true, watched: true })

export const listUnits = async (search: string, signal: AbortSignal): Promise<GateUnit[]> =>
  (await api.get<{ data: GateUnit[] }>('/gate-units', { search }, signal)).data
