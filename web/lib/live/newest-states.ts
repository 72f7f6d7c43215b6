import type { LiveRow } from './live-list.ts'

/** Returns a check whether an event is newer than earlier ones of its row: they may be reordered. */
export function createNewestStates(): (row: Pick<LiveRow, 'id' | 'updated_at'>) => boolean {
  const newest = new Map<number, number>()
  return ({ id, updated_at }) => {
    const at = Date.parse(updated_at)
    if (at < (newest.get(id) ?? 0)) return false
    newest.set(id, at)
    return true
  }
}
