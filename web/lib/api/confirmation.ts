import { createStore } from '../store.ts'

type Settle = (confirmed: boolean) => void

/** Calls that wait for a confirmation of the session; they share one dialog, which the office's shell renders (rules 1.18). */
export const askedConfirmation = createStore<readonly Settle[]>([])

/** Asks, and resolves to whether the session was confirmed. False at once where no shell draws the dialog. */
export function askConfirmation(): Promise<boolean> {
  if (!askedConfirmation.isWatched()) return Promise.resolve(false)
  return new Promise((settle) => askedConfirmation.set([...askedConfirmation.get(), settle]))
}

/** Ends the dialog: the session was confirmed, or the person gave up. */
export function settleConfirmation(confirmed: boolean): void {
  const asked = askedConfirmation.get()
  askedConfirmation.set([])
  for (const settle of asked) settle(confirmed)
}
