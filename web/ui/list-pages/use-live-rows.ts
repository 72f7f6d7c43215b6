import { queryClient } from '#lib/api/query-client.ts'
import { useLiveEvent } from '#lib/live/live.ts'
import { useLiveMarks } from '#ui/lists/live-rows.tsx'
import { RECORD_STATUS } from '@tahanan/contract/statuses.ts'

/**
 * Refetches the open list when a live event arrives. Returns marks such as 'Just updated' for changed rows,
 * by row id.
 */
export function useLiveRows(
  listPath: string,
  rows: readonly { id: number }[] | undefined,
): ReadonlyMap<number, string> {
  const { marks, mark } = useLiveMarks()
  useLiveEvent<{ id?: number; status?: number } | undefined>(listPath, (changedRow) => {
    void queryClient.invalidateQueries({ queryKey: ['records', listPath] })
    // Refetches open records too, so that their forms merge the newer version.
    void queryClient.invalidateQueries({ queryKey: ['record'] })
    if (changedRow?.id === undefined || changedRow.status === RECORD_STATUS.deleted) return
    mark(changedRow.id, rows?.some(({ id }) => id === changedRow.id) ? 'Just updated' : 'Just added')
  })
  return marks
}
