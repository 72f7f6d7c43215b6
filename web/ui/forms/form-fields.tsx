import { type ComponentProps, Fragment, type ReactElement, type ReactNode, useId } from 'react'
import { toFiles, toTitle } from '#lib/record-values.ts'
import { formatLongDate, toInstant, toCommunityTime, getForeignZone } from '#lib/time.ts'
import { DateTimeField } from '#ui/controls/date-time-field.tsx'
import { Field, type FieldControlProps, FieldMessage } from '#ui/controls/field.tsx'
import { Input, NativeSelect, TextArea } from '#ui/controls/input.tsx'
import { SegmentedControl } from '#ui/controls/segmented-control.tsx'
import { Switch } from '#ui/controls/switch.tsx'
import type { UploadState } from '#ui/uploads/uploads.ts'
import {
  getTextForWriter,
  isWritable,
  getRequiredMessage,
  type Field as Kind,
  type FormAction,
  type Writer,
} from '@tahanan/contract/forms/fields.ts'
import { formatPhone } from '@tahanan/contract/phone.ts'
import { AmenityCardPicker } from './controls/amenity-card-picker.tsx'
import { AmenityControl } from './controls/amenity-control.tsx'
import { FilesControl } from './controls/files-control.tsx'
import { ListControl } from './controls/list-control.tsx'
import { RichTextControl } from './controls/rich-text-control.tsx'
import type { FormRow } from './form-values.ts'
import type { FormState } from './use-form.ts'

interface FormFieldsProps {
  form: FormState
  /** Saved record. It also contains the titles of the records to which its fields refer. */
  record?: Readonly<Record<string, unknown>>
  /**
   * Returns whether the server allows changing the field now. The record's `can` lists the allowed changes.
   */
  isOpen?: (key: string) => boolean
  balanced?: boolean
  visibleKeys?: readonly string[]
  renderAfter?: (key: string, field: Kind) => ReactNode
}

/**
 * Renders the fields that the form's `writer` (resident or admin) may change. The page must import
 * `form.css`.
 */
export function FormFields(props: FormFieldsProps) {
  const { form, record, isOpen = () => true, balanced, visibleKeys, renderAfter } = props
  const { fields, writer, action, values } = form
  const visibleFields = Object.entries(fields).filter(
    ([key, field]) =>
      isWritable(field, writer, action) && Object.hasOwn(values, key) && (visibleKeys?.includes(key) ?? true),
  )
  const fieldsShown = visibleFields.map(([, field]) => field)
  const wideFieldKeys = balanced ? findTextsWithoutNeighbour(fieldsShown, writer) : []
  return visibleFields.map(([key, field]) => (
    <Fragment key={`${key} ${form.rounds[key] ?? 0}`}>
      <FormField
        name={key}
        field={field}
        form={form}
        record={record}
        disabled={form.isLocked || !isOpen(key)}
        wide={wideFieldKeys.includes(field)}
      />
      {renderAfter?.(key, field)}
    </Fragment>
  ))
}

/**
 * Returns one text field of each group of adjacent half-width fields that has an odd number of fields. This
 * field gets a whole row, so that the others form pairs.
 */
function findTextsWithoutNeighbour(fields: readonly Kind[], writer: Writer): Kind[] {
  const halfWidthRuns: Kind[][] = [[]]
  for (const field of fields) {
    if (isHalfWidth(field, writer)) halfWidthRuns.at(-1)?.push(field)
    else halfWidthRuns.push([])
  }
  return halfWidthRuns
    .filter(({ length }) => length % 2 === 1)
    .flatMap((run) => run.find(({ kind }) => kind === 'text') ?? [])
}

function isHalfWidth(field: Kind, writer: Writer): boolean {
  if (field.kind === 'text') return !isFullWidth(field, writer)
  if (field.kind === 'choice') return field.variant === 'select'
  return ['dateTime', 'date', 'money', 'wholeNumber'].includes(field.kind)
}

function isFullWidth(field: Extract<Kind, { kind: 'text' }>, writer: Writer): boolean {
  return field.multiline || (writer === 'resident' && field.input === 'text')
}

interface TextInputHandlers {
  value: string
  onChange: (event: { target: { value: string } }) => void
}

function getPhoneHandlers({
  value,
  onChange,
}: TextInputHandlers): Pick<ComponentProps<'input'>, 'onChange' | 'onBlur'> {
  const changeText = (typedText: string): void => onChange({ target: { value: typedText } })
  return {
    onChange: ({ target, nativeEvent }) =>
      changeText(
        'inputType' in nativeEvent && nativeEvent.inputType === 'insertFromPaste'
          ? formatPhone(target.value)
          : target.value,
      ),
    onBlur: () => {
      if (formatPhone(value) !== value) changeText(formatPhone(value))
    },
  }
}

type FieldFrameProps = Partial<Pick<ComponentProps<typeof Field>, 'className' | 'group' | 'help'>>

/** Returns a hint with the community's time zone if the browser's clock shows another time (rules 15.34). */
function formatZoneHint(): string | undefined {
  const zone = getForeignZone()
  return zone && `${zone} time`
}

/** Returns the day of a saved record in long format, or undefined if it is not a date (rules 13.16). */
function formatDayHint(action: FormAction, value: string): string | undefined {
  return action === 'update' && toCommunityTime(value) !== undefined ? formatLongDate(value) : undefined
}

