import { createStore } from './store.ts'
import { useStore } from './use-store.ts'

export type RowName = `${string} ${number}`

export const toTicketRowName = (id: number): RowName => `ticket ${id}`

/** Rows whose change is being saved. They accept no other change until their lists were refetched. */
const savingRows = createStore<ReadonlySet<RowName>>(new Set())

export const isRowSaving = (name: RowName): boolean => savingRows.get().has(name)

export const useSavingRows = (): ReadonlySet<RowName> => useStore(savingRows)

export function markAsSaving(names: readonly RowName[]): RowName[] {
  const freeNames = names.filter((name) => !isRowSaving(name))
  if (freeNames.length > 0) savingRows.set(new Set([...savingRows.get(), ...freeNames]))
  return freeNames
}

export function unmarkAsSaving(names: Iterable<RowName>): void {
  const remainingRows = new Set(savingRows.get())
  for (const name of names) remainingRows.delete(name)
  savingRows.set(remainingRows)
}

/** Runs a change of a row. Further calls for the row are ignored until this one has ended. */
export async function saveRow(name: RowName, saveChange: () => Promise<void>): Promise<void> {
  if (markAsSaving([name]).length === 0) return
  try {
    await saveChange()
  } finally {
    unmarkAsSaving([name])
  }
}

/**
 * Returns a function that sends changes of rows one after another, then refetches the lists once. The
 * function resolves after the refetch.
 */
export function createSaveQueue(refetch: () => Promise<unknown>) {
  let lastQueuedSave: Promise<unknown> = Promise.resolve()
  let pendingCount = 0
  let lastRefetch: Promise<unknown> = Promise.resolve()
  // A change that is sent during a refetch makes the result of the refetch outdated. All changes then wait
  // for the refetch after the last change.
  const waitForRefetch = async (): Promise<void> => {
    if (pendingCount > 0) await lastQueuedSave
    const currentRefetch = lastRefetch
    await currentRefetch
    if (currentRefetch !== lastRefetch || pendingCount > 0) await waitForRefetch()
  }
  return async (saveChange: () => Promise<void>): Promise<void> => {
    pendingCount += 1
    const ownChange = lastQueuedSave.then(saveChange).finally(() => {
      pendingCount -= 1
      if (pendingCount === 0) lastRefetch = refetch()
    })
    lastQueuedSave = ownChange.catch(() => undefined)
    try {
      await ownChange
    } finally {
      await waitForRefetch()
    }
  }
}
