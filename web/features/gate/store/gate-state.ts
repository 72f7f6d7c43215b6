import { ApiError } from '#lib/api/api.ts'
import { queryClient } from '#lib/api/query-client.ts'
import { createStore } from '#lib/store.ts'
import { useStore } from '#lib/use-store.ts'
import type { GateCounts, GateList } from '@tahanan/contract/gate/answers.ts'

/** A late answer to an entry, which contradicts the server's data or was rejected. */
interface Contradiction {
  key: string
  name: string
  message: string
}

export interface GateState {
  online: boolean
  /** Server time of the stored list; null before the first one and on devices that are not enrolled. */
  listAt: string | null
  /** Milliseconds by which the device's clock is ahead, if it differs by more than two minutes; else null. */
  clockOff: number | null
  queued: number
  /** Reason why the server rejects the queued entries although it is reachable; '' otherwise. */
  stopped: string
  /** The device could not save its list or an entry. */
  isFull: boolean
  counts: GateCounts | null
  gate: GateList['gate']
  device: GateList['device']
  contradictions: readonly Contradiction[]
}

export const gateState = createStore<GateState>({
  online: navigator.onLine,
  listAt: null,
  clockOff: null,
  queued: 0,
  stopped: '',
  isFull: false,
  counts: null,
  gate: null,
  device: null,
  contradictions: [],
})

export const useGate = (): GateState => useStore(gateState)

export const updateGate = (changes: Partial<GateState>): void =>
  gateState.set({ ...gateState.get(), ...changes })

const PASSES = ['gate-passes']

export const refetchPasses = (): Promise<void> => queryClient.invalidateQueries({ queryKey: PASSES })

/** Time without an answer after which the server counts as unreachable. */
const ANSWER_MS = 3000

/**
 * Calls the server and records whether it is reachable. Rejects with status 0 if no answer comes in time, or
 * if another server answers, such as the login page of a Wi-Fi.
 */
export async function callServer<T extends object>(
  call: (signal: AbortSignal) => Promise<T>,
  within = ANSWER_MS,
): Promise<T> {
  try {
    const answer = await call(AbortSignal.timeout(within))
    if (typeof answer !== 'object') throw new TypeError('not an answer of the portal')
    setOnline(true)
    return answer
  } catch (failure) {
    const isAnswered = failure instanceof ApiError && !failure.isUnanswered && failure.code !== 'internal'
    setOnline(isAnswered)
    throw isAnswered ? failure : new ApiError(0, 'We could not reach the server. Check your connection.')
  }
}

export function setOnline(online: boolean): void {
  if (gateState.get().online === online) return
  updateGate({ online, ...(online && { stopped: '' }) })
  void refetchPasses()
}

export const isUnanswered = (failure: unknown): boolean => failure instanceof ApiError && failure.isUnanswered
