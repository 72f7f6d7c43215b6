import type { Field } from '@tahanan/contract/tickets/fields.ts'
import { FormFields } from '../../forms/form-fields.tsx'
import type { Ticket } from '../ticket.ts'
import { TakenTimes } from './taken-times.tsx'
import type { TicketForm } from './use-ticket-form.ts'

interface TicketFieldsProps {
  form: TicketForm
  ticket?: Ticket
  /** Whether a field is open now, as the server said (`can`). */
  isOpen?: (field: Field) => boolean
}

/** All fields of a ticket that this writer fills in, with the taken times of what it holds. */
export function TicketFields({ form, ticket, isOpen = () => true }: TicketFieldsProps) {
  const { module, values } = form
  // taken times belong right under the last of the times that are chosen
  const lastTime = Object.entries(module.fields).findLast(
    ([key, field]) => field.kind === 'dateTime' && Object.hasOwn(values, key),
  )?.[0]
  return (
    <FormFields
      form={form}
      record={ticket}
      isOpen={isOpen}
      renderAfter={(key, field) =>
        module.holds !== undefined &&
        key === lastTime &&
        isOpen(field) && <TakenTimes module={module} values={values} ticket={ticket} />
      }
    />
  )
}
