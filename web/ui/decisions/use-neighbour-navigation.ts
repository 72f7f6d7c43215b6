import { useRef } from 'react'
import { disableShortcutsWhile } from '#lib/keys/disable-shortcuts.tsx'
import type { WalkDirection } from './neighbours.ts'
import type { RecordNeighbours } from './use-neighbours.ts'

interface NeighbourNavigationOptions {
  id: number
  neighbours: RecordNeighbours
  forgetDraft: () => void
  close: () => void
  onOpen: (id: number) => void
}

export function useNeighbourNavigation({
  id,
  neighbours,
  forgetDraft,
  close,
  onOpen,
}: NeighbourNavigationOptions) {
  const actionAfterSave = useRef(close)
  const openRecord = (next: number | undefined): void => {
    if (next === undefined) return close()
    forgetDraft()
    onOpen(next)
  }
  const openNeighbour = async (direction: WalkDirection): Promise<void> =>
    openRecord(await disableShortcutsWhile(neighbours.find(id, direction)))
  return {
    follow: () => actionAfterSave.current(),
    hasNext: neighbours.has(id, 1),
    toList: (save: () => Promise<void>): Promise<void> => {
      actionAfterSave.current = close
      return save()
    },
    /**
     * Saves the record and opens the next one. The next one is found before saving, because the saved record
     * may leave the list.
     */
    saveAndOpenNext: async (save: () => Promise<void>): Promise<void> => {
      const nextNeighbour = await disableShortcutsWhile(neighbours.find(id, 1))
      actionAfterSave.current = () => openRecord(nextNeighbour)
      return save()
    },
    beside: {
      hasPrevious: neighbours.has(id, -1),
      hasNext: neighbours.has(id, 1),
      onPrevious: () => void openNeighbour(-1),
      onNext: () => void openNeighbour(1),
    },
  }
}
