/** Confirmation of the session: calls that wait for it share one dialog, which the office's shell renders (rules 1.18). */

let asked: { readonly answer: Promise<boolean>; readonly settle: (confirmed: boolean) => void } | undefined
const watchers = new Set<() => void>()

function change(next: typeof asked): void {
  asked = next
  for (const watcher of watchers) watcher()
}

export function watchConfirmation(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

export function isConfirmationAsked(): boolean {
  return asked !== undefined
}

/** Asks, and resolves to whether the session was confirmed. False at once where no shell draws the dialog. */
export function askConfirmation(): Promise<boolean> {
  if (watchers.size === 0) return Promise.resolve(false)
  if (!asked) {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    change({ answer: promise, settle: resolve })
  }
  return asked?.answer ?? Promise.resolve(false)
}

/** Ends the dialog: the session was confirmed, or the person gave up. */
export function settleConfirmation(confirmed: boolean): void {
  const { settle } = asked ?? {}
  change(undefined)
  settle?.(confirmed)
}
