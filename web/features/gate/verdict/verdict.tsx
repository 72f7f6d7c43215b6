import './verdict.css'
import { useMutation } from '@tanstack/react-query'
import { Ban, CircleAlert, CircleCheck, CircleX, Undo2, WifiOff } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { ApiError } from '#lib/api/api.ts'
import { Button } from '#ui/controls/button.tsx'
import { Layer } from '#ui/layers/layer.tsx'
import { setAutofocus } from '#ui/overlays/dialog-host.tsx'
import type { GatePass } from '@tahanan/contract/gate/answers.ts'
import { CODE_PATTERN, VERDICT_LABELS, formatCode } from '@tahanan/contract/gate/labels-and-codes.ts'
import { GATE_ENTRY_MUTATION_KEY } from '../store/gate-state.ts'
import { type JudgedScan, toggleTick } from '../store/gate-store.ts'
import { getServerTime } from '../store/sync-gate-device.ts'
import { type RecentEntry, formatRecentEntry, isUndoable, recordRecentEntry } from './recent-entries.ts'
import { useUndoMutation } from './recent-list.tsx'
import { type NewEntryInput, VerdictActions } from './verdict-actions.tsx'
import { VERDICT_SIGNALS, playSignal } from './verdict-signals.ts'
import {
  VERDICT_ICONS,
  describePeopleInside,
  formatAdmissionHours,
  listWorkers,
  getVerdictReason,
} from './verdict-text.ts'

interface VerdictProps {
  scan: JudgedScan
  onRecorded: () => void
  onClose: () => void
}

export function Verdict({ scan, onRecorded, onClose }: VerdictProps) {
  const { verdict, may, note, offline, scannedCodeOrToken, mustCallOffice } = scan
  const [pass, setPass] = useState(scan.pass)
  const [tickedIndexes, setTickedIndexes] = useState<readonly number[]>(pass?.workers.length === 1 ? [0] : [])
  const signal = VERDICT_SIGNALS[verdict]
  const Icon = VERDICT_ICONS[verdict]
  useEffect(() => playSignal(signal), [signal])
  const record = useMutation({
    mutationFn: ({ kind, people, ...details }: NewEntryInput) =>
      recordRecentEntry(pass, kind, people, { verdict, code: scannedCodeOrToken, ...details }),
    onSuccess: onRecorded,
    onError: () => playSignal('no'),
    meta: { handles: 'all' },
    mutationKey: GATE_ENTRY_MUTATION_KEY,
  })
  // While the entry is being sent, the verdict stays open, so that the guard sees whether it was recorded.
  const closeUnlessPending = (): void => {
    if (!record.isPending) onClose()
  }
  if (record.data) return <EntryNote recentEntry={record.data} onClose={onClose} />
  const verdictLabel = VERDICT_LABELS[verdict]
  return (
    <Layer label={verdictLabel} onClose={closeUnlessPending}>
      <section className={`verdict signal ${signal}`}>
        <header>
          <Icon />
          <div>
            <h2>{verdictLabel}</h2>
            <p>{note || getVerdictReason(verdict, pass, getServerTime())}</p>
            {pass === null && CODE_PATTERN.test(scannedCodeOrToken) && (
              <p className="num">{formatCode(scannedCodeOrToken)}</p>
            )}
          </div>
        </header>
        {pass && (
          <PassFacts
            pass={pass}
            isOffline={offline}
            onChange={setPass}
            tickedIndexes={tickedIndexes}
            onTickedIndexes={setTickedIndexes}
          />
        )}
        <VerdictActions
          pass={pass}
          tickedIndexes={tickedIndexes}
          may={may}
          mustCallOffice={mustCallOffice}
          busy={record.isPending}
          failure={record.error instanceof ApiError ? record.error.message : ''}
          onRecord={record.mutate}
          onClose={closeUnlessPending}
        />
      </section>
    </Layer>
  )
}

const NOTE_DURATION_MS = 4000

