import { useRef } from 'react'
import { holdKeysWhile } from '#lib/keys/held-keys.tsx'
import type { Way } from './neighbours.ts'
import type { Neighbours } from './use-neighbours.ts'

interface WalkOptions {
  id: number
  neighbours: Neighbours
  forget: () => void
  close: () => void
  onOpen: (id: number) => void
}

export function useRecordWalk({ id, neighbours, forget, close, onOpen }: WalkOptions) {
  const afterSave = useRef(close)
  const open = (next: number | undefined): void => {
    if (next === undefined) return close()
    forget()
    onOpen(next)
  }
  const go = async (way: Way): Promise<void> => open(await holdKeysWhile(neighbours.find(id, way)))
  return {
    follow: () => afterSave.current(),
    hasNext: neighbours.has(id, 1),
    toList: (save: () => Promise<void>): Promise<void> => {
      afterSave.current = close
      return save()
    },
    /**
     * Saves the record and opens the next one. The next one is found before saving, because the saved record
     * may leave the list.
     */
    toNext: async (save: () => Promise<void>): Promise<void> => {
      const next = await holdKeysWhile(neighbours.find(id, 1))
      afterSave.current = () => open(next)
      return save()
    },
    beside: {
      hasPrevious: neighbours.has(id, -1),
      hasNext: neighbours.has(id, 1),
      onPrevious: () => void go(-1),
      onNext: () => void go(1),
    },
  }
}
