import type { TicketModule } from '@tahanan/contract/tickets/define-module.ts'
import type { Writer } from '@tahanan/contract/forms/fields.ts'
import type { Ticket } from '@tahanan/contract/tickets/answers.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api/api.ts'
import { confirmDelete } from '../../ui/overlays/dialogs.ts'
import { toast } from '../../ui/overlays/toast.tsx'

/** Asks, deletes, and says so. Resolves to whether the ticket is gone. */
export function useDeleteTicket(writer: Writer): (module: TicketModule, ticket: Ticket) => Promise<boolean> {
  const client = useQueryClient()
  const { mutateAsync } = useMutation({
    mutationFn: ({ module, id }: { module: TicketModule; id: number }) =>
      api.delete<unknown>(`/${module.path.one}/${id}`),
  })
  return async (module, ticket) => {
    if (!(await confirmDelete({ name: ticket.ticketNumber }))) return false
    try {
      await mutateAsync({ module, id: ticket.id })
    } catch {
      // told by the shell; the row may have changed meanwhile, so it is looked at again
      void client.invalidateQueries({ queryKey: ['tickets'] })
      return false
    }
    toast.success(`${module.toast[writer]} deleted successfully.`)
    client.removeQueries({ queryKey: ['ticket', ticket.id] })
    void client.invalidateQueries({ queryKey: ['tickets'] })
    return true
  }
}
