import { useMutation } from '@tanstack/react-query'
import { api } from '#lib/api/api.ts'
import { queryClient } from '#lib/api/query-client.ts'
import { toast } from '#ui/overlays/toast.tsx'
import { headersQuery } from './calls.ts'

/**
 * Returns a function that moves a header. The list changes immediately, then the new order is saved
 * (rules 9.19).
 */
export function useReorder(): (id: number, to: number) => void {
  const { queryKey } = headersQuery('')
  const { mutate } = useMutation({
    // Calls with the same scope run one after another, so that the last order is the stored one.
    scope: { id: 'policy-header-sequence' },
    mutationFn: (sequence: { id: number; sequenceNumber: number }[]) =>
      api.put<unknown>('/policy-header-sequence', { sequence }),
    onSuccess: () => toast.success('Header edited successfully.'),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['records', 'policies'] }),
  })
  return (id, to) => {
    const cachedList = queryClient.getQueryData(queryKey)
    if (!cachedList) return
    const reorderedRows = moveRow(cachedList.data, id, to)
    if (reorderedRows.every((row, index) => row.id === cachedList.data[index]?.id)) return
    void queryClient.cancelQueries({ queryKey })
    queryClient.setQueryData(queryKey, { ...cachedList, data: reorderedRows })
    mutate(reorderedRows.map(({ id: header, sequenceNumber }) => ({ id: header, sequenceNumber })))
  }
}

/** Moves a row, and renumbers all rows from 1. Does nothing if the position is outside the list. */
export function moveRow<Row extends { id: number; sequenceNumber: number }>(
  rows: readonly Row[],
  id: number,
  to: number,
): Row[] {
  const sourceIndex = rows.findIndex((row) => row.id === id)
  const row = rows[sourceIndex]
  if (!row || to < 0 || to >= rows.length) return [...rows]
  return rows
    .toSpliced(sourceIndex, 1)
    .toSpliced(to, 0, row)
    .map((listedRow, index) => ({ ...listedRow, sequenceNumber: index + 1 }))
}
