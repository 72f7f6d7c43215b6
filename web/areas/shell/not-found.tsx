import { type ReactNode, useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { currentArea, homeOf } from '#lib/api/session.ts'
import { Button } from '#ui/controls/button.tsx'
import { hasDrafts } from '#ui/forms/drafts.ts'
import { EmptyState } from '#ui/states.tsx'

/** Returns the path where unknown paths end (rules 15.2), inside the area they were in. */
function notFoundPath(): string {
  const home = homeOf(currentArea())
  return home === '/' ? '/404' : `${home}/404`
}

const READ_MS = 1500

interface NotFoundProps {
  /** The page is there, and closed to this account: it stays where it is, and is there again when it opens. */
  closed?: boolean
}

/** 'Page Not Found', which then moves on to /404 where there is no such page. */
export function NotFound({ closed }: NotFoundProps) {
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const end = notFoundPath()
  useEffect(() => {
    if (closed || pathname === end) return undefined
    const timer = setTimeout(() => void navigate(end, { replace: true }), READ_MS)
    return () => clearTimeout(timer)
  }, [closed, pathname, navigate, end])
  return (
    <NoPage title="Page Not Found">
      Sorry, this page is not available or under construction at the moment.
    </NoPage>
  )
}

/** A page that was open to this account when the area was loaded, and is no longer. */
export function AccessChanged() {
  return (
    <NoPage title="Your access changed">
      You can no longer open this page. Ask whoever manages access if you still need it.
      {hasDrafts() && ' What you typed is kept in this tab.'}
    </NoPage>
  )
}

function NoPage({ title, children }: { title: string; children: ReactNode }) {
  const navigate = useNavigate()
  const home = (
    <Button kind="primary" onClick={() => void navigate(homeOf(currentArea()))}>
      Go home
    </Button>
  )
  return (
    <div className="not-found">
      <EmptyState title={title} level={1} action={home}>
        {children}
      </EmptyState>
    </div>
  )
}