const OUTCOME_ICONS = {
  written: CircleCheck,
  repeated: CircleCheck,
  waiting: CircleCheck,
  marked: CircleAlert,
  refused: CircleX,
}

function EntryNote({ recentEntry, onClose }: { recentEntry: RecentEntry; onClose: () => void }) {
  const { outcome, message } = recentEntry.entry
  const signal = message !== '' && (outcome === 'refused' ? 'no' : 'attention')
  const isDone = recentEntry.kind !== 'refused' || outcome === 'refused'
  const Icon = isDone ? OUTCOME_ICONS[outcome] : Ban
  const undoMutation = useUndoMutation(recentEntry, onClose)
  const closeNote = useEffectEvent(onClose)
  useEffect(() => {
    if (signal) return playSignal(signal)
    const timer = setTimeout(() => closeNote(), NOTE_DURATION_MS)
    return () => clearTimeout(timer)
  }, [signal])
  const title = outcome === 'refused' ? 'Not recorded' : formatRecentEntry(recentEntry)
  return (
    <Layer label={title} onClose={onClose}>
      <section className={`verdict entry-note signal ${signal || (isDone ? 'done' : '')}`}>
        <header>
          <Icon />
          <h2>{title}</h2>
          <p role="status">
            {message || recentEntry.name}
            {outcome === 'waiting' && ' Saved on this device, and sent when it is online.'}
          </p>
        </header>
        <footer>
          {isUndoable(recentEntry) && (
            <Button icon={Undo2} busy={undoMutation.isPending} onClick={() => undoMutation.mutate()}>
              Undo
            </Button>
          )}
          <Button ref={setAutofocus} className="big" onClick={onClose}>
            Next
          </Button>
        </footer>
      </section>
    </Layer>
  )
}

interface PassFactsProps {
  pass: GatePass
  isOffline: boolean
  onChange: (pass: GatePass) => void
  tickedIndexes: readonly number[]
  onTickedIndexes: (tickedIndexes: readonly number[]) => void
}

function PassFacts({ pass, isOffline, onChange, tickedIndexes, onTickedIndexes }: PassFactsProps) {
  const { kind, number, name, purpose, unitNumber, clientName, items, ticked } = pass
  const workers = listWorkers(pass)
  return (
    <div className="facts-of-pass">
      <h3>{name}</h3>
      <p className="unit">
        <b>{unitNumber}</b> {clientName}
      </p>
      {purpose && <p>{purpose}</p>}
      <p>
        <b>{describePeopleInside(pass)}</b>
      </p>
      <p>{formatAdmissionHours(pass, getServerTime())}</p>
      <p className="quiet">
        {kind} {number}
      </p>
      {isOffline && (
        <p className="quiet row">
          <WifiOff /> Judged by this device
        </p>
      )}
      {items.length > 0 && (
        <fieldset>
          <legend>Items</legend>
          {items.map(({ name: item, quantity }, index) => (
            <label key={`${index} ${item}`} className="ringed">
              <input
                type="checkbox"
                className="check"
                checked={ticked.includes(item)}
                onChange={() => onChange(toggleTick(pass, item))}
              />
              <span>{item}</span>
              <b className="num">× {quantity}</b>
            </label>
          ))}
        </fieldset>
      )}
      {workers.length > 0 && (
        <fieldset>
          <legend>Workers</legend>
          {workers.map(({ name: worker, isInside }, index) => (
            <label key={`${index} ${worker}`} className="ringed">
              <input
                type="checkbox"
                className="check"
                checked={tickedIndexes.includes(index)}
                onChange={({ target }) =>
                  onTickedIndexes(
                    target.checked
                      ? [...tickedIndexes, index]
                      : tickedIndexes.filter((tickedIndex) => tickedIndex !== index),
                  )
                }
              />
              <span>{worker}</span>
              {isInside && <b>Inside</b>}
            </label>
          ))}
        </fieldset>
      )}
    </div>
  )
}
