import type { Ticket } from '@tahanan/contract/tickets/answers.ts'
import type { TicketModule } from '@tahanan/contract/tickets/define-module.ts'
import { useState } from 'react'
import { readDraft } from '../../../ui/forms/drafts.ts'
import { type FormOptions, type FormState, useForm } from '../../../ui/forms/use-form.ts'
import { useKeptDraft } from '../../../ui/forms/use-kept-draft.ts'

export interface TicketForm extends FormState {
  module: TicketModule
}

/** The name of a form in the drafts. */
export function formName(module: TicketModule, ticket?: Pick<Ticket, 'id'>): string {
  return `${module.name} ${ticket?.id ?? 'new'}`
}

interface TicketFormOptions extends Omit<FormOptions, 'form' | 'record' | 'action' | 'draft'> {
  module: TicketModule
  /** None: a new one. */
  ticket?: Ticket
  /** Owner of the drafts: an email or a client code. */
  account: string
}

/** The state of a ticket's form, kept as a draft until `forget` is called. */
export function useTicketForm({ module, ticket, account, ...rest }: TicketFormOptions): {
  form: TicketForm
  forget: () => void
} {
  const name = formName(module, ticket)
  const [draft] = useState(() => readDraft(account, name))
  const form = useForm({
    ...rest,
    form: module,
    action: ticket ? 'update' : 'create',
    record: ticket,
    draft,
  })
  return { form: { module, ...form }, forget: useKeptDraft(account, name, form, form.dirty) }
}
