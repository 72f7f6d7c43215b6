import { useEffect, useRef } from 'react'
import { disableShortcutsWhile } from '#lib/keys/disable-shortcuts.tsx'
import { useNonOverlappingCall } from '#lib/use-non-overlapping-call.ts'
import { showFailure } from '#ui/overlays/failures.ts'
import type { WalkDirection } from './neighbours.ts'
import type { RecordNeighbours } from './use-neighbours.ts'

interface NeighbourNavigationOptions {
  id: number
  neighbours: RecordNeighbours
  forgetDraft: () => void
  close: () => void
  onOpen: (id: number) => void
}

type LeaveSheet = (openNext: () => void) => void

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
  // False after the sheet was closed. A search for a neighbour that ends later must then not open a record.
  const isMounted = useRef(false)
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
    }
  }, [])
  // The record is found before `leaveSheet` is called, because `leaveSheet` asks about the input of that moment.
  const openNeighbour = useNonOverlappingCall(async (direction: WalkDirection, leaveSheet: LeaveSheet) => {
    try {
      const neighbour = await disableShortcutsWhile(neighbours.find(id, direction))
      if (isMounted.current) leaveSheet(() => openRecord(neighbour))
    } catch (failure) {
      if (isMounted.current) await showFailure(failure)
    }
  })
  return {
    follow: () => actionAfterSave.current(),
    hasNext: neighbours.has(id, 1),
    toList: (save: () => Promise<void>): Promise<void> => {
      actionAfterSave.current = close
      return save()
    },
    /**
     * Saves the record and opens the next one. The next one is found before saving, because the saved record
     * may leave the list. If it cannot be found, the sheet closes after saving.
     */
    saveAndOpenNext: async (save: () => Promise<void>): Promise<void> => {
      const nextNeighbour = await disableShortcutsWhile(neighbours.find(id, 1)).catch(() => undefined)
      if (!isMounted.current) return
      actionAfterSave.current = () => openRecord(nextNeighbour)
      return save()
    },
    beside: {
      hasPrevious: neighbours.has(id, -1),
      hasNext: neighbours.has(id, 1),
      onPrevious: (leaveSheet: LeaveSheet) => openNeighbour(-1, leaveSheet),
      onNext: (leaveSheet: LeaveSheet) => openNeighbour(1, leaveSheet),
    },
  }
}
