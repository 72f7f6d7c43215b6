import type { Backup } from '@tahanan/contract/database/answers.ts'
import { useSyncExternalStore } from 'react'
import { progressOf, tookWords } from './backup-words.ts'

const SECOND_MS = 1000

function eachSecond(changed: () => void): () => void {
  const timer = setInterval(changed, SECOND_MS)
  return () => clearInterval(timer)
}

const nowInSeconds = (): number => Math.floor(Date.now() / SECOND_MS) * SECOND_MS

interface RunningBackupProps {
  backup: Backup
  /** The others, from which the usual time is known. */
  all: readonly Backup[]
}

/** A running backup: its time so far and its estimated progress. */
export function RunningBackup({ backup, all }: RunningBackupProps) {
  const now = useSyncExternalStore(eachSecond, nowInSeconds)
  return (
    <div className="working">
      <p role="status">A backup is being made. Everybody can go on working.</p>
      <progress aria-label="Backup" value={progressOf(backup, all, now)} />
      <p className="num muted" aria-hidden>
        {tookWords(backup.started_at, now)}
      </p>
    </div>
  )
}
