import {
  forWriter,
  isWritable,
  requiredMessage,
  type Field as Kind,
  type Writer,
} from '@tahanan/contract/tickets/fields.ts'
import { useId } from 'react'
import { instantOf, wallOf } from '../../lib/time.ts'
import { DateTimeField } from '../../ui/date-time-field.tsx'
import { Field, FieldMessage } from '../../ui/field.tsx'
import { Input, NativeSelect, TextArea } from '../../ui/input.tsx'
import { filesOf } from '../ticket.ts'
import { titleOf } from '../values.ts'
import type { Ticket } from '../ticket.ts'
import { AmenityControl } from './amenity-control.tsx'
import { ChoiceControl } from './choice-control.tsx'
import { FilesControl } from './files-control.tsx'
import type { FormRow } from './form-values.ts'
import { ListControl } from './list-control.tsx'
import { TakenTimes } from './taken-times.tsx'
import type { TicketForm } from './use-ticket-form.ts'

interface TicketFieldsProps {
  form: TicketForm
  ticket?: Ticket
  /** Whether a field is open now, as the server said (`can`). */
  isOpen?: (field: Kind) => boolean
}

/** All fields that this writer fills in, in the order of the module. */
export function TicketFields({ form, ticket, isOpen = () => true }: TicketFieldsProps) {
  const { module, writer, action, values } = form
  const shown = Object.entries(module.fields).filter(
    ([key, field]) => isWritable(field, writer, action) && Object.hasOwn(values, key),
  )
  // taken times belong right under the last of the times that are chosen
  const lastTime = shown.findLast(([, field]) => field.kind === 'dateTime')?.[0]
  return shown.map(([key, field]) => (
    <FieldOf key={key} name={key} field={field} form={form} ticket={ticket} disabled={!isOpen(field)}>
      {module.holds !== undefined && key === lastTime && isOpen(field) && (
        <TakenTimes module={module} values={values} ticket={ticket} />
      )}
    </FieldOf>
  ))
}

/** Long texts take the whole row; a resident's panel is narrow, so that only times, numbers and the like stand in pairs. */
function isWide(field: Extract<Kind, { kind: 'text' }>, writer: Writer): boolean {
  return field.multiline || (writer === 'resident' && field.input === 'text')
}

interface FieldOfProps {
  name: string
  field: Kind
  form: TicketForm
  ticket?: Ticket
  disabled: boolean
  children?: React.ReactNode
}

function FieldOf(props: FieldOfProps) {
  return (
    <>
      <ControlOf {...props} />
      {props.children}
    </>
  )
}

function ControlOf({ name, field, form, ticket, disabled }: FieldOfProps) {
  const { writer, action, errors } = form
  const id = useId()
  const value = form.values[name]
  const error = errors[name]
  const required = requiredMessage(field, writer, action) !== undefined
  const help = forWriter(field.hint, writer)
  const change = (next: unknown): void => form.set(name, next)
  const frame = { label: field.label, required, error, help }
  const written = typeof value === 'string' ? value : ''

  switch (field.kind) {
    case 'text':
      return (
        <Field {...frame} className={isWide(field, writer) ? 'w' : ''}>
          {field.multiline ? (
            <TextArea
              value={written}
              disabled={disabled}
              maxLength={field.max}
              onChange={(event) => change(event.target.value)}
            />
          ) : (
            <Input
              // the specification asks for an e-mail without a rule for its form, so the browser must not have one either
              type={field.input === 'tel' ? 'tel' : 'text'}
              inputMode={field.input === 'email' ? 'email' : undefined}
              autoCapitalize={field.input === 'email' ? 'none' : undefined}
              value={written}
              disabled={disabled}
              maxLength={field.max}
              onChange={(event) => change(event.target.value)}
            />
          )}
        </Field>
      )
    case 'choice':
      return field.look === 'select' ? (
        <Field {...frame}>
          <NativeSelect
            value={value === undefined ? '' : String(value as string | number)}
            disabled={disabled}
            onChange={(event) =>
              change(field.options.find((option) => String(option.value) === event.target.value)?.value)
            }
          >
            <option value="">Choose one</option>
            {field.options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </NativeSelect>
        </Field>
      ) : (
        <ChoiceControl {...frame} field={field} value={value} disabled={disabled} onChange={change} />
      )
    case 'dateTime':
      return (
        <Field {...frame}>
          <DateTimeField
            value={written === '' ? undefined : written}
            withTime={field.precision === 'minute'}
            noPast={field.pastRefused}
            hours={field.hours}
            lastMinute={field.lastMinute}
            disabled={disabled}
            onChange={change}
          />
        </Field>
      )
    case 'date':
      return (
        <Field {...frame}>
          <DateTimeField
            value={written === '' ? undefined : instantOf(written)}
            withTime={false}
            disabled={disabled}
            onChange={(instant) => change(wallOf(instant)?.slice(0, 10))}
          />
        </Field>
      )
    case 'money':
      return (
        <Field {...frame}>
          <Input
            className="figure"
            inputMode="decimal"
            value={written}
            disabled={disabled}
            onChange={(event) => change(event.target.value.replaceAll(',', ''))}
          />
        </Field>
      )
    case 'wholeNumber':
      return (
        <Field {...frame}>
          <Input
            className="figure"
            inputMode="numeric"
            value={written}
            disabled={disabled}
            onChange={(event) => change(event.target.value)}
          />
        </Field>
      )
    case 'reference':
      return (
        <Field {...frame} className="w">
          <AmenityControl
            value={value}
            disabled={disabled}
            written={ticket && titleOf(ticket[field.to])}
            onChange={change}
          />
        </Field>
      )
    case 'files':
      return (
        <div className="field w">
          <span className="label" id={id}>
            {field.label}
            {required && <i aria-hidden>*</i>}
          </span>
          <FilesControl
            field={field}
            labelId={id}
            describedBy={`${id}-help`}
            invalid={error !== undefined}
            initial={filesOf(value)}
            disabled={disabled}
            onChange={change}
            onState={(state) => form.onUploads(name, state)}
          />
          <FieldMessage id={`${id}-help`} error={error} help={disabled ? undefined : help} />
        </div>
      )
    case 'list':
      return (
        <ListControl
          field={field}
          name={name}
          rows={(value ?? []) as FormRow[]}
          errors={errors}
          writer={writer}
          action={action}
          disabled={disabled}
          onChange={change}
        />
      )
  }
}
