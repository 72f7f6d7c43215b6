import { useMutation, useQuery } from '@tanstack/react-query'
import { CircleCheck, CircleX, DatabaseBackup, Download, LoaderCircle, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { api } from '#lib/api/api.ts'
import { queryClient } from '#lib/api/query-client.ts'
import { startDownload } from '#lib/api/save-file.ts'
import { formatDateTime } from '#lib/time.ts'
import { useNow } from '#lib/use-now.ts'
import { Button } from '#ui/controls/button.tsx'
import { TableSkeleton } from '#ui/lists/skeletons.tsx'
import { TableHead } from '#ui/lists/table-head.tsx'
import { toast } from '#ui/overlays/toast.tsx'
import { QueryState } from '#ui/query-state.tsx'
import { LastActive } from '#ui/values/last-active.tsx'
import type { MessageAnswer, DownloadLink } from '@tahanan/contract/answers.ts'
import type { Backup } from '@tahanan/contract/database/answers.ts'
import { formatBytes } from '@tahanan/contract/text/bytes.ts'
import { backupsQuery } from './calls.ts'
import { describeCause, describeManualBackups, estimateProgress, formatElapsed } from './describe-backup.ts'

const COLLAPSED_COUNT = 5

/**
 * List of backups with size, age and result. Backups can be started and downloaded here (rules 12.12, 12.14).
 */
export function BackupSection() {
  const [isExpanded, setExpanded] = useState(false)
  const query = useQuery(backupsQuery)
  const { data } = query
  const { mutate, isPending } = useMutation({
    mutationFn: () => api.post<MessageAnswer>('/backups'),
    onSuccess: ({ message }) => toast.info(message),
    onSettled: () => queryClient.invalidateQueries(backupsQuery),
  })
  const backups = data?.data ?? []
  const runningBackup = backups.find(({ state }) => state === 'running')
  const shownBackups = isExpanded ? backups : backups.slice(0, COLLAPSED_COUNT)
  return (
    <section className="backups stack" aria-labelledby="backups">
      <header>
        <div className="grow">
          <h2 id="backups">Backups</h2>
          <p className="minor">{data && describeSchedule(data.schedule)}</p>
          <p className="minor">{data && describeManualBackups(data.manual)}</p>
          <p className="minor">{data && describeEncryption(data.encrypts)}</p>
        </div>
        <Button
          kind="primary"
          icon={DatabaseBackup}
          busy={isPending || runningBackup !== undefined}
          onClick={() => mutate()}
        >
          Back up now
        </Button>
      </header>
      {runningBackup && <RunningBackup backup={runningBackup} all={backups} />}
      {!data && (
        <QueryState query={query} title="We could not load the backups">
          <TableSkeleton columns={[['Made'], ['Size'], ['Result'], ['Why']]} count={3} actions />
        </QueryState>
      )}
      {data && backups.length === 0 && (
        <p className="minor">There is no backup yet. Make the first one now, and keep a copy elsewhere.</p>
      )}
      {backups.length > 0 && (
        <div className="panel">
          <table className="table folds">
            <caption className="visually-hidden">Backups</caption>
            <TableHead columns={['Made', 'Size', 'Result', 'Why']} right={['Size']} actions />
            <tbody>
              {shownBackups.map((backup) => (
                <BackupRow key={backup.id} backup={backup} />
              ))}
            </tbody>
          </table>
          {shownBackups.some(isStoredElsewhere) && (
            <p className="help">
              Backups that are not on this machine were made by another server of this portal, or were
              removed.
            </p>
          )}
          {backups.length > COLLAPSED_COUNT && (
            <Button kind="quiet" aria-expanded={isExpanded} onClick={() => setExpanded(!isExpanded)}>
              {isExpanded ? 'Show the newest' : `Show all ${backups.length}`}
            </Button>
          )}
        </div>
      )}
    </section>
  )
}

const isStoredElsewhere = ({ state, downloadable }: Backup): boolean => state === 'done' && !downloadable

function describeSchedule({
  every,
  next,
  keep,
}: {
  every: string | null
  next: string | null
  keep: number
}) {
  if (every === null)
    return 'Scheduled backups are off. The operator of the server can turn them on (BACKUP_SCHEDULE).'
  const scheduleText = `Scheduled ${every}, the newest ${keep} are kept.`
  return next === null ? scheduleText : `${scheduleText} Next: ${formatDateTime(next)}.`
}

const describeEncryption = (isEncrypted: boolean): string =>
  isEncrypted
    ? 'New backups are encrypted. Only the owner of the secret key can restore them.'
    : 'Backups are not encrypted: who gets one can read everything. The operator of the server can turn encryption on (BACKUP_RECIPIENTS).'

const STATE_ICONS_AND_LABELS: Readonly<Record<string, readonly [icon: typeof CircleCheck, words: string]>> = {
  running: [LoaderCircle, 'Being made'],
  done: [CircleCheck, 'Good'],
  failed: [CircleX, 'Failed'],
  removed: [Trash2, 'Removed'],
}

function BackupRow({ backup }: { backup: Backup }) {
  const { id, file, bytes, state, started_at, finished_at, problem, encrypted, downloadable } = backup
  const { mutate, isPending } = useMutation({
    mutationFn: () => api.post<DownloadLink>(`/backups/${id}/download-link`),
    onSuccess: ({ url }) => startDownload(url),
  })
  const [Icon, label] = STATE_ICONS_AND_LABELS[state] ?? [CircleCheck, state]
  const duration = state === 'done' ? formatElapsed(started_at, finished_at) : ''
  return (
    <tr>
      <th scope="row" className="c-num">
        {formatDateTime(started_at)}
        <small>
          <LastActive lastSeen={started_at} />
        </small>
      </th>
      <td className="right c-num">{bytes === null ? '' : formatBytes(bytes)}</td>
      <td>
        <span className={`result inline ${state}`}>
          <Icon className={state === 'running' ? 'small spin' : 'small'} />
          {label}
          {duration && <small>in {duration}</small>}
          {encrypted && state === 'done' && <small>encrypted</small>}
        </span>
        {problem && <small className="problem">{problem}</small>}
      </td>
      <td className="why">{describeCause(backup)}</td>
      <td className="right">
        {downloadable ? (
          <Button
            kind="quiet"
            icon={Download}
            busy={isPending}
            aria-label={`Download ${file ?? ''}`}
            onClick={() => mutate()}
          >
            Download
          </Button>
        ) : (
          isStoredElsewhere(backup) && <span className="subtle">Not on this machine</span>
        )}
      </td>
    </tr>
  )
}

function RunningBackup({ backup, all: allBackups }: { backup: Backup; all: readonly Backup[] }) {
  const now = useNow(1000)
  return (
    <div className="working">
      <p role="status">A backup is being made. Everybody can go on working.</p>
      <progress aria-label="Backup" value={estimateProgress(backup, allBackups, now)} />
      <p className="num muted" aria-hidden>
        {formatElapsed(backup.started_at, now)}
      </p>
    </div>
  )
}
