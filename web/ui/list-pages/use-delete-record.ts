import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api/api.ts'
import { confirmDelete } from '../overlays/dialogs.ts'
import { toast } from '../overlays/toast.tsx'

interface Deletable {
  one: string
  many: string
  /** 'Amenity', of 'Amenity deleted successfully.' */
  toast: string
}

/** Asks, naming what is deleted (`loss` says what goes with it), deletes, and says so. A refusal is told by the shell, in the server's words. */
export function useDeleteRecord(): (
  kind: Deletable,
  id: number,
  name: string,
  loss?: string,
) => Promise<void> {
  const client = useQueryClient()
  const { mutateAsync } = useMutation({
    mutationFn: ({ one, id }: { one: string; id: number }) => api.delete<unknown>(`/${one}/${id}`),
  })
  return async (kind, id, name, loss) => {
    if (!(await confirmDelete({ name, loss }))) return
    const refresh = (): void => void client.invalidateQueries({ queryKey: ['records', kind.many] })
    try {
      await mutateAsync({ one: kind.one, id })
    } catch {
      refresh()
      return
    }
    toast.success(`${kind.toast} deleted successfully.`)
    client.removeQueries({ queryKey: ['record', kind.one, id] })
    refresh()
  }
}
