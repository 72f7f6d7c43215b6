import { type DraftedFormOptions, useDraftedForm } from '#ui/forms/use-drafted-form.ts'
import type { FormState } from '#ui/forms/use-form.ts'
import type { Ticket } from '@tahanan/contract/tickets/answers.ts'
import type { TicketModule } from '@tahanan/contract/tickets/define-module.ts'

export interface TicketForm extends FormState {
  module: TicketModule
}

export function getFormName(module: TicketModule, ticket?: Pick<Ticket, 'id'>): string {
  return `${module.name} ${ticket?.id ?? 'new'}`
}

interface TicketFormOptions extends Omit<DraftedFormOptions, 'form' | 'record' | 'action' | 'name'> {
  module: TicketModule
  ticket?: Ticket
}

/** State of a ticket's form, saved as a draft until `forget` or `close`. */
export function useTicketForm({ module, ticket, ...rest }: TicketFormOptions): {
  form: TicketForm
  forget: () => void
  close: () => void
} {
  const { form, ...ends } = useDraftedForm({
    ...rest,
    // Prefilled values get their own draft key: the draft of an empty form would overwrite them.
    name: [getFormName(module, ticket), ...Object.values(rest.start ?? {})].join(' '),
    form: module,
    action: ticket ? 'update' : 'create',
    record: ticket,
  })
  return { form: { module, ...form }, ...ends }
}
