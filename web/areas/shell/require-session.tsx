import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useLayoutEffect } from 'react'
import { useInactivityLogout, useSharedLogout } from '#features/account/logout.ts'
import { ApiError } from '#lib/api/api.ts'
import { getLoginName, meQuery } from '#lib/api/me.ts'
import { formatBrowserTitle } from '#lib/api/public-settings.ts'
import { queryClient } from '#lib/api/query-client.ts'
import { getCurrentArea, goToLogin } from '#lib/api/session.ts'
import { settingsQuery, useSettings } from '#lib/api/settings.ts'
import { connectLiveEvents, useLiveEvent } from '#lib/live/live.ts'
import { useDeferredRender } from '#lib/use-deferred-render.ts'
import { deleteDraftsOfOthers } from '#ui/forms/drafts.ts'
import { ErrorState } from '#ui/states.tsx'
import { liveChannels } from '@tahanan/contract/live-channels.ts'
import { removeShellPlaceholder } from './crash-guard.tsx'

interface RequireSessionProps {
  children: ReactNode
  /** Shows the stored data of the last visit. Called if the server does not answer. */
  restore?: () => void
}

/**
 * Renders the area after `GET /api/me` has confirmed the session. Until then, the placeholder in index.html
 * is visible.
 */
export function RequireSession({ children, restore }: RequireSessionProps) {
  const { data, error, failureReason, refetch, isFetching } = useQuery(meQuery)
  const hasNoResponse = data === undefined && failureReason instanceof ApiError && failureReason.isUnanswered
  useEffect(() => {
    if (hasNoResponse) restore?.()
  }, [hasNoResponse, restore])
  useCommunitySettings()
  useInactivityLogout()
  useSharedLogout()
  const isOtherArea = data !== undefined && data.area !== getCurrentArea()
  useEffect(() => {
    if (isOtherArea) goToLogin()
  }, [isOtherArea])
  const isSessionValid = data !== undefined && !isOtherArea
  // Rendering is deferred to a later task, because rendering the layout and the page takes most of the time
  // of a first load.
  const canRenderShell = useDeferredRender(isSessionValid, false)
  useEffect(() => {
    if (isSessionValid) void connectLiveEvents()
  }, [isSessionValid])
  const account = isSessionValid ? getLoginName(data) : undefined
  useEffect(() => {
    if (account !== undefined) deleteDraftsOfOthers(account)
  }, [account])
  const hasFailed = error !== null && !isOtherArea
  useLayoutEffect(() => {
    if (canRenderShell || hasFailed) removeShellPlaceholder()
  }, [canRenderShell, hasFailed])
  if (canRenderShell) return children
  if (!hasFailed) return null
  return (
    <div className="not-found">
      <ErrorState title="We could not reach the portal" busy={isFetching} onRetry={() => void refetch()} />
    </div>
  )
}

/** Ends the session when maintenance begins (rules 1.12), and sets the browser's title (rules 15.1). */
function useCommunitySettings(): void {
  const settings = useSettings()
  const area = getCurrentArea()
  const isUnderMaintenance = settings.underMaintenance && area !== 'super-admin'
  useLiveEvent(liveChannels.publicSettings, () => void queryClient.invalidateQueries(settingsQuery))
  useEffect(() => {
    document.title = formatBrowserTitle(area, settings.name)
  }, [area, settings.name])
  useEffect(() => {
    if (isUnderMaintenance) goToLogin()
  }, [isUnderMaintenance])
}
