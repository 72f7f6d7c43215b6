import { createStore } from './store.ts'
import { useStore } from './use-store.ts'

export type RowName = `${string} ${number}`

export const toTicketRowName = (id: number): RowName => `ticket ${id}`

/** Rows with a running change. They accept no other change until their lists contain the result. */
const saving = createStore<ReadonlySet<RowName>>(new Set())

export const isSaving = (name: RowName): boolean => saving.get().has(name)

export const useSavingRows = (): ReadonlySet<RowName> => useStore(saving)

export function markSaving(names: readonly RowName[]): RowName[] {
  const free = names.filter((name) => !isSaving(name))
  if (free.length > 0) saving.set(new Set([...saving.get(), ...free]))
  return free
}

export function unmarkSaving(names: Iterable<RowName>): void {
  const rest = new Set(saving.get())
  for (const name of names) rest.delete(name)
  saving.set(rest)
}

/** Ignores further clicks until the first change has ended. */
export async function saveRow(name: RowName, work: () => Promise<void>): Promise<void> {
  if (markSaving([name]).length === 0) return
  try {
    await work()
  } finally {
    unmarkSaving([name])
  }
}

/**
 * Sends changes of rows one after another, and refetches their lists after the last answer. The returned function
 * resolves when the lists are refetched.
 */
export function createSaveQueue(refetch: () => Promise<unknown>) {
  let queue: Promise<unknown> = Promise.resolve()
  let waiting = 0
  let refetched: Promise<unknown> = Promise.resolve()
  // A change that is sent during the refetch makes its result outdated, so the last change refetches for all.
  const settle = async (): Promise<void> => {
    if (waiting > 0) await queue
    const running = refetched
    await running
    if (running !== refetched || waiting > 0) await settle()
  }
  return async (work: () => Promise<void>): Promise<void> => {
    waiting += 1
    const own = queue.then(work).finally(() => {
      waiting -= 1
      if (waiting === 0) refetched = refetch()
    })
    queue = own.catch(() => undefined)
    try {
      await own
    } finally {
      await settle()
    }
  }
}
