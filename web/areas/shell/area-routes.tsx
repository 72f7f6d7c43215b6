import { Clock } from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import { Route, Routes, useLocation } from 'react-router'
import type { Page } from '#lib/address/page-list.ts'
import { useScrollAndFocusNewPage } from '#lib/address/use-scroll-and-focus-new-page.ts'
import { useTrackRenderedAddress } from '#lib/keys/disable-shortcuts.tsx'
import { formatTime, getForeignZone } from '#lib/time.ts'
import { useNow } from '#lib/use-now.ts'
import { PageLoading } from '#ui/lists/skeletons.tsx'
import { CrashGuard } from './crash-guard.tsx'
import { AccessChanged, NotFound } from './not-found.tsx'
import './zone-note.css'

interface AreaRoutesProps {
  pages: readonly Page[]
  forbiddenPages?: readonly Page[]
  note?: ReactNode
}

export function AreaRoutes({ pages, forbiddenPages = [], note }: AreaRoutesProps) {
  const { pathname } = useLocation()
  const [initialPaths] = useState(() => new Set(pages.map(({ path }) => path)))
  useScrollAndFocusNewPage(pathname)
  useTrackRenderedAddress()
  return (
    <main className="page" id="page" tabIndex={-1}>
      <TimeZoneNote />
      {note}
      <CrashGuard key={pathname}>
        <Suspense fallback={<PageLoading />}>
          <Routes>
            {pages.map(({ path, Component }) => (
              <Route key={path} path={path} element={<Component />} />
            ))}
            {forbiddenPages.map(({ path }) => (
              <Route
                key={path}
                path={path}
                element={initialPaths.has(path) ? <AccessChanged /> : <NotFound isForbidden />}
              />
            ))}
            <Route path="*" element={<NotFound />} />
          </Routes>
        </Suspense>
      </CrashGuard>
    </main>
  )
}

/** Shows the community's time zone if the browser's time zone differs (rules 15.34). */
function TimeZoneNote() {
  const now = useNow(60_000)
  const zone = getForeignZone()
  if (zone === undefined) return null
  return (
    <p className="zone-note minor row">
      <Clock className="small" />
      <span>
        Times are {zone} time. It is {formatTime(new Date(now).toISOString())} there now.
      </span>
    </p>
  )
}
