import './newer-note.css'
import type { Field } from '@tahanan/contract/forms/fields.ts'
import { Copy, Info } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { copyText } from '../overlays/copy-text.ts'
import { Button } from '../controls/button.tsx'
import type { FormState } from './use-form.ts'
import { fieldWords } from '../../lib/field-words.ts'
import { valueShown, wordsShown } from './controls/value-words.tsx'

/** Something a form holds beside its declared fields, for people to read. */
export interface Beside {
  label: string
  words: (value: unknown) => string
}

interface Named extends Beside {
  shown: (value: unknown) => ReactNode
}

interface NewerNoteProps {
  form: FormState
  beside?: Readonly<Record<string, Beside>>
  /** The other change in words: 'Approved by Liza Villanueva, Today, 9:00 AM.' */
  happened?: string
  /** Keys of input that can no longer be saved. */
  closed?: readonly string[]
}

/**
 * Note in a form whose record changed elsewhere while somebody typed: the other change, the newer values, a choice for each
 * field that both changed, and input that can no longer be saved, to copy (rules 4.14).
 */
export function NewerNote({ form, beside = {}, happened, closed = [] }: NewerNoteProps) {
  const note = useRef<HTMLDivElement>(null)
  const { news, clashes, isOutdated } = form
  useEffect(() => {
    if (isOutdated) note.current?.scrollIntoView({ block: 'nearest' })
  }, [isOutdated])
  const named = (key: string): Named | undefined => {
    const field: Field | undefined = form.fields[key]
    const other = beside[key]
    if (!field) return other && { ...other, shown: (value) => wordsShown(other.words(value)) }
    return {
      label: field.label,
      words: (value) => fieldWords(field, value),
      shown: (value) => valueShown(field, value),
    }
  }
  const listed = (keys: readonly string[]) =>
    keys.flatMap((key) => {
      const known = named(key)
      return known ? [{ key, known }] : []
    })
  const disputed = listed(Object.keys(clashes).filter((key) => !closed.includes(key)))
  const lost = listed(closed)
  const taken = listed(news?.taken ?? [])
  const isNews = taken.length > 0 || disputed.length > 0
  if (lost.length === 0 && !isOutdated && !(form.dirty && isNews)) return null
  return (
    <div className="newer wide" role={isOutdated || lost.length > 0 ? 'alert' : 'status'} ref={note}>
      <Info />
      <div>
        <p>
          {[
            happened ?? 'Somebody else changed this meanwhile.',
            isOutdated && 'Nothing of yours was saved.',
            form.dirty && lost.length === 0 && 'What you typed is still here.',
            taken.length > 0 && `Newer now: ${taken.map(({ known }) => known.label).join(', ')}.`,
            isOutdated && lost.length === 0 && 'Look it over, then press again.',
          ]
            .filter(Boolean)
            .join(' ')}
        </p>
        {disputed.map(({ key, known }) => (
          <Choice
            key={key}
            known={known}
            mine={form.values[key]}
            theirs={clashes[key]}
            onChoose={(whose) => form.choose(key, whose)}
          />
        ))}
        {lost.length > 0 && (
          <>
            <p>This can no longer be saved here. Copy what you typed if you need it.</p>
            <dl>
              {lost.map(({ key, known }) => (
                <div key={key}>
                  <dt>{known.label}</dt>
                  <dd>{known.shown(form.values[key])}</dd>
                </div>
              ))}
            </dl>
            <Button
              icon={Copy}
              onClick={() =>
                void copyText(
                  lost.map(({ key, known }) => `${known.label}: ${known.words(form.values[key])}`).join('\n'),
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

interface ChoiceProps {
  known: Named
  mine: unknown
  theirs: unknown
  onChoose: (whose: 'mine' | 'theirs') => void
}

function Choice({ known, mine, theirs, onChoose }: ChoiceProps) {
  return (
    <fieldset>
      <legend>{known.label}: both of you changed it</legend>
      <dl>
        <div>
          <dt>Yours</dt>
          <dd>{known.shown(mine)}</dd>
          <Button aria-label={`Keep mine: ${known.label}`} onClick={() => onChoose('mine')}>
            Keep mine
          </Button>
        </div>
        <div>
          <dt>Theirs</dt>
          <dd>{known.shown(theirs)}</dd>
          <Button aria-label={`Take theirs: ${known.label}`} onClick={() => onChoose('theirs')}>
            Take theirs
          </Button>
        </div>
      </dl>
    </fieldset>
  )
}
