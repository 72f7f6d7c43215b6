import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useLayoutEffect } from 'react'
import { useInactivity, useSharedLogout } from '#features/account/logout.ts'
import { ApiError } from '#lib/api/api.ts'
import { getLoginName, meQuery } from '#lib/api/me.ts'
import { currentArea, leaveToLogin } from '#lib/api/session.ts'
import { startLive } from '#lib/live/live.ts'
import { useDeferredRender } from '#lib/use-deferred-render.ts'
import { deleteDraftsOfOthers } from '#ui/forms/drafts.ts'
import { ErrorState } from '#ui/states.tsx'
import { endFirstShell } from './crash-guard.tsx'
import { useCommunity } from './use-community.ts'

interface MeGateProps {
  children: ReactNode
  /** Restores the cached data of the last visit if the server does not answer. */
  restore?: () => void
}

/** Renders the shell once `GET /api/me` has answered; until then index.html shows its own. */
export function MeGate({ children, restore }: MeGateProps) {
  const { data, error, failureReason, refetch, isFetching } = useQuery(meQuery)
  const unanswered = data === undefined && failureReason instanceof ApiError && failureReason.isUnanswered
  useEffect(() => {
    if (unanswered) restore?.()
  }, [unanswered, restore])
  useCommunity()
  useInactivity()
  useSharedLogout()
  // A token of another area opens nothing here.
  const foreign = data !== undefined && data.area !== currentArea()
  useEffect(() => {
    if (foreign) leaveToLogin()
  }, [foreign])
  const known = data !== undefined && !foreign
  // Rendering the shell and its page is most of a first load's work.
  const drawn = useDeferredRender(known, false)
  useEffect(() => {
    if (known) void startLive()
  }, [known])
  const account = known ? getLoginName(data) : undefined
  useEffect(() => {
    if (account !== undefined) deleteDraftsOfOthers(account)
  }, [account])
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