interface FormFieldProps {
  name: string
  field: Kind
  form: FormState
  record?: Readonly<Record<string, unknown>>
  disabled: boolean
  wide: boolean
}

function FormField({ name, field, form, record, disabled, wide }: FormFieldProps) {
  const { writer, action, errors } = form
  const id = useId()
  const value = form.values[name]
  const error = errors[name]
  const isRequired = getRequiredMessage(field, writer, action) !== undefined
  const help = getTextForWriter(field.hint, writer)
  const setValue = (next: unknown): void => form.set(name, next)
  const validateField = (): void => form.checkField(name)
  const renderInField = (
    control: ReactElement<FieldControlProps>,
    frame: FieldFrameProps = {},
  ): ReactNode => (
    <Field label={field.label} required={isRequired} error={error} help={help} {...frame}>
      {control}
    </Field>
  )
  const text = typeof value === 'string' ? value : ''
  const textInputProps = {
    value: text,
    disabled,
    onChange: ({ target }: { target: { value: string } }) => setValue(target.value),
  }
  const uploadControlProps = {
    disabled,
    onChange: setValue,
    onState: (state: UploadState) => form.onUploads(name, state),
  }

  switch (field.kind) {
    case 'text':
      return renderInField(
        field.multiline ? (
          <TextArea {...textInputProps} limit={field.max} />
        ) : (
          <Input
            // E-mail fields use the type `text`, because the rules set no format for addresses and the
            // browser must not check one (rules 5.18).
            type={field.input === 'tel' || field.input === 'time' ? field.input : 'text'}
            inputMode={field.input === 'text' || field.input === 'time' ? undefined : field.input}
            autoCapitalize={field.input === 'email' || field.input === 'url' ? 'none' : undefined}
            placeholder={field.input === 'url' ? 'https://' : undefined}
            {...textInputProps}
            {...(field.input === 'tel'
              ? getPhoneHandlers(textInputProps)
              : { limit: field.input === 'time' ? undefined : field.max })}
            list={field.offers && `${id}-offers`}
            trailingContent={
              field.offers && (
                <datalist id={`${id}-offers`}>
                  {field.offers.map((offer) => (
                    <option key={offer}>{offer}</option>
                  ))}
                </datalist>
              )
            }
          />
        ),
        { className: wide || isFullWidth(field, writer) ? 'wide' : '' },
      )
    case 'choice':
      return field.variant === 'select'
        ? renderInField(
            <NativeSelect
              value={value === undefined ? '' : String(value as string | number)}
              disabled={disabled}
              options={field.options}
              onChange={(event) =>
                setValue(field.options.find((option) => String(option.value) === event.target.value)?.value)
              }
            >
              <option value="">Choose one</option>
            </NativeSelect>,
          )
        : renderInField(
            <SegmentedControl
              options={field.options}
              value={value}
              disabled={disabled}
              onChange={setValue}
            />,
            {
              group: true,
            },
          )
    case 'dateTime':
      return renderInField(
        <DateTimeField
          value={text === '' ? undefined : text}
          withTime={field.precision === 'minute'}
          isPastDisabled={field.isPastRefused}
          hours={field.hours}
          lastMinute={field.lastMinute}
          disabled={disabled}
          onChange={setValue}
          onLeave={validateField}
        />,
        { help: help ?? (field.precision === 'minute' ? formatZoneHint() : formatDayHint(action, text)) },
      )
    case 'date':
      return renderInField(
        <DateTimeField
          value={text === '' ? undefined : (toInstant(text) ?? text)}
          withTime={false}
          isFutureDisabled={field.isFutureRefused}
          disabled={disabled}
          onChange={(chosenValue) => setValue(toCommunityTime(chosenValue)?.slice(0, 10) ?? chosenValue)}
          onLeave={validateField}
        />,
      )
    case 'money':
    case 'wholeNumber': {
      const isMoney = field.kind === 'money'
      return renderInField(
        <Input
          className="figure"
          // Amounts that may be negative use the text keyboard, because decimal keyboards of some phones have
          // no minus key.
          inputMode={isMoney ? (field.mustBeNegative ? 'text' : 'decimal') : 'numeric'}
          {...textInputProps}
          onChange={({ target: { value: typedText } }) =>
            setValue(isMoney ? typedText.replaceAll(',', '') : typedText)
          }
        />,
      )
    }
    case 'reference': {
      const title = record && toTitle(record[field.to])
      const choiceProps = { value, disabled, savedTitle: title, onChange: setValue }
      return writer === 'resident'
        ? renderInField(<AmenityCardPicker {...choiceProps} />, { group: true, help: undefined })
        : renderInField(<AmenityControl {...choiceProps} />, { className: 'wide' })
    }
    case 'files':
      return renderInField(
        <FilesControl field={field} initialFiles={toFiles(value)} {...uploadControlProps} />,
        {
          group: true,
          help: disabled ? undefined : help,
        },
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
            onChange={(on) => setValue(on ? 1 : 0)}
          />
          <FieldMessage id={`${id}-help`} error={error} help={help} />
        </div>
      )
    case 'richText':
      return renderInField(<RichTextControl value={value} {...uploadControlProps} />, { group: true })
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
          onChange={setValue}
        />
      )
  }
}
