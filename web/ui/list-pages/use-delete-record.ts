import { type QueryKey, useMutation } from '@tanstack/react-query'
import { deleteRecord } from '#lib/api/delete-record.ts'
import { queryClient } from '#lib/api/query-client.ts'
import type { RowName } from '#lib/saving-rows.ts'
import { confirmDelete, type DeleteConfirmation } from '#ui/overlays/dialogs.ts'
import { toast } from '#ui/overlays/toast.tsx'
import { deselectRows } from './selection.ts'

interface Deletion {
  path: string
  question: DeleteConfirmation
  /** Name of the record in the toast: 'Amenity' in 'Amenity deleted successfully.' */
  toast: string
  /** Queries to refetch, also after an error, because somebody else may have changed the row. */
  staleQueries: readonly QueryKey[]
  record?: QueryKey
  /** Name of the row, such as 'payment 7', by which it is deselected. Default: derived from `path`. */
  row?: RowName
}

/**
 * Returns a function that asks for confirmation and deletes a record. It resolves to true if the record was
 * deleted.
 */
export function useDeleteRecord(): (deletion: Deletion) => Promise<boolean> {
  const { mutateAsync } = useMutation({ mutationFn: (path: string) => deleteRecord(path) })
  return async ({ path, question, toast: recordNoun, staleQueries, record, row }) => {
    if (!(await confirmDelete(question))) return false
    try {
      await mutateAsync(path)
      toast.success(`${recordNoun} deleted successfully.`, question.name)
      deselectRows([row ?? (path.slice(1).replace('/', ' ') as RowName)], true)
      if (record) queryClient.removeQueries({ queryKey: record })
      return true
    } catch {
      return false
    } finally {
      for (const queryKey of staleQueries) void queryClient.invalidateQueries({ queryKey })
    }
  }
}
