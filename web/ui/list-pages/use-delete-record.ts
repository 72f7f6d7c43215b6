import { type QueryKey, useMutation } from '@tanstack/react-query'
import { api } from '#lib/api/api.ts'
import { queryClient } from '#lib/api/query-client.ts'
import { confirmDelete, type DeleteQuestion } from '#ui/overlays/dialogs.ts'
import { toast } from '#ui/overlays/toast.tsx'

interface Deletion {
  /** '/amenity/7' */
  path: string
  question: DeleteQuestion
  /** 'Amenity', of 'Amenity deleted successfully.' */
  toast: string
  /** Lists that are fetched again, after a refusal too: the row may have changed meanwhile. */
  stale: readonly QueryKey[]
  /** The record itself, which is forgotten. */
  record?: QueryKey
}

/** Asks, deletes, and says so. Resolves to whether the record is gone. A refusal is told by the shell, in the server's words. */
export function useDeleteRecord(): (deletion: Deletion) => Promise<boolean> {
  const { mutateAsync } = useMutation({ mutationFn: (path: string) => api.delete<unknown>(path) })
  return async ({ path, question, toast: thing, stale, record }) => {
    if (!(await confirmDelete(question))) return false
    try {
      await mutateAsync(path)
      toast.success(`${thing} deleted successfully.`, question.name)
      if (record) queryClient.removeQueries({ queryKey: record })
      return true
    } catch {
      return false
    } finally {
      for (const queryKey of stale) void queryClient.invalidateQueries({ queryKey })
    }
  }
}
