import { queryClient } from '#lib/api/query-client.ts'
import { toText } from '#lib/record-values.ts'
import type { ErrorConfirmations } from '#ui/forms/send-with-confirmations.ts'
import { type FormWithDraftOptions, useFormWithDraft } from '#ui/forms/use-form-with-draft.ts'
import type { FormState } from '#ui/forms/use-form.ts'
import { type SaveState, type SaveOptions, useSave } from '#ui/forms/use-save.ts'
import { isStatus, getStatusInfo } from '@tahanan/contract/statuses.ts'
import type { Ticket } from '@tahanan/contract/tickets/answers.ts'
import type { TicketModule } from '@tahanan/contract/tickets/define-module.ts'
import { getFailedFilesTitle } from '../ticket.ts'

export interface TicketForm extends FormState {
  module: TicketModule
}

export function getFormName(module: TicketModule, ticket?: Pick<Ticket, 'id'>): string {
  return `${module.name} ${ticket?.id ?? 'new'}`
}

interface TicketFormOptions extends Omit<FormWithDraftOptions, 'form' | 'record' | 'action' | 'name'> {
  module: TicketModule
  ticket?: Ticket
}

/**
 * Returns the form of a ticket. Its unsaved input is stored as a draft until `forgetDraft` or `close` is called.
 */
export function useTicketForm({ module, ticket, ...rest }: TicketFormOptions): {
  form: TicketForm
  forgetDraft: () => void
  close: () => void
} {
  const { form, ...ends } = useFormWithDraft({
    ...rest,
    // The draft's name contains the prefilled values (`start`). Otherwise the draft of a form without them
    // would overwrite them.
    name: [getFormName(module, ticket), ...Object.values(rest.start ?? {})].join(' '),
    form: module,
    action: ticket ? 'update' : 'create',
    record: ticket,
  })
  return { form: { module, ...form }, ...ends }
}

interface SaveTicketOptions extends Pick<SaveOptions, 'isOpen' | 'otherBody' | 'getUndo' | 'onSaved'> {
  form: TicketForm
  ticket?: Ticket
}

/**
 * Confirmation for a booking that violates the amenity's booking rules. Only administrators are asked,
 * because only they may override the rules (rules 25.4).
 */
export const RULES_QUESTION: ErrorConfirmations = {
  againstRules: {
    field: 'confirmedRules',
    title: 'This is against the booking rules',
    okText: 'Save anyway',
    cancelText: 'Keep editing',
  },
}

/**
 * Returns a function that saves a ticket. If somebody else has booked the same time meanwhile, the form stays
 * open (rules 5.10).
 */
export function useSaveTicket({ form, ticket, ...rest }: SaveTicketOptions): SaveState {
  const { module, writer, action } = form
  const ticketQueryKey = ticket && ['ticket', ticket.id]
  return useSave({
    ...rest,
    form,
    path: `/${module.path.one}`,
    id: ticket?.id,
    noun: module.toast[writer],
    // Returns the ticket number for the toast. If the status changed, it is added: 'GP-2026-000058 approved'.
    getName: ({ ticketNumber, status }) =>
      ticket && isStatus(status) && status !== ticket.status
        ? `${toText(ticketNumber)} ${getStatusInfo(status).pastParticiple}`
        : toText(ticketNumber),
    isDrafted: true,
    openRecordKey: ticketQueryKey,
    staleQueries: ticketQueryKey ? [['tickets'], ticketQueryKey] : [['tickets']],
    sentenceNoun: module.noun.one,
    failedFiles: getFailedFilesTitle(module, action),
    questions: writer === 'admin' ? RULES_QUESTION : {},
    onRefused: ({ status }) => {
      // Refetches the booked times in the form, because they do not contain the conflicting booking yet.
      if (status === 409) void queryClient.invalidateQueries({ queryKey: ['slots'] })
      return false
    },
  })
}
