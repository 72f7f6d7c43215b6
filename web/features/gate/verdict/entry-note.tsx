import { Ban, CircleAlert, CircleCheck, CircleX, Undo2 } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import { Button } from '#ui/controls/button.tsx'
import { Layer } from '#ui/layers/layer.tsx'
import { setAutofocus } from '#ui/overlays/dialog-host.tsx'
import { formatEntry, isUndoable, type RecentEntry } from './recent-entries.ts'
import { useUndo } from './recent-list.tsx'
import { playSignal } from './signals.ts'

const STAYS_MS = 4000

const ICONS = {
  written: CircleCheck,
  repeated: CircleCheck,
  waiting: CircleCheck,
  marked: CircleAlert,
  refused: CircleX,
}

/** Says what became of an entry, and goes back to scanning by itself if all is well. */
export function EntryNote({ recent, onClose }: { recent: RecentEntry; onClose: () => void }) {
  const { outcome, message } = recent.entry
  const signal = message !== '' && (outcome === 'refused' ? 'no' : 'attention')
  const isDone = recent.kind !== 'refused' || outcome === 'refused'
  const Icon = isDone ? ICONS[outcome] : Ban
  const undoing = useUndo(recent, onClose)
  const leave = useEffectEvent(onClose)
  useEffect(() => {
    if (signal) return playSignal(signal)
    const timer = setTimeout(() => leave(), STAYS_MS)
    return () => clearTimeout(timer)
  }, [signal])
  const title = outcome === 'refused' ? 'Not recorded' : formatEntry(recent)
  return (
    <Layer label={title} onClose={onClose}>
      <section className={`verdict entry-note signal ${signal || (isDone ? 'done' : '')}`}>
        <header>
          <Icon />
          <h2>{title}</h2>
          <p role="status">
            {message || recent.name}
            {outcome === 'waiting' && ' Saved on this device, and sent when it is online.'}
          </p>
        </header>
        <footer>
          {isUndoable(recent) && (
            <Button icon={Undo2} busy={undoing.isPending} onClick={() => undoing.mutate()}>
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
