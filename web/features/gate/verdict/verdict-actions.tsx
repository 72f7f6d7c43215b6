import { LogIn, LogOut, Minus, Plus } from 'lucide-react'
import { useState } from 'react'
import { Button, IconButton } from '#ui/controls/button.tsx'
import { Field } from '#ui/controls/field.tsx'
import { Input } from '#ui/controls/input.tsx'
import { takeFocus } from '#ui/overlays/dialog-host.tsx'
import type { GatePass, Scan } from '@tahanan/contract/gate/answers.ts'
import { ENTRY_LABELS } from '@tahanan/contract/gate/words.ts'
import { firstPeople, mostOf, peopleWords } from './verdict-words.ts'

interface VerdictActionsProps {
  pass: GatePass | null
  may: Scan['may']
  busy: boolean
  /** Why the last press recorded nothing. */
  failure: string
  onRecord: (entry: { kind: 'in' | 'out' | 'refused'; people: number; said?: string }) => void
  onClose: () => void
}

const ICONS = { in: LogIn, out: LogOut }

/** Buttons that record an entry, at the bottom within a thumb's reach. */
export function VerdictActions({ pass, may, busy, failure, onRecord, onClose }: VerdictActionsProps) {
  const [people, setPeople] = useState(() => (pass ? firstPeople(pass, may[0]) : 1))
  const [said, setSaid] = useState('')
  const most = pass ? Math.max(1, ...may.map((kind) => mostOf(pass, kind))) : 1
  return (
    <footer>
      {failure && <p role="alert">{failure}</p>}
      {pass && may.length > 0 && most > 1 && (
        <div className="stepper" role="group" aria-label="People">
          <IconButton
            icon={Minus}
            label="One person fewer"
            disabled={people <= 1}
            onClick={() => setPeople(people - 1)}
          />
          <output>{peopleWords(people)}</output>
          <IconButton
            icon={Plus}
            label="One person more"
            disabled={people >= most}
            onClick={() => setPeople(people + 1)}
          />
        </div>
      )}
      {pass && may.length > 0 && (
        <div className="ways">
          {may.map((kind) => (
            <Button
              key={kind}
              className="big"
              icon={ICONS[kind]}
              ref={kind === may[0] ? takeFocus : undefined}
              disabled={busy || people > mostOf(pass, kind)}
              onClick={() => onRecord({ kind, people })}
            >
              {ENTRY_LABELS[kind]}
            </Button>
          ))}
        </div>
      )}
      {may.length === 0 && (
        <Field label="Note for the log">
          <Input value={said} maxLength={500} onChange={({ target }) => setSaid(target.value)} />
        </Field>
      )}
      <div className="ways">
        <Button
          className={may.length === 0 ? 'big' : ''}
          disabled={busy}
          onClick={() => onRecord({ kind: 'refused', people: 1, said })}
        >
          Refuse
        </Button>
        <Button ref={may.length === 0 ? takeFocus : undefined} onClick={onClose}>
          Back
        </Button>
      </div>
    </footer>
  )
}
