import { createStore } from '../store.ts'

type ResolveConfirmation = (isConfirmed: boolean) => void

/** Requests that wait for the answer to the same confirmation dialog (rules 1.18). */
export const pendingConfirmations = createStore<readonly ResolveConfirmation[]>([])

/** Asks the user to confirm a request. Resolves to false if the current page has no confirmation dialog. */
export function requestConfirmation(): Promise<boolean> {
  if (!pendingConfirmations.isWatched()) return Promise.resolve(false)
  return new Promise((resolve) => pendingConfirmations.set([...pendingConfirmations.get(), resolve]))
}

export function resolveConfirmation(isConfirmed: boolean): void {
  const confirmations = pendingConfirmations.get()
  pendingConfirmations.set([])
  for (const resolveRequest of confirmations) resolveRequest(isConfirmed)
}
