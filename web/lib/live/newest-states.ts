import type { LiveRow } from './live-list.ts'

/**
 * Returns a check whether an event is news: not older than an earlier event of its row, also after a
 * deletion. Server processes may send events of a row out of order.
 */
export function createNewestStates(): (row: Pick<LiveRow, 'id' | 'updated_at'>) => boolean {
  const newest = new Map<number, number>()
  return ({ id, updated_at }) => {
    const at = Date.parse(updated_at)
    if (at < (newest.get(id) ?? 0)) return false
    newest.set(id, at)
    return true
  }
}
