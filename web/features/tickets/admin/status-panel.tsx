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
import {
  missingForAction,
  mayUndo,
  nextStep,
  rejectStep,
  statusWords,
  verbOf,
  verifyAction,
} from './record-actions.ts'
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
  const verify = verifyAction(module, ticket)
  const steps = [nextStep(module, ticket), rejectStep(module, ticket)].filter((step) => step !== undefined)
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
      {(steps.length > 0 || verify || verifier) && (
        <div className="acts">
          {steps.map((step) => (
            <Button
              key={step.path + step.status}
              busy={busy}
              onClick={() =>
                void run({
                  ...step,
                  done: step.toast ?? statusWords(ticket, step.status),
                  name: step.toast ? ticket.ticketNumber : undefined,
                  undoable: mayUndo(ticket),
                  missing: (sent) => missingForAction(module, step, { ...ticket, ...sent }),
                })
              }
            >
              {capitalize(step.verb)}
            </Button>
          ))}
          {verify && (
            <Button
              busy={busy}
              onClick={() =>
                void run({
                  path: `/${module.path.one}/${verify.path}/${ticket.id}`,
                  verb: verbOf(verify),
                  done: verify.toast,
                  name: ticket.ticketNumber,
                })
              }
            >
              {capitalize(verbOf(verify))}
            </Button>
          )}
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
