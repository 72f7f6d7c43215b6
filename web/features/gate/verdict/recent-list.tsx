import './recent-list.css'
import { useMutation } from '@tanstack/react-query'
import { Undo2 } from 'lucide-react'
import { useNow } from '#lib/use-now.ts'
import { useStore } from '#lib/use-store.ts'
import { Button } from '#ui/controls/button.tsx'
import { UNDO_SECONDS } from '@tahanan/contract/gate/labels-and-codes.ts'
import { GATE_MUTATION_OPTIONS } from '../store/gate-state.ts'
import { formatRecentEntry, recentEntries, type RecentEntry, undoRecentEntry } from './recent-entries.ts'

export const useUndoMutation = (recentEntry: RecentEntry, onDone?: () => void) =>
  useMutation({
    ...GATE_MUTATION_OPTIONS,
    mutationFn: () => undoRecentEntry(recentEntry),
    onSuccess: onDone,
  })

/**
 * Shows the entries that were just recorded. Always has the height of one row, so that the keypad below does
 * not move.
 */
export function RecentList() {
  const now = useNow(1000)
  const undoableEntries = useStore(recentEntries).filter(({ at }) => now - at < UNDO_SECONDS * 1000)
  if (undoableEntries.length === 0)
    return <p className="recent minor">What you record can be undone here for a minute.</p>
  return (
    // The key changes with each entry. Otherwise scroll snapping would keep the previous row in view.
    <ul key={undoableEntries[0]?.entry.key} className="recent" aria-label="Just recorded">
      {undoableEntries.map((recentEntry) => (
        <RecentRow key={recentEntry.entry.key} recent={recentEntry} />
      ))}
    </ul>
  )
}

function RecentRow({ recent: recentEntry }: { recent: RecentEntry }) {
  const undoMutation = useUndoMutation(recentEntry)
  return (
    <li className="row">
      <span className="cut-line">
        <b>{formatRecentEntry(recentEntry)}</b> {recentEntry.name}
      </span>
      <Button
        icon={Undo2}
        busy={undoMutation.isPending}
        aria-label={`Undo: ${formatRecentEntry(recentEntry)} ${recentEntry.name}`}
        onClick={() => undoMutation.mutate()}
      >
        Undo
      </Button>
    </li>
  )
}
