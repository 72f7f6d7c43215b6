import { LogIn, LogOut, Minus, Plus } from 'lucide-react'
import { useState } from 'react'
import { createRandomUuid } from '#lib/create-random-name.ts'
import { Button, IconButton } from '#ui/controls/button.tsx'
import { Field } from '#ui/controls/field.tsx'
import { Input } from '#ui/controls/input.tsx'
import { setAutofocus } from '#ui/overlays/dialog-host.tsx'
import type { GatePass, ScanResult } from '@tahanan/contract/gate/answers.ts'
import { ENTRY_LABELS } from '@tahanan/contract/gate/labels-and-codes.ts'
import { LIMITS } from '@tahanan/contract/limits.ts'
import { promptForOfficeApproval, OfficePhone } from './prompt-for-office-approval.tsx'
import {
  getInitialPeople,
  mayWorkersMove,
  countPeopleWhoMayMove,
  formatPeople,
  listWorkers,
} from './verdict-text.ts'

export interface NewEntryInput {
  kind: 'in' | 'out' | 'refused'
  people: number
  note?: string
  officeYes?: string
  workers?: string[]
}

interface VerdictActionsProps {
  pass: GatePass | null
  tickedIndexes: readonly number[]
  may: ScanResult['may']
  mustCallOffice: boolean
  busy: boolean
  failure: string
  onRecord: (entry: NewEntryInput) => void
  onClose: () => void
}

const DIRECTION_ICONS = { in: LogIn, out: LogOut }

const MAX_UNLISTED_PEOPLE = 20

export function VerdictActions({
  pass,
  tickedIndexes,
  may,
  mustCallOffice,
  busy,
  failure,
  onRecord,
  onClose,
}: VerdictActionsProps) {
  const [chosenCount, setChosenCount] = useState(() =>
    pass ? getInitialPeople(pass, mustCallOffice ? 'in' : may[0]) : 1,
  )
  const [noteText, setNoteText] = useState('')
  const [verdictId] = useState(createRandomUuid)
  const workers = pass ? listWorkers(pass) : []
  const tickedWorkers = workers.filter((_, index) => tickedIndexes.includes(index))
  const isNamed = workers.length > 0
  const peopleCount = isNamed ? Math.max(1, tickedWorkers.length) : chosenCount
  const names = isNamed && tickedWorkers.length > 0 ? { workers: tickedWorkers.map(({ name }) => name) } : {}
  const canMove = (kind: 'in' | 'out'): boolean =>
    pass !== null &&
    (isNamed ? mayWorkersMove(pass, kind, tickedWorkers) : peopleCount <= countPeopleWhoMayMove(pass, kind))
  const allowedDirections = mustCallOffice ? (['in'] as const) : may
  const maxPeople = pass
    ? Math.max(1, ...allowedDirections.map((kind) => countPeopleWhoMayMove(pass, kind)))
    : mustCallOffice
      ? MAX_UNLISTED_PEOPLE
      : 1
  const admitWithOfficeApproval = async (): Promise<void> => {
    const approverName = await promptForOfficeApproval('Back', verdictId)
    if (approverName) onRecord({ kind: 'in', people: peopleCount, officeYes: approverName, ...names })
  }
  return (
    <footer>
      {failure && <p role="alert">{failure}</p>}
      {isNamed && may.length > 0 && tickedWorkers.length === 0 && <p>Tick who comes in or goes out.</p>}
      {allowedDirections.length > 0 && maxPeople > 1 && !isNamed && (
        <div className="stepper" role="group" aria-label="People">
          <IconButton
            icon={Minus}
            label="One person fewer"
            disabled={peopleCount <= 1}
            onClick={() => setChosenCount(peopleCount - 1)}
          />
          <output>{formatPeople(peopleCount)}</output>
          <IconButton
            icon={Plus}
            label="One person more"
            disabled={peopleCount >= maxPeople}
            onClick={() => setChosenCount(peopleCount + 1)}
          />
        </div>
      )}
      {pass && may.length > 0 && (
        <div className="ways">
          {may.map((kind) => (
            <Button
              key={kind}
              className="big"
              icon={DIRECTION_ICONS[kind]}
              ref={kind === may[0] ? setAutofocus : undefined}
              disabled={busy || !canMove(kind)}
              onClick={() => onRecord({ kind, people: peopleCount, ...names })}
            >
              {ENTRY_LABELS[kind]}
            </Button>
          ))}
        </div>
      )}
      {mustCallOffice && (
        <>
          <OfficePhone />
          <Button className="big" icon={LogIn} disabled={busy} onClick={() => void admitWithOfficeApproval()}>
            Record approval
          </Button>
        </>
      )}
      {may.length === 0 && (
        <Field label="Note for the log">
          <Input
            value={noteText}
            limit={LIMITS.gateNote}
            onChange={({ target }) => setNoteText(target.value)}
          />
        </Field>
      )}
      <div className="ways">
        <Button
          className={may.length === 0 && !mustCallOffice ? 'big' : ''}
          disabled={busy || noteText.trim().length > LIMITS.gateNote}
          onClick={() => onRecord({ kind: 'refused', people: 1, note: noteText })}
        >
          Refuse
        </Button>
        <Button ref={may.length === 0 ? setAutofocus : undefined} disabled={busy} onClick={onClose}>
          Back
        </Button>
      </div>
    </footer>
  )
}
