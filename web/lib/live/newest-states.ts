import type { LiveRow } from './live-list.ts'

/**
 * Returns a check whether an event is news. A state older than one that was heard before is not, also after a deletion:
 * several server processes may tell of a row in the wrong order.
 */
export function createNewestStates(): (row: Pick<LiveRow, 'id' | 'updated_at'>) => boolean {
  const heard = new Map<number, number>()
  return ({ id, updated_at }) => {
    const at = Date.parse(updated_at)
    if (at < (heard.get(id) ?? 0)) return false
    heard.set(id, at)
    return true
  }
}
