import { Field as Labelled } from '#ui/controls/field.tsx'
import { Input } from '#ui/controls/input.tsx'
import { FormFields } from '#ui/forms/form-fields.tsx'
import { isWritable } from '@tahanan/contract/forms/fields.ts'
import type { Ticket } from '@tahanan/contract/tickets/answers.ts'
import { formatValue } from '../values.ts'
import { TakenTimes } from './taken-times.tsx'
import type { TicketForm } from './use-ticket-form.ts'

interface TicketFieldsProps {
  form: TicketForm
  ticket?: Ticket
  isOpen?: (key: string) => boolean
}

export function TicketFields({ form, ticket, isOpen = () => true }: TicketFieldsProps) {
  const { module, values, writer, action } = form
  const lastTime = Object.entries(module.fields).findLast(
    ([key, field]) => field.kind === 'dateTime' && Object.hasOwn(values, key),
  )?.[0]
  const amounts = Object.entries(module.fields).filter(
    ([, field]) => field.kind === 'money' && !isWritable(field, writer, action),
  )
  return (
    <>
      <FormFields
        form={form}
        record={ticket}
        isOpen={isOpen}
        renderAfter={(key) =>
          module.heldResource !== undefined &&
          key === lastTime &&
          isOpen(key) && <TakenTimes module={module} values={values} ticket={ticket} />
        }
      />
      {ticket &&
        amounts.map(([key, field]) => (
          <Labelled key={key} label={field.label} help="Set by the PMO.">
            <Input className="figure" value={formatValue(module, ticket, key) || 'No amount yet'} readOnly />
          </Labelled>
        ))}
    </>
  )
}
