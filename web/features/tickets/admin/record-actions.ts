import type { TicketAction, TicketModule } from '@tahanan/contract/tickets/define-module.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Details } from '@tahanan/contract/forms/validate.ts'
import { openValues } from '../../../ui/forms/form-values.ts'
import { api, ApiError } from '../../../lib/api/api.ts'
import { useOneAtATime } from '../../../lib/use-one-at-a-time.ts'
import { confirm } from '../../../ui/overlays/dialogs.ts'
import { toast } from '../../../ui/overlays/toast.tsx'
import type { TicketForm } from '../form/use-ticket-form.ts'
import { can, type Ticket } from '../ticket.ts'
import { sentBeside } from './beside-fields.ts'

/** Returns the verb of a call for its button: `approved` is 'approve', `verified` 'verify'. */
export function verbOf({ path }: Pick<TicketAction, 'path'>): string {
  if (path.endsWith('ied')) return `${path.slice(0, -3)}y`
  return path.endsWith('ted') ? path.slice(0, -2) : path.replace(/d$/, '')
}

/**
 * Returns the step calls that fit a ticket now: a status step only while the ticket waits for it, and no verification before
 * the decision of whoever may decide.
 */
export function openActions(module: TicketModule, ticket: Ticket): TicketAction[] {
  const decides = ticket.status === 1 && ticket.can.some((ability) => /^status\.[2-6]$/.test(ability))
  return module.actions.filter((action) =>
    action.does === 'verify'
      ? !decides && can(ticket, 'verify')
      : ticket.status === 1 && can(ticket, `status.${action.status}`),
  )
}

interface ActionOptions {
  form: TicketForm
  ticket: Ticket
  isOpen: (key: string) => boolean
  onActing: (is: boolean) => void
  onActed: () => Promise<void>
}

/**
 * Runs such a call after an irreversible confirmation (rules 4.17). What was typed goes with it; the status that may be
 * chosen beside is the step's.
 */
export function useRecordAction({ form, ticket, isOpen, onActing, onActed }: ActionOptions): {
  run: (action: TicketAction) => Promise<void>
  busy: boolean
} {
  const { module } = form
  const client = useQueryClient()
  const { mutateAsync, isPending } = useMutation({
    mutationFn: ({ path, body }: { path: string; body: Details }) =>
      api.put<Ticket>(`/${module.path.one}/${path}/${ticket.id}`, { ...body, updated_at: form.version }),
    meta: { handles: [409, 'locked'] },
  })
  const run = useOneAtATime(async (action: TicketAction) => {
    const fields = form.uploads.busy || form.uploads.failed ? undefined : form.check(isOpen)
    if (!fields) return 'open'
    const verb = verbOf(action)
    const sure = await confirm({
      title: `Do you want to ${verb} this item?`,
      content: 'You cannot undo this.',
      okText: verb.charAt(0).toUpperCase() + verb.slice(1),
    })
    if (!sure) return 'open'
    const { status: _chosen, ...beside } = openValues(form.changed, isOpen)
    onActing(true)
    try {
      const body = { ...fields, ...sentBeside(beside) }
      const saved = await mutateAsync({ path: action.path, body })
      client.setQueryData<Ticket>(['ticket', ticket.id], (known) => known && { ...known, ...saved })
      toast.success(action.toast)
      await onActed()
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      // a field that is still closed cannot take the focus
      onActing(false)
      if (failure.status === 400) form.refuse(failure.errors)
      if (failure.outdated) form.markOutdated()
      // the shell tells other failures; the present state is fetched either way
      await client.invalidateQueries({ queryKey: ['ticket', ticket.id] })
    } finally {
      onActing(false)
    }
    void client.invalidateQueries({ queryKey: ['tickets'] })
    return 'open'
  })
  return { run, busy: isPending }
}
