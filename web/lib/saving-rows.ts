import { createStore } from './store.ts'
import { useStore } from './use-store.ts'

export type RowName = `${string} ${number}`

export const toTicketRowName = (id: number): RowName => `ticket ${id}`

/** Rows whose change is being sent. They accept no other change until their lists were refetched. */
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

/** Runs a change of a row. Further calls for the row are ignored until the first one has ended. */
export async function saveRow(name: RowName, work: () => Promise<void>): Promise<void> {
  if (markSaving([name]).length === 0) return
  try {
    await work()
  } finally {
    unmarkSaving([name])
  }
}

/**
 * Returns a function that sends changes of rows one after another. After the last response the lists are
 * refetched once. The function resolves when the lists are refetched.
 */
export function createSaveQueue(refetch: () => Promise<unknown>) {
  let queue: Promise<unknown> = Promise.resolve()
  let waiting = 0
  let refetched: Promise<unknown> = Promise.resolve()
  // If another change was sent during a refetch, its result is outdated. All changes then wait for the
  // refetch after the last one.
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
