import { BadgeCheck } from 'lucide-react'
import { Button } from '#ui/controls/button.tsx'
import { StatusFields } from '#ui/forms/controls/status-fields.tsx'
import { openValues } from '#ui/forms/form-values.ts'
import { useStep } from '#ui/forms/use-step.ts'
import { capitalize } from '@tahanan/contract/capitalize.ts'
import { LIMITS } from '@tahanan/contract/limits.ts'
import { STATUSES } from '@tahanan/contract/statuses.ts'
import type { Ticket } from '@tahanan/contract/tickets/answers.ts'
import type { TicketModule } from '@tahanan/contract/tickets/define-module.ts'
import type { TicketForm } from '../form/use-ticket-form.ts'
import { can } from '../ticket.ts'
import { officeFieldsBody, chosenStatus } from './office-fields.ts'
import { missingForAction, openActions, verbOf } from './record-actions.ts'
import { statusNote } from './status-note.ts'

interface StatusPanelProps {
  module: TicketModule
  ticket: Ticket
  form: TicketForm
  isOpen: (key: string) => boolean
  onActing: (is: boolean) => void
  onActed: () => Promise<void>
}

/** Status, remarks and steps; next to the fields on a desktop, above them on a phone. */
export function StatusPanel({ module, ticket, form, isOpen, onActing, onActed }: StatusPanelProps) {
  const { run, busy } = useStep({
    form,
    record: ['ticket', ticket.id],
    lists: ['tickets'],
    body: () => {
      const fields = form.uploads.busy || form.uploads.failed ? undefined : form.check(isOpen)
      // The step determines the status, whatever is chosen in the form.
      const { status: _chosen, ...otherChanges } = openValues(form.changed, isOpen)
      return fields && { ...fields, ...officeFieldsBody(otherChanges) }
    },
    onActing,
    onActed,
  })
  const status = chosenStatus(form.values)
  const choices = STATUSES.map(({ status }) => status).filter((status) => can(ticket, `status.${status}`))
  const actions = openActions(module, ticket)
  const verifier = ticket.verifier?.name
  return (
    <div className="state">
      <StatusFields
        form={form}
        status={status}
        choices={choices}
        note={statusNote(ticket, status)}
        remarks={{ maxLength: LIMITS.longText, isOpen: isOpen('remarks') }}
      />
      {(actions.length > 0 || verifier) && (
        <div className="acts">
          {actions.map((action) => (
            <Button
              key={action.path}
              busy={busy}
              onClick={() =>
                void run({
                  path: `/${module.path.one}/${action.path}/${ticket.id}`,
                  verb: verbOf(action),
                  done: action.toast,
                  name: ticket.ticketNumber,
                  missing: (sent) => missingForAction(module, action, { ...ticket, ...sent }),
                })
              }
            >
              {capitalize(verbOf(action))}
            </Button>
          ))}
          {verifier && (
            <p className="done row">
              <BadgeCheck />
              Verified by {verifier}
            </p>
          )}
        </div>
      )}
    </div>
  )
}
