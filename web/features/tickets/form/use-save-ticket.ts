import { queryClient } from '#lib/api/query-client.ts'
import { toText } from '#lib/record-values.ts'
import type { Questions } from '#ui/forms/send-asking.ts'
import { type Save, type SaveOptions, useSave } from '#ui/forms/use-save.ts'
import { inform } from '#ui/overlays/dialogs.ts'
import { isStatus, statusInfo } from '@tahanan/contract/statuses.ts'
import type { Ticket } from '@tahanan/contract/tickets/answers.ts'
import type { TicketForm } from './use-ticket-form.ts'

interface SaveTicketOptions extends Pick<SaveOptions, 'isOpen' | 'otherBody' | 'undoOf' | 'onSaved'> {
  form: TicketForm
  ticket?: Ticket
}

/** Dialog in which the office may override the booking rules of an amenity (rules 25.4). */
export const RULES_QUESTION: Questions = {
  againstRules: {
    field: 'confirmedRules',
    title: 'This is against the booking rules',
    okText: 'Save anyway',
    cancelText: 'Keep editing',
  },
}

/** Sends a ticket's form. If the time was booked meanwhile, the form remains open (rules 5.10). */
export function useSaveTicket({ form, ticket, ...rest }: SaveTicketOptions): Save {
  const { module, writer, action } = form
  const shown = ticket && ['ticket', ticket.id]
  return useSave({
    ...rest,
    form,
    path: `/${module.path.one}`,
    id: ticket?.id,
    noun: module.toast[writer],
    // A new status is named: 'GP-2026-000058 approved'.
    nameOf: ({ ticketNumber, status }) =>
      ticket && isStatus(status) && status !== ticket.status
        ? `${toText(ticketNumber)} ${statusInfo(status).past}`
        : toText(ticketNumber),
    shown,
    stale: shown ? [['tickets'], shown] : [['tickets']],
    thing: module.noun.one,
    // New tickets of all modules use the title of incident reports (rules 6.8).
    failedFiles: `Unable to submit ${action === 'create' ? 'incident report' : module.path.many}`,
    questions: writer === 'admin' ? RULES_QUESTION : {},
    onRefused: async (failure) => {
      const isAgainstRules = failure.code === 'againstRules' && writer === 'resident'
      if (failure.code !== 'alreadyReserved' && !isAgainstRules) return false
      // The booked times in the form lack the conflicting one.
      void queryClient.invalidateQueries({ queryKey: ['slots'] })
      await inform('info', 'Unable to reserved', failure.message)
      return true
    },
  })
}
