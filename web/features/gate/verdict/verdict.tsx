import './verdict.css'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ApiError } from '#lib/api/api.ts'
import { Layer } from '#ui/layers/layer.tsx'
import { IS_CODE, spacedCode, VERDICT_LABELS } from '@tahanan/contract/gate/words.ts'
import type { JudgedScan } from '../store/gate-store.ts'
import { EntryNote } from './entry-note.tsx'
import { PassFacts } from './pass-facts.tsx'
import { sendEntry } from './recent-entries.ts'
import { playSignal, SIGNALS } from './signals.ts'
import { type NewRecord, VerdictActions } from './verdict-actions.tsx'
import { VERDICT_ICONS, verdictReason } from './verdict-words.ts'

interface VerdictProps {
  scan: JudgedScan
  onRecorded: () => void
  onClose: () => void
}

/** The verdict on a scanned pass over the whole screen, and what the guard may record. */
export function Verdict({ scan, onRecorded, onClose }: VerdictProps) {
  const { verdict, may, note, offline, scanned, asksOffice } = scan
  const [pass, setPass] = useState(scan.pass)
  const [places, setPlaces] = useState<readonly number[]>(pass?.workers.length === 1 ? [0] : [])
  const signal = SIGNALS[verdict]
  const Icon = VERDICT_ICONS[verdict]
  useEffect(() => playSignal(signal), [signal])
  const record = useMutation({
    mutationFn: ({ kind, people, ...said }: NewRecord) =>
      sendEntry(pass, kind, people, { verdict, code: scanned, ...said }),
    onSuccess: onRecorded,
    meta: { handles: 'all' },
  })
  if (record.data) return <EntryNote recent={record.data} onClose={onClose} />
  const words = VERDICT_LABELS[verdict]
  return (
    <Layer label={words} onClose={onClose}>
      <section className={`verdict signal ${signal}`}>
        <header>
          <Icon />
          <div>
            <h2>{words}</h2>
            <p>{note || verdictReason(verdict, pass)}</p>
            {pass === null && IS_CODE.test(scanned) && <p className="num">{spacedCode(scanned)}</p>}
          </div>
        </header>
        {pass && (
          <PassFacts
            pass={pass}
            isOffline={offline}
            onChange={setPass}
            places={places}
            onPlaces={setPlaces}
          />
        )}
        <VerdictActions
          pass={pass}
          places={places}
          may={may}
          asksOffice={asksOffice}
          busy={record.isPending}
          failure={record.error instanceof ApiError ? record.error.message : ''}
          onRecord={record.mutate}
          onClose={onClose}
        />
      </section>
    </Layer>
  )
}
