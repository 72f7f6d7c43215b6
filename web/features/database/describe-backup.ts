import type { Backup, Backups } from '@tahanan/contract/database/answers.ts'

const CAUSE_LABELS: Readonly<Record<string, string>> = {
  person: 'By hand',
  schedule: 'Scheduled',
  reset: 'Before a reset',
  command: 'By command',
}

export function describeCause({ cause, startedBy }: Pick<Backup, 'cause' | 'startedBy'>): string {
  const causeLabel = CAUSE_LABELS[cause] ?? cause
  return startedBy === '' ? causeLabel : `${causeLabel}, ${startedBy}`
}

/** Returns a text with the number of manual backups. These are never deleted automatically (rules 12.23). */
export function describeManualBackups({ count, most }: Backups['manual']): string {
  const manualBackupsText = `Made by hand or by command: ${count} of at most ${most}.`
  return count < most
    ? manualBackupsText
    : `${manualBackupsText} Old ones have to be removed on the server before the next.`
}

/**
 * Returns the time between `from` (ISO 8601) and `to` (ISO 8601 or milliseconds), such as `12 s` or `3 min 5
 * s`.
 */
export function formatElapsed(from: string, to: string | number | null): string {
  const endMs = typeof to === 'string' ? Date.parse(to) : to
  if (endMs === null) return ''
  const seconds = Math.max(0, Math.round((endMs - Date.parse(from)) / 1000))
  if (seconds < 1) return 'under 1 s'
  const minutes = Math.floor(seconds / 60)
  return minutes === 0 ? `${seconds} s` : `${minutes} min ${seconds % 60} s`
}

/**
 * Estimates the progress of a running backup, from 0 to 0.95, by the duration of the last successful one.
 * Returns undefined if none exists (rules 12.12).
 */
export function estimateProgress(
  runningBackup: Backup,
  allBackups: readonly Backup[],
  now: number,
): number | undefined {
  const lastFinishedBackup = allBackups.find(
    ({ state, finished_at }) => state === 'done' && finished_at !== null,
  )
  if (!lastFinishedBackup?.finished_at) return undefined
  const lastDurationMs =
    Date.parse(lastFinishedBackup.finished_at) - Date.parse(lastFinishedBackup.started_at)
  if (lastDurationMs <= 0) return undefined
  return Math.min(0.95, Math.max(0, (now - Date.parse(runningBackup.started_at)) / lastDurationMs))
}
