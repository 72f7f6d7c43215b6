import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useLayoutEffect } from 'react'
import { useInactivity, useSharedLogout } from '#features/account/leaving.ts'
import { ApiError } from '#lib/api/api.ts'
import { meQuery } from '#lib/api/me.ts'
import { currentArea, leaveToLogin } from '#lib/api/session.ts'
import { startLive } from '#lib/live/live.ts'
import { useDeferredRender } from '#lib/use-deferred-render.ts'
import { ErrorState } from '#ui/states.tsx'
import { endFirstShell } from './first-shell.ts'
import { useCommunity } from './use-community.ts'

interface MeGateProps {
  /** The shell, drawn once it is known who is logged in. */
  children: ReactNode
  /** Restores the cache from the data shown last, when the server does not answer. */
  restore?: () => void
}

/**
 * Lets the shell appear when `GET /api/me` has answered, and keeps the session's watches. Until then index.html's own shell
 * (first-shell.css) is seen.
 */
export function MeGate({ children, restore }: MeGateProps) {
  const { data, error, failureReason, refetch, isFetching } = useQuery(meQuery)
  const unanswered = data === undefined && failureReason instanceof ApiError && failureReason.unanswered
  useEffect(() => {
    if (unanswered) restore?.()
  }, [unanswered, restore])
  useCommunity()
  useInactivity()
  useSharedLogout()
  // a token of another area under this area's key opens nothing here
  const foreign = data !== undefined && data.area !== currentArea()
  useEffect(() => {
    if (foreign) leaveToLogin()
  }, [foreign])
  const known = data !== undefined && !foreign
  // the shell and its page are most of a first load's work
  const drawn = useDeferredRender(known, false)
  useEffect(() => {
    if (known) void startLive()
  }, [known])
  const failed = error !== null && !foreign
  useLayoutEffect(() => {
    if (drawn || failed) endFirstShell()
  }, [drawn, failed])
  if (drawn) return children
  if (!failed) return null
  return (
    <div className="not-found">
      <ErrorState title="We could not reach the portal" busy={isFetching} onRetry={() => void refetch()} />
    </div>
  )
}
