import type { Field, Fields } from '@tahanan/contract/tickets/fields.ts'
import { Info } from 'lucide-react'
import { useState } from 'react'
import { showDate, showDateTime } from '../lib/time.ts'
import { Button } from '../ui/button.tsx'
import { kindOf, Files } from '../ui/file-thumb.tsx'
import { RichText } from '../ui/rich-text.tsx'
import { filesOf } from './record-values.ts'

interface ConflictNoteProps {
  fields: Fields
  /** The version that somebody else saved. */
  theirs: Readonly<Record<string, unknown>>
  /** Keys in which it differs from what stands in the form. */
  differing: readonly string[]
  /** Goes on with what was typed, over the newer version. */
  onKeepMine: () => void
  /** Takes the newer version; what was typed is given up. */
  onTakeTheirs: () => void
}

/** Said in a form that somebody typed into while the record changed elsewhere. Shows the other version; loses nothing. */
export function ConflictNote({ fields, theirs, differing, onKeepMine, onTakeTheirs }: ConflictNoteProps) {
  const [open, setOpen] = useState(false)
  const known = differing.flatMap((key) => (fields[key] ? [{ key, field: fields[key] }] : []))
  return (
    <div className="conflict w" role="alert">
      <Info className="i" aria-hidden />
      <p>
        Somebody else changed this meanwhile
        {known.length > 0 && `. It differs in: ${known.map(({ field }) => field.label).join(', ')}`}. What you
        typed is still here.
      </p>
      <div className="acts">
        {known.length > 0 && (
          <Button kind="quiet" aria-expanded={open} onClick={() => setOpen(!open)}>
            {open ? 'Hide the other version' : 'Show the other version'}
          </Button>
        )}
        <Button kind="quiet" onClick={onKeepMine}>
          Keep mine
        </Button>
        <Button kind="quiet" onClick={onTakeTheirs}>
          Take the other version
        </Button>
      </div>
      {open && (
        <dl>
          {known.map(({ key, field }) => (
            <div key={key}>
              <dt>{field.label}</dt>
              <dd>
                <ValueOf field={field} value={theirs[key]} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  )
}

interface ValueOfProps {
  field: Field
  value: unknown
}

function ValueOf({ field, value }: ValueOfProps) {
  if (value === null || value === undefined || value === '') return <span className="subtle">Empty</span>
  switch (field.kind) {
    case 'richText':
      return <RichText value={value} />
    case 'files': {
      const files = filesOf(value)
      return files.length === 0 ? (
        <span className="subtle">None</span>
      ) : (
        <Files files={files.map(({ name, url, src = '' }) => ({ name, src, kind: kindOf(url) }))} />
      )
    }
    case 'switch':
      return value === 1 ? 'On' : 'Off'
    case 'choice':
      return field.options.find((option) => option.value === value)?.label ?? ''
    case 'dateTime':
      return typeof value === 'string'
        ? field.precision === 'day'
          ? showDate(value)
          : showDateTime(value)
        : null
    case 'date':
      return typeof value === 'string' ? showDate(value) : null
    default:
      return typeof value === 'string' || typeof value === 'number' ? String(value) : null
  }
}
