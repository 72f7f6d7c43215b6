import './import.css'
import { useQuery } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { useEffect } from 'react'
import { useAdmin } from '#lib/api/me.ts'
import { restartStallTimers } from '#lib/api/stalled-calls.ts'
import { emitLiveEvent, useLiveEvent, useLiveState } from '#lib/live/live.ts'
import { useUnloadWarning } from '#lib/use-unload-warning.ts'
import { Button } from '#ui/controls/button.tsx'
import { SkeletonBar } from '#ui/lists/skeletons.tsx'
import { QueryState } from '#ui/query-state.tsx'
import type { StatementImport } from '@tahanan/contract/billing/import-answers.ts'
import { liveChannels } from '@tahanan/contract/live-channels.ts'
import { rolesAllow } from '@tahanan/contract/permissions.ts'
import { importQuery } from './calls.ts'
import { DateOrderDialog } from './date-order-dialog.tsx'
import { continueWithDateOrder, compareChosenFiles } from './files/compare-files.ts'
import { ImportZones } from './files/import-zones.tsx'
import { UploadCard } from './files/upload-card.tsx'
import { ImportHistory } from './import-history.tsx'
import {
  type ImportSession,
  updateImportSession,
  getImportSession,
  useImportSession,
} from './import-session.ts'
import { ReadyImport } from './ready-import.tsx'
import { openRememberedImport } from './run-import.ts'

/** Tab that imports statements from the accounting system and lists earlier imports (rules 7.3). */
export default function ImportTab() {
  const { roles } = useAdmin()
  const mayAdd = rolesAllow(roles, 'utilities', 'add')
  return (
    <div className="import stack gap-6">
      {mayAdd && <ImportSteps />}
      <ImportHistory mayContinue={mayAdd} />
    </div>
  )
}

function ImportSteps() {
  const session = useImportSession()
  const { step, uniqId, question, csv } = session
  const query = useQuery({ ...importQuery(uniqId ?? ''), enabled: uniqId !== undefined })
  const { data } = query
  useEffect(() => void openRememberedImport(), [])
  useUnloadWarning(step === 'upload')

  if (step === 'save') return <SaveProgress session={session} runningImport={data} />
  if (step === 'upload') return <UploadCard progress={session.uploads} />
  return (
    <>
      <p className="help">Note: saving large files may take 5 to 10 minutes.</p>
      <ImportZones session={session} preparedImport={step === 'ready' ? data : undefined} />
      {step === 'choose' && csv.soaFile && csv.webClientFile && (
        <div className="acts again">
          <p>The files could not be compared.</p>
          <Button icon={RefreshCw} onClick={() => void compareChosenFiles()}>
            Try again
          </Button>
        </div>
      )}
      {step === 'compare' && (
        <div className="stack gap-2" role="status">
          <SkeletonBar width="60%" />
          <p className="muted">Comparing with the tenants as they are now. Nothing is saved yet.</p>
        </div>
      )}
      {step === 'ready' && data && <ReadyImport session={session} preparedImport={data} />}
      {step === 'ready' && !data && (
        <QueryState query={query} title="We could not load the comparison">
          {null}
        </QueryState>
      )}
      {question && (
        <DateOrderDialog examples={question} onAnswer={(order) => void continueWithDateOrder(order)} />
      )}
    </>
  )
}

function SaveProgress(props: { session: ImportSession; runningImport: StatementImport | undefined }) {
  const { session, runningImport } = props
  const { uniqId, unreachable } = session
  const liveState = useLiveState()
  // Subscribes again after each reconnect, because the server forgets the subscription when the connection
  // ends.
  useEffect(() => {
    if (liveState === 'live' && uniqId !== undefined)
      void emitLiveEvent('soa-update', uniqId).catch(() => undefined)
  }, [liveState, uniqId])
  useLiveEvent<{ count: number; total: number }>(liveChannels.soaUpdateEvent, (savedProgress) => {
    if (getImportSession().step === 'save') updateImportSession({ saved: savedProgress })
  })

  const polledProgress = { count: runningImport?.saved ?? 0, total: runningImport?.total ?? 0 }
  // Events and polling both report the progress and either may be late, so the larger count is shown.
  const { count, total } =
    session.saved && session.saved.count >= polledProgress.count ? session.saved : polledProgress
  useEffect(restartStallTimers, [count])
  return (
    <section className="panel importing" aria-labelledby="saving">
      <h2 id="saving">Saving the statements</h2>
      <p className="counter num" role="status">
        <b>{count.toLocaleString('en')}</b> of {total.toLocaleString('en')} rows
      </p>
      <progress value={total === 0 ? undefined : count} max={total || 1} aria-label="Rows saved" />
      <p className="help">
        Saving large files may take 5 to 10 minutes. You can leave this page: the server goes on by itself,
        and the record below says when it is done.
      </p>
      {unreachable && (
        <p className="alert" role="alert">
          The server cannot be reached at the moment. What is saved is kept, and we go on asking.
        </p>
      )}
    </section>
  )
}
