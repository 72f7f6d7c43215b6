import { createStore } from '../store.ts'

type Settle = (confirmed: boolean) => void

/** Calls that wait for the same dialog (rules 1.18). */
export const pendingConfirmations = createStore<readonly Settle[]>([])

/** Resolves to false in a shell without the dialog. */
export function requestConfirmation(): Promise<boolean> {
  if (!pendingConfirmations.isWatched()) return Promise.resolve(false)
  return new Promise((settle) => pendingConfirmations.set([...pendingConfirmations.get(), settle]))
}

export function resolveConfirmation(confirmed: boolean): void {
  const waiting = pendingConfirmations.get()
  pendingConfirmations.set([])
  for (const settle of waiting) settle(confirmed)
}
