import './newer-note.css'
import { Copy, Info } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { formatField } from '#lib/format-field.ts'
import { Button } from '#ui/controls/button.tsx'
import { copyText } from '#ui/overlays/copy-text.ts'
import type { Field } from '@tahanan/contract/forms/fields.ts'
import { renderValue, renderText } from './controls/render-value.tsx'
import type { FormState } from './use-form.ts'

/** Value that is not a declared field of the form, such as a ticket's status. */
export interface UndeclaredField {
  label: string
  formatValue: (value: unknown) => string
}

interface LabelledField extends UndeclaredField {
  key: string
  renderValue: (value: unknown) => ReactNode
}

interface NewerVersionNoteProps {
  form: FormState
  otherFields?: Readonly<Record<string, UndeclaredField>>
  lastChange?: string
  closedKeys?: readonly string[]
}

/**
 * Note about what somebody else changed while the form was open. If both users changed the same field, the
 * user chooses one of the two values (rules 4.14).
 */
export function NewerVersionNote({
  form,
  otherFields = {},
  lastChange,
  closedKeys = [],
}: NewerVersionNoteProps) {
  const noteRef = useRef<HTMLDivElement>(null)
  const { newerVersion, clashes, isOutdated } = form
  useEffect(() => {
    if (isOutdated) noteRef.current?.scrollIntoView({ block: 'nearest' })
  }, [isOutdated])
  const toLabelledFields = (keys: readonly string[]) =>
    keys.flatMap((key): LabelledField[] => {
      const field: Field | undefined = form.fields[key]
      const otherField = otherFields[key]
      if (!field)
        return otherField
          ? [{ key, ...otherField, renderValue: (value) => renderText(otherField.formatValue(value)) }]
          : []
      const formatValue = (value: unknown): string => formatField(field, value)
      return [{ key, label: field.label, formatValue, renderValue: (value) => renderValue(field, value) }]
    })
  const clashingFields = toLabelledFields(Object.keys(clashes).filter((key) => !closedKeys.includes(key)))
  const unsavableFields = toLabelledFields(closedKeys)
  const updatedFields = toLabelledFields(newerVersion?.updatedKeys ?? [])
  const hasNewerValues = updatedFields.length > 0 || clashingFields.length > 0
  if (unsavableFields.length === 0 && !isOutdated && !(form.dirty && hasNewerValues)) return null
  return (
    <div
      className="newer wide"
      role={isOutdated || unsavableFields.length > 0 ? 'alert' : 'status'}
      ref={noteRef}
    >
      <Info />
      <div>
        <p>
          {[
            lastChange ?? form.change ?? 'Somebody else changed this meanwhile.',
            isOutdated && 'Nothing of yours was saved.',
            form.dirty && unsavableFields.length === 0 && 'What you typed is still here.',
            updatedFields.length > 0 && `Newer now: ${updatedFields.map(({ label }) => label).join(', ')}.`,
            isOutdated && unsavableFields.length === 0 && 'Look it over before you submit.',
          ]
            .filter(Boolean)
            .join(' ')}
        </p>
        {clashingFields.map(({ key, label, renderValue: shown }) => (
          <fieldset key={key}>
            <legend>{label}: both of you changed it</legend>
            <dl>
              <div>
                <dt>Yours</dt>
                <dd>{shown(form.values[key])}</dd>
                <Button aria-label={`Keep mine: ${label}`} onClick={() => form.choose(key, 'mine')}>
                  Keep mine
                </Button>
              </div>
              <div>
                <dt>Theirs</dt>
                <dd>{shown(clashes[key])}</dd>
                <Button aria-label={`Take theirs: ${label}`} onClick={() => form.choose(key, 'theirs')}>
                  Take theirs
                </Button>
              </div>
            </dl>
          </fieldset>
        ))}
        {unsavableFields.length > 0 && (
          <>
            <p>This can no longer be saved here. Copy what you typed if you need it.</p>
            <dl>
              {unsavableFields.map(({ key, label, renderValue: shown }) => (
                <div key={key}>
                  <dt>{label}</dt>
                  <dd>{shown(form.values[key])}</dd>
                </div>
              ))}
            </dl>
            <Button
              icon={Copy}
              onClick={() =>
                void copyText(
                  unsavableFields
                    .map(({ key, label, formatValue }) => `${label}: ${formatValue(form.values[key])}`)
                    .join('\n'),
                  'Copied.',
                )
              }
            >
              Copy
            </Button>
          </>
        )}
      </div>
    </div>
  )
}
