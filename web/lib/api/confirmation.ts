import { createStore } from '../store.ts'

/** Confirmation of the session: calls that wait for it share one dialog, which the office's shell renders (rules 1.18). */
interface Confirmation {
  readonly answer: Promise<boolean>
  readonly settle: (confirmed: boolean) => void
}

/** The confirmation that calls wait for now. */
export const askedConfirmation = createStore<Confirmation | undefined>(undefined)

/** Asks, and resolves to whether the session was confirmed. False at once where no shell draws the dialog. */
export function askConfirmation(): Promise<boolean> {
  if (!askedConfirmation.isWatched()) return Promise.resolve(false)
  const asked = askedConfirmation.get()
  if (asked) return asked.answer
  let settle = (_: boolean): void => {}
  const answer = new Promise<boolean>((resolve) => {
    settle = resolve
  })
  askedConfirmation.set({ answer, settle })
  return answer
}

/** Ends the dialog: the session was confirmed, or the person gave up. */
export function settleConfirmation(confirmed: boolean): void {
  const asked = askedConfirmation.get()
  askedConfirmation.set(undefined)
  asked?.settle(confirmed)
}
