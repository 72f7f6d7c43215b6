import { UserRound } from 'lucide-react'
import { useRef } from 'react'
import { useAdmin } from '#lib/api/me.ts'
import { keyProps } from '#lib/keys/shortcuts.ts'
import { Button } from '#ui/controls/button.tsx'
import { useLayerKey } from '#ui/layers/use-layer-key.ts'
import type { Ticket } from '@tahanan/contract/tickets/answers.ts'
import type { TicketModule } from '@tahanan/contract/tickets/define-module.ts'
import { DueClock } from '../due/due-clock.tsx'
import type { TicketForm } from '../form/use-ticket-form.ts'
import { assign, mayAssign } from './assign.ts'

interface AssigneeRowProps {
  module: TicketModule
  ticket: Ticket
  form: TicketForm
  onActed: () => Promise<void>
}

/** Assignee and due time of an open ticket (rules 4.29). Assigning waits until unsaved input is submitted. */
export function AssigneeRow({ module, ticket, form, onActed }: AssigneeRowProps) {
  const { roles } = useAdmin()
  const button = useRef<HTMLButtonElement>(null)
  useLayerKey('m', button, () => button.current?.click())
  const take = async (): Promise<void> => {
    if (await assign(module, ticket)) await onActed()
  }
  const isChanged = Object.keys(form.changed).length > 0
  return (
    <div className="assignee row">
      <UserRound />
      <span>
        <span className="visually-hidden">Assigned to </span>
        {ticket.assignee?.name ?? 'Nobody has this yet'}
      </span>
      {mayAssign(module, roles) && (
        <Button
          ref={button}
          kind="quiet"
          disabled={isChanged || form.isLocked}
          {...keyProps(isChanged ? 'Please submit your changes first' : 'Assign', 'm')}
          onClick={() => void take()}
        >
          Assign
        </Button>
      )}
      <DueClock ticket={ticket} long />
    </div>
  )
}
