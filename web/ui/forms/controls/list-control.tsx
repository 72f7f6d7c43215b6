import './list-control.css'
import { Plus, Trash2 } from 'lucide-react'
import { useId } from 'react'
import { rowNoun } from '#lib/record-values.ts'
import { Button, IconButton } from '#ui/controls/button.tsx'
import { FieldMessage } from '#ui/controls/field.tsx'
import { Input } from '#ui/controls/input.tsx'
import {
  textForWriter,
  requiredMessage,
  type FormAction,
  type ListField,
  type Writer,
} from '@tahanan/contract/forms/fields.ts'
import { blankRow, type FormRow } from '../form-values.ts'

interface ListControlProps {
  field: ListField
  name: string
  rows: readonly FormRow[]
  /** Errors of the whole form; those of this list have keys such as `name.0.key`. */
  errors: Readonly<Record<string, string>>
  writer: Writer
  action: FormAction
  disabled: boolean
  onChange: (rows: FormRow[]) => void
}

/** Rows of a list. It always has a first row, which cannot be removed (rules 5.15). */
export function ListControl(props: ListControlProps) {
  const { field, name, rows, errors, writer, action, disabled, onChange } = props
  const id = useId()
  const inner = Object.entries(field.fields)
  const short = inner.at(-1)?.[1].kind === 'wholeNumber'
  const noun = rowNoun(field)
  const help = disabled ? undefined : textForWriter(field.hint, writer)
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
      <div className={`items${short ? ' short' : ''}`}>
        <div className="row titles" aria-hidden>
          {inner.map(([key, { label }]) => (
            <span key={key}>{label}</span>
          ))}
        </div>
        {rows.map((row, place) => (
          <div className="row" key={row.rowId}>
            {inner.map(([key, one]) => {
              const error = errors[`${name}.${place}.${key}`]
              const number = one.kind === 'wholeNumber'
              return (
                <div className="field" key={key}>
                  <Input
                    className={number ? 'figure' : ''}
                    aria-label={`${one.label} of ${noun} ${place + 1}`}
                    aria-required={requiredMessage(one, writer, action) !== undefined || undefined}
                    aria-invalid={error !== undefined || undefined}
                    aria-describedby={error === undefined ? undefined : `${id}-${place}-${key}`}
                    inputMode={number ? 'numeric' : undefined}
                    limit={one.kind === 'text' ? one.max : undefined}
                    disabled={disabled}
                    value={typeof row[key] === 'string' ? row[key] : ''}
                    onChange={(event) =>
                      onChange(
                        rows.map((other) =>
                          other.rowId === row.rowId ? { ...other, [key]: event.target.value } : other,
                        ),
                      )
                    }
                  />
                  <FieldMessage id={`${id}-${place}-${key}`} error={error} />
                </div>
              )
            })}
            {place > 0 && !disabled && (
              <IconButton
                icon={Trash2}
                label={`Remove ${noun} ${place + 1}`}
                onClick={() => onChange(rows.filter(({ rowId }) => rowId !== row.rowId))}
              />
            )}
          </div>
        ))}
        {!disabled && (
          <Button kind="quiet" className="add" icon={Plus} onClick={() => onChange([...rows, blankRow()])}>
            {field.addLabel}
          </Button>
        )}
        <FieldMessage error={errors[name]} />
      </div>
    </div>
  )
}
