import { UserRound } from 'lucide-react'
import { useRef } from 'react'
import { keyProps } from '#lib/keys/shortcuts.ts'
import { Button } from '#ui/controls/button.tsx'
import { useStep } from '#ui/decisions/use-step.ts'
import { useLayerKey } from '#ui/layers/use-layer-key.ts'
import type { Ticket } from '@tahanan/contract/tickets/answers.ts'
import type { TicketModule } from '@tahanan/contract/tickets/define-module.ts'
import { DueClock } from '../due/due-clock.tsx'
import type { TicketForm } from '../form/use-ticket-form.ts'
import { askAssignee, assignPath, mayAssign, toastAssigned } from './assign.ts'

interface AssigneeRowProps {
  module: TicketModule
  ticket: Ticket
  form: TicketForm
  onActing: (is: boolean) => void
  onActed: () => Promise<void>
}

/** Assignee and due time of an open ticket (rules 4.29). Unsaved input is submitted before it is assigned. */
export function AssigneeRow({ module, ticket, form, onActing, onActed }: AssigneeRowProps) {
  const { run, busy } = useStep({
    form,
    record: ['ticket', ticket.id],
    lists: ['tickets'],
    body: () => ({}),
    onActing,
    onActed,
  })
  const isChanged = Object.keys(form.changed).length > 0
  const take = (): void =>
    void run({
      path: assignPath(module, ticket),
      verb: 'assign',
      ask: () => askAssignee(module, ticket),
      onDone: (saved) => toastAssigned({ ...ticket, ...saved }),
    })
  const button = useRef<HTMLButtonElement>(null)
  useLayerKey('m', button, () => button.current?.click())
  return (
    <div className="assignee row">
      <UserRound />
      <span>{ticket.assignee?.name ?? 'Nobody has this yet'}</span>
      {mayAssign(ticket) && (
        <Button
          ref={button}
          kind="quiet"
          busy={busy}
          disabled={isChanged}
          {...keyProps(isChanged ? 'Please submit your changes first' : 'Assign', 'm')}
          onClick={take}
        >
          Assign
        </Button>
      )}
      <DueClock ticket={ticket} long />
    </div>
  )
}
