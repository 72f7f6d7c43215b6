import { ApiError } from '#lib/api/api.ts'
import { queryClient } from '#lib/api/query-client.ts'
import { createStore } from '#lib/store.ts'
import { useStore } from '#lib/use-store.ts'
import { toast } from '#ui/overlays/toast.tsx'
import type { GateCounts, GateList } from '@tahanan/contract/gate/answers.ts'

/**
 * Server's answer to a queued entry that the guard has not read yet: the entry was rejected, or contradicts
 * the server's data.
 */
interface Contradiction {
  key: string
  name: string
  message: string
}

export interface GateState {
  online: boolean
  /**
   * Time of the stored list of passes by the server's clock; null if no list is stored yet, or if the device
   * is not enrolled.
   */
  listAt: string | null
  /**
   * Milliseconds by which the device's clock is ahead of the server's; null if they differ by less than two
   * minutes.
   */
  clockErrorMs: number | null
  queued: number
  /** Reason why the server is reachable but rejects the queued entries; '' otherwise. */
  stopped: string
  isFull: boolean
  counts: GateCounts | null
  gate: GateList['gate']
  device: GateList['device']
  contradictions: readonly Contradiction[]
}

export const gateState = createStore<GateState>({
  online: navigator.onLine,
  listAt: null,
  clockErrorMs: null,
  queued: 0,
  stopped: '',
  isFull: false,
  counts: null,
  gate: null,
  device: null,
  contradictions: [],
})

export const useGateState = (): GateState => useStore(gateState)

export const updateGate = (changes: Partial<GateState>): void =>
  gateState.set({ ...gateState.get(), ...changes })

const GATE_PASSES_KEY = ['gate-passes']

export const refetchPasses = (): Promise<void> => queryClient.invalidateQueries({ queryKey: GATE_PASSES_KEY })

const ANSWER_TIMEOUT_MS = 3000

/**
 * Calls the server, and records in the state whether it is reachable. Rejects with status 0 if no answer
 * comes in time, or if the answer is not from the portal (for example the login page of a public Wi-Fi).
 */
export async function callServer<T extends object>(
  call: (signal: AbortSignal) => Promise<T>,
  timeoutMs = ANSWER_TIMEOUT_MS,
): Promise<T> {
  try {
    const callResult = await call(AbortSignal.timeout(timeoutMs))
    if (typeof callResult !== 'object') throw new TypeError('not an answer of the portal')
    setOnline(true)
    return callResult
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

/** Mutations that record an entry of the open verdict. */
export const GATE_ENTRY_MUTATION_KEY = ['gate-entry']

/**
 * Options of mutations at the gate. A failure is a short message: the usual dialog would lead to the login,
 * which ends the work of a guard whose connection is slow.
 */
export const GATE_MUTATION_OPTIONS = {
  meta: { handles: 'all' },
  onError: (failure: unknown): void => {
    if (failure instanceof ApiError && failure.status !== 401) toast.error(failure.message)
  },
} as const

export const isUnanswered = (failure: unknown): boolean => failure instanceof ApiError && failure.isUnanswered
