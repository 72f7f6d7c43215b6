import { useNow } from '#lib/use-now.ts'
import type { Backup } from '@tahanan/contract/database/answers.ts'
import { estimateProgress, formatElapsed } from './backup-words.ts'

/** A running backup: its duration and estimated progress. */
export function RunningBackup({ backup, all }: { backup: Backup; all: readonly Backup[] }) {
  const now = useNow(1000)
  return (
    <div className="working">
      <p role="status">A backup is being made. Everybody can go on working.</p>
      <progress aria-label="Backup" value={estimateProgress(backup, all, now)} />
      <p className="num muted" aria-hidden>
        {formatElapsed(backup.started_at, now)}
      </p>
    </div>
  )
}
