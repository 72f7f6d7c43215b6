import { Check, X } from 'lucide-react'
import type { RowAction } from '#ui/overlays/row-menu.tsx'
import { capitalize } from '@tahanan/contract/capitalize.ts'
import type { Ticket } from '@tahanan/contract/tickets/answers.ts'
import type { TicketModule } from '@tahanan/contract/tickets/define-module.ts'
import { applyStep } from './apply-step.ts'
import { getOfficeStep, getRejectStep } from './record-actions.ts'

/**
 * Returns the row actions for the next step and for Reject. If `isClosed` is true, both are hidden: another
 * administrator has just decided the ticket, and a click meant for the old step must not apply the next one.
 */
export function getStepActions(
  module: TicketModule | undefined,
  ticket: Ticket,
  onSent: () => void,
  isClosed = false,
): [next: RowAction, reject: RowAction] {
  const nextStep = isClosed ? undefined : module && getOfficeStep(module, ticket)
  const rejection = isClosed ? undefined : module && getRejectStep(module, ticket)
  return [
    {
      label: capitalize(nextStep?.verb ?? 'approve'),
      icon: Check,
      shortcut: 'a',
      isStep: true,
      isUnavailable: !nextStep,
      onSelect: () => {
        if (module && nextStep) void applyStep(module, ticket, nextStep, onSent)
      },
    },
    {
      label: 'Reject',
      icon: X,
      shortcut: 'r',
      isUnavailable: !rejection,
      onSelect: () => {
        if (module && rejection) void applyStep(module, ticket, rejection, onSent)
      },
    },
  ]
}
