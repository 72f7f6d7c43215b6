import type { TicketAction, TicketModule } from '@tahanan/contract/tickets/define-module.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { confirm } from '../../ui/dialogs.ts'
import { toast } from '../../ui/toast.tsx'
import { can, type Ticket } from '../ticket.ts'

/** What a call is called on a button: `approved` is 'approve', `verified` 'verify'. */
export function verbOf({ path }: Pick<TicketAction, 'path'>): string {
  if (path.endsWith('ied')) return `${path.slice(0, -3)}y`
  return path.endsWith('ted') ? path.slice(0, -2) : path.replace(/d$/, '')
}

/** The calls that make sense for a ticket now. A change of status belongs to one that still waits for it. */
export function openActions(module: TicketModule, ticket: Ticket): TicketAction[] {
  return module.actions.filter((action) =>
    action.does === 'verify'
      ? can(ticket, 'verify')
      : ticket.status === 1 && can(ticket, `status.${action.status}`),
  )
}

/** Runs such a call after an irreversible confirmation (specification 2 §4). */
export function useRecordAction(module: TicketModule): {
  run: (action: TicketAction, ticket: Ticket) => Promise<void>
  busy: boolean
} {
  const client = useQueryClient()
  const { mutateAsync, isPending } = useMutation({
    mutationFn: ({ path, id }: { path: string; id: number }) =>
      api.put<Ticket>(`/${module.path.one}/${path}/${id}`, {}),
  })
  const run = async (action: TicketAction, ticket: Ticket): Promise<void> => {
    const verb = verbOf(action)
    const sure = await confirm({
      title: `Do you want to ${verb} this item?`,
      content: 'You cannot undo this.',
      okText: verb.charAt(0).toUpperCase() + verb.slice(1),
    })
    if (!sure) return
    try {
      const saved = await mutateAsync({ path: action.path, id: ticket.id })
      client.setQueryData<Ticket>(['ticket', ticket.id], (known) => known && { ...known, ...saved })
      toast.success(action.toast)
    } catch {
      // told by the shell; what is true now is fetched either way
    }
    void client.invalidateQueries({ queryKey: ['ticket', ticket.id] })
    void client.invalidateQueries({ queryKey: ['tickets'] })
  }
  return { run, busy: isPending }
}
