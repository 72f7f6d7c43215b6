import type { Ticket } from '@tahanan/contract/tickets/answers.ts'
import type { TicketAction, TicketModule } from '@tahanan/contract/tickets/define-module.ts'
import { openValues } from '../../../ui/forms/form-values.ts'
import { useStep } from '../../../ui/forms/use-step.ts'
import type { TicketForm } from '../form/use-ticket-form.ts'
import { can } from '../ticket.ts'
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

/** Runs such a call. The status that may be chosen beside what was typed is the step's. */
export function useRecordAction({ form, ticket, isOpen, onActing, onActed }: ActionOptions): {
  run: (action: TicketAction) => Promise<void>
  busy: boolean
} {
  const { run, busy } = useStep({
    form,
    record: ['ticket', ticket.id],
    lists: ['tickets'],
    body: () => {
      const fields = form.uploads.busy || form.uploads.failed ? undefined : form.check(isOpen)
      const { status: _chosen, ...beside } = openValues(form.changed, isOpen)
      return fields && { ...fields, ...sentBeside(beside) }
    },
    onActing,
    onActed,
  })
  return {
    run: (action) =>
      run({
        path: `/${form.module.path.one}/${action.path}/${ticket.id}`,
        verb: verbOf(action),
        done: action.toast,
      }),
    busy,
  }
}
