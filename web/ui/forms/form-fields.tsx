import {
  forWriter,
  isWritable,
  requiredMessage,
  type Field as Kind,
  type Writer,
} from '@tahanan/contract/forms/fields.ts'
import { Fragment, type ReactNode, useId } from 'react'
import { instantOf, wallOf } from '../../lib/time.ts'
import { DateTimeField } from '../controls/date-time-field.tsx'
import { Field, FieldMessage } from '../controls/field.tsx'
import { Input, NativeSelect, TextArea } from '../controls/input.tsx'
import { Segments } from '../controls/segments.tsx'
import { Switch } from '../controls/switch.tsx'
import { AmenityChoice } from './controls/amenity-choice.tsx'
import { AmenityControl } from './controls/amenity-control.tsx'
import { FilesControl } from './controls/files-control.tsx'
import type { FormRow } from './form-values.ts'
import { ListControl } from './controls/list-control.tsx'
import { filesOf, titleOf } from '../../lib/record-values.ts'
import { RichTextControl } from './controls/rich-text-control.tsx'
import type { UploadState } from '../uploads/uploads.ts'
import type { FormState } from './use-form.ts'

interface FormFieldsProps {
  form: FormState
  /** The record, on an update; titles of its references are read from it. */
  record?: Readonly<Record<string, unknown>>
  /** Whether the field of a key is open now, as the server said (`can`). */
  isOpen?: (key: string) => boolean
  /** The fields stand by themselves in their two columns: none is left with a gap beside it. */
  balanced?: boolean
  /** Renders something right under a field. */
  renderAfter?: (key: string, field: Kind) => ReactNode
}

/** All fields that this writer fills in, in the order of the form. The page imports `form.css`. */
export function FormFields({ form, record, isOpen = () => true, balanced, renderAfter }: FormFieldsProps) {
  const { fields, writer, action, values } = form
  const shown = Object.entries(fields).filter(
    ([key, field]) => isWritable(field, writer, action) && Object.hasOwn(values, key),
  )
  const wide = new Set(
    balanced
      ? leftOver(
          shown.map(([, field]) => field),
          writer,
        )
      : [],
  )
  return shown.map(([key, field]) => (
    <Fragment key={`${key} ${form.rounds[key] ?? 0}`}>
      <ControlOf
        name={key}
        field={field}
        form={form}
        record={record}
        disabled={form.isHeld || !isOpen(key)}
        wide={wide.has(field)}
      />
      {renderAfter?.(key, field)}
    </Fragment>
  ))
}

/** Text fields that take a whole row, so that the narrow fields after them stand in pairs. */
function leftOver(fields: readonly Kind[], writer: Writer): Kind[] {
  const found: Kind[] = []
  let run: Kind[] = []
  const close = (): void => {
    const text = run.length % 2 === 1 ? run.find(({ kind }) => kind === 'text') : undefined
    if (text) found.push(text)
    run = []
  }
  for (const field of fields) {
    if (isNarrow(field, writer)) run.push(field)
    else close()
  }
  close()
  return found
}

/** Whether a field shares its row. */
function isNarrow(field: Kind, writer: Writer): boolean {
  switch (field.kind) {
    case 'text':
      return !isWide(field, writer)
    case 'choice':
      return field.look === 'select'
    case 'dateTime':
    case 'date':
    case 'money':
    case 'wholeNumber':
      return true
    default:
      return false
  }
}

/** Long texts take the whole row; a resident's panel is narrow, so that only times, numbers and the like stand in pairs. */
function isWide(field: Extract<Kind, { kind: 'text' }>, writer: Writer): boolean {
  return field.multiline || (writer === 'resident' && field.input === 'text')
}

interface ControlOfProps {
  name: string
  field: Kind
  form: FormState
  record?: Readonly<Record<string, unknown>>
  disabled: boolean
  /** Takes the whole row, whatever its kind. */
  wide: boolean
}

function ControlOf({ name, field, form, record, disabled, wide }: ControlOfProps) {
  const { writer, action, errors } = form
  const id = useId()
  const value = form.values[name]
  const error = errors[name]
  const required = requiredMessage(field, writer, action) !== undefined
  const help = forWriter(field.hint, writer)
  const change = (next: unknown): void => form.set(name, next)
  const frame = { label: field.label, required, error, help }
  const written = typeof value === 'string' ? value : ''
  const typing = {
    value: written,
    disabled,
    onChange: ({ target }: { target: { value: string } }) => change(target.value),
  }
  const watched = { disabled, onChange: change, onState: (state: UploadState) => form.onUploads(name, state) }

  switch (field.kind) {
    case 'text':
      return (
        <Field {...frame} className={wide || isWide(field, writer) ? 'wide' : ''}>
          {field.multiline ? (
            <TextArea {...typing} maxLength={field.max} />
          ) : (
            <Input
              // an e-mail has no rule for its form (rules 5.18), so the browser must not have one either
              type={field.input === 'tel' ? 'tel' : 'text'}
              inputMode={field.input === 'email' || field.input === 'url' ? field.input : undefined}
              autoCapitalize={field.input === 'email' || field.input === 'url' ? 'none' : undefined}
              placeholder={field.input === 'url' ? 'https://' : undefined}
              maxLength={field.max}
              {...typing}
              list={field.offers && `${id}-offers`}
              after={
                field.offers && (
                  <datalist id={`${id}-offers`}>
                    {field.offers.map((offer) => (
                      <option key={offer}>{offer}</option>
                    ))}
                  </datalist>
                )
              }
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
            options={field.options}
            onChange={(event) =>
              change(field.options.find((option) => String(option.value) === event.target.value)?.value)
            }
          >
            <option value="">Choose one</option>
          </NativeSelect>
        </Field>
      ) : (
        <Field {...frame} group>
          <Segments options={field.options} value={value} disabled={disabled} onChange={change} />
        </Field>
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
            noFuture={field.futureRefused}
            disabled={disabled}
            onChange={(instant) => change(wallOf(instant)?.slice(0, 10))}
          />
        </Field>
      )
    case 'money':
    case 'wholeNumber': {
      const isMoney = field.kind === 'money'
      return (
        <Field {...frame}>
          <Input
            className="figure"
            // the keys of decimals have no minus on some phones
            inputMode={isMoney ? (field.belowZero ? 'text' : 'decimal') : 'numeric'}
            {...typing}
            onChange={({ target: { value: typed } }) => change(isMoney ? typed.replaceAll(',', '') : typed)}
          />
        </Field>
      )
    }
    case 'reference': {
      const title = record && titleOf(record[field.to])
      return writer === 'resident' ? (
        <Field {...frame} help={undefined} group>
          <AmenityChoice value={value} disabled={disabled} written={title} onChange={change} />
        </Field>
      ) : (
        <Field {...frame} className="wide">
          <AmenityControl value={value} disabled={disabled} written={title} onChange={change} />
        </Field>
      )
    }
    case 'files':
      return (
        <Field {...frame} help={disabled ? undefined : help} group>
          <FilesControl field={field} initial={filesOf(value)} {...watched} />
        </Field>
      )
    case 'switch':
      return (
        <div className="field wide">
          <Switch
            label={field.label}
            on={value === 1}
            disabled={disabled}
            aria-invalid={error !== undefined || undefined}
            aria-describedby={error !== undefined || help ? `${id}-help` : undefined}
            onChange={(on) => change(on ? 1 : 0)}
          />
          <FieldMessage id={`${id}-help`} error={error} help={help} />
        </div>
      )
    case 'richText':
      return (
        <Field {...frame} group>
          <RichTextControl value={value} {...watched} />
        </Field>
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
