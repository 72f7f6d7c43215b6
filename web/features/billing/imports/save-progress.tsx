import { useEffect } from 'react'
import { restartStallTimers } from '#lib/api/stalled-calls.ts'
import { emitLive, useChannel, useLiveState } from '#lib/live/live.ts'
import type { StatementImport } from '@tahanan/contract/billing/import-answers.ts'
import { channels } from '@tahanan/contract/channels.ts'
import { changeSession, importSession, type ImportSession } from './import-session.ts'

/** Number of saved rows, from the live channel `soa-update.{uniqId}`. */
export function SaveProgress(props: { session: ImportSession; running: StatementImport | undefined }) {
  const { session, running } = props
  const { uniqId, unreachable } = session
  const live = useLiveState()
  // Joins again after each reconnect: the server forgets the subscription.
  useEffect(() => {
    if (live === 'live' && uniqId !== undefined) void emitLive('soa-update', uniqId).catch(() => undefined)
  }, [live, uniqId])
  useChannel<{ count: number; total: number }>(channels.soaUpdateEvent, (saved) => {
    if (importSession().step === 'save') changeSession({ saved })
  })

  const polled = { count: running?.saved ?? 0, total: running?.total ?? 0 }
  // The larger count of live events and polling.
  const { count, total } = session.saved && session.saved.count >= polled.count ? session.saved : polled
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
