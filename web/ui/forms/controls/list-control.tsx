import './list-control.css'
import { Plus, Trash2 } from 'lucide-react'
import { useId } from 'react'
import { getRowNoun } from '#lib/record-values.ts'
import { toInstant, toCommunityTime } from '#lib/time.ts'
import { Button, IconButton } from '#ui/controls/button.tsx'
import { DateTimeField } from '#ui/controls/date-time-field.tsx'
import { type FieldControlProps, FieldMessage } from '#ui/controls/field.tsx'
import { Input, NativeSelect } from '#ui/controls/input.tsx'
import {
  getTextForWriter,
  getRequiredMessage,
  type FormAction,
  type ListField,
  type Writer,
} from '@tahanan/contract/forms/fields.ts'
import { createBlankRow, type FormRow } from '../form-values.ts'

interface ListControlProps {
  field: ListField
  name: string
  rows: readonly FormRow[]
  /** Errors of the whole form by field. Errors of this list have keys such as `name.0.key`. */
  errors: Readonly<Record<string, string>>
  writer: Writer
  action: FormAction
  disabled: boolean
  onChange: (rows: FormRow[]) => void
}

/** List of rows in a form. The first row always exists and cannot be removed (rules 5.15). */
export function ListControl(props: ListControlProps) {
  const { field, name, rows, errors, writer, action, disabled, onChange } = props
  const id = useId()
  const rowFields = Object.entries(field.fields)
  const isWide = rowFields.length > 2
  const rowClass = isWide ? 'many' : rowFields.at(-1)?.[1].kind === 'wholeNumber' ? 'short' : ''
  const noun = getRowNoun(field)
  const help = disabled ? undefined : getTextForWriter(field.hint, writer)
  return (
    <div
      className="field wide"
      role="group"
      aria-labelledby={id}
      aria-describedby={help ? `${id}-help` : undefined}
    >
      <span className="label" id={id}>
        {field.label}
      </span>
      <FieldMessage id={`${id}-help`} help={help} />
      <div className={`items ${rowClass}`}>
        {!isWide && (
          <div className="row titles" aria-hidden>
            {rowFields.map(([key, { label }]) => (
              <span key={key}>{label}</span>
            ))}
          </div>
        )}
        {rows.map((row, index) => (
          <div className="row" key={row.rowId}>
            {rowFields.map(([key, rowField]) => {
              const error = errors[`${name}.${index}.${key}`]
              const messageId = `${id}-${index}-${key}`
              return (
                <div className="field" key={key}>
                  {isWide && (
                    <span className="label" aria-hidden>
                      {rowField.label}
                    </span>
                  )}
                  <CellControl
                    field={rowField}
                    aria-label={`${rowField.label} of ${noun} ${index + 1}`}
                    aria-required={getRequiredMessage(rowField, writer, action) !== undefined || undefined}
                    aria-invalid={error !== undefined || undefined}
                    aria-describedby={error === undefined ? undefined : messageId}
                    disabled={disabled}
                    value={row[key]}
                    onChange={(value) =>
                      onChange(
                        rows.map((listedRow) =>
                          listedRow.rowId === row.rowId ? { ...listedRow, [key]: value } : listedRow,
                        ),
                      )
                    }
                  />
                  <FieldMessage id={messageId} error={error} />
                </div>
              )
            })}
            {(index > 0 || isWide) && !disabled && (
              <IconButton
                icon={Trash2}
                label={`Remove ${noun} ${index + 1}`}
                onClick={() => {
                  const otherRows = rows.filter(({ rowId }) => rowId !== row.rowId)
                  onChange(otherRows.length > 0 ? otherRows : [createBlankRow()])
                }}
              />
            )}
          </div>
        ))}
        {!disabled && (
          <Button
            kind="quiet"
            className="add"
            icon={Plus}
            onClick={() => onChange([...rows, createBlankRow()])}
          >
            {field.addLabel}
          </Button>
        )}
        <FieldMessage error={errors[name]} />
      </div>
    </div>
  )
}

interface CellControlProps extends FieldControlProps {
  field: ListField['fields'][string]
  value: unknown
  disabled: boolean
  onChange: (value: unknown) => void
}

function CellControl({ field, value, onChange, ...control }: CellControlProps) {
  const typedText = typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  if (field.kind === 'choice')
    return (
      <NativeSelect
        {...control}
        value={typedText}
        options={field.options}
        onChange={({ target }) =>
          onChange(field.options.find((option) => String(option.value) === target.value)?.value)
        }
      >
        <option value="">{field.required === undefined ? '–' : 'Choose one'}</option>
      </NativeSelect>
    )
  if (field.kind === 'date')
    return (
      <DateTimeField
        {...control}
        value={typedText === '' ? undefined : (toInstant(typedText) ?? typedText)}
        withTime={false}
        onChange={(chosenValue) => onChange(toCommunityTime(chosenValue)?.slice(0, 10) ?? chosenValue)}
      />
    )
  const isNumber = field.kind === 'wholeNumber'
  return (
    <Input
      {...control}
      className={isNumber ? 'figure' : ''}
      type={field.kind === 'text' && field.input === 'time' ? 'time' : 'text'}
      inputMode={isNumber ? 'numeric' : undefined}
      limit={field.kind === 'text' && field.input !== 'time' ? field.max : undefined}
      value={typedText}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}
