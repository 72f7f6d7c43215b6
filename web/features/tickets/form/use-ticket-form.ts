import type { TicketModule } from '@tahanan/contract/tickets/define-module.ts'
import { type FormOptions, type FormState, useForm } from '../../../ui/forms/use-form.ts'
import type { Ticket } from '../ticket.ts'

export interface TicketForm extends FormState {
  module: TicketModule
}

interface TicketFormOptions extends Omit<FormOptions, 'form' | 'record'> {
  module: TicketModule
  ticket?: Ticket
}

/** The state of a ticket's form. */
export function useTicketForm({ module, ticket, ...rest }: TicketFormOptions): TicketForm {
  return { module, ...useForm({ ...rest, form: module, record: ticket }) }
}
