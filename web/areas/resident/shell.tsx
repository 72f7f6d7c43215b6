import { LogOut, Menu, MessageSquareHeart, Package } from 'lucide-react'
import { lazy, Suspense, useId, useRef, useState } from 'react'
import { NavLink, useLocation } from 'react-router'
import { AreaRoutes } from '#areas/shell/area-routes.tsx'
import { Avatar, Brand } from '#areas/shell/brand.tsx'
import { PageLinks } from '#areas/shell/page-links.tsx'
import { ThemeButton } from '#areas/shell/theme-button.tsx'
import { logout } from '#features/account/logout.ts'
import { LiveFeedbackPrompt } from '#features/feedback/feedback-prompt.tsx'
import { NotificationBell } from '#features/notifications/bell.tsx'
import { OfflineNote } from '#features/offline/offline-note.tsx'
import { Search } from '#features/search/search.tsx'
import { BlockedServicesNote } from '#features/tickets/resident/blocked-services-note.tsx'
import { useOpenServices } from '#features/tickets/resident/services.ts'
import { WalkInQuestions } from '#features/walk-ins/walk-in-questions.tsx'
import type { Page } from '#lib/address/page-list.ts'
import { useResident } from '#lib/api/me.ts'
import { formatUnit } from '#lib/record-values.ts'
import { IconButton } from '#ui/controls/button.tsx'
import { OpeningMessage } from '#ui/overlays/opening-message.tsx'
import { HeadExtrasProvider } from '#ui/page-head.tsx'
import { useHasSidebar, useIsLowScreen, useIsPhone } from '#ui/use-media-query.ts'
import { BOTTOM_BAR_PAGES, PAGES } from './pages.tsx'

const SERVICE_COUNT = PAGES.filter(({ service }) => service !== undefined).length

const FeedbackPanel = lazy(() => import('#features/feedback/feedback-panel.tsx'))

const HEADER_TOOLS = (
  <>
    <Search hint="Search announcements, rules and tickets" />
    <NotificationBell />
  </>
)
const DESKTOP_HEAD_EXTRAS = { desktopTools: HEADER_TOOLS }
const MOBILE_HEAD_EXTRAS = { desktopTools: null }

/**
 * Layout of the residents' area: a sidebar on desktops; a header with a menu and a bottom bar on smaller
 * screens (rules 15.5, 15.10).
 */
export function ResidentShell() {
  const phone = useIsPhone()
  const hasSidebar = useHasSidebar()
  const openServices = useOpenServices()
  const [feedback, setFeedback] = useState(false)
  const { pathname } = useLocation()
  // A closed service is left out of the menu. Its page can still be opened, because it explains why the
  // service is closed.
  const visiblePages = PAGES.filter(({ service }) => service === undefined || openServices?.has(service))
  const menuProps = {
    pages: visiblePages,
    skeletonCount: openServices ? 0 : SERVICE_COUNT,
    onFeedback: () => setFeedback(true),
  }
  return (
    <HeadExtrasProvider value={hasSidebar ? DESKTOP_HEAD_EXTRAS : MOBILE_HEAD_EXTRAS}>
      <div className="shell">
        <a className="skip" href="#page">
          Skip to the page
        </a>
        {hasSidebar ? <Sidebar {...menuProps} /> : <Header {...menuProps} />}
        <AreaRoutes pages={PAGES} note={<OfflineNote />} />
        {phone && <BottomBar pages={visiblePages} />}
        {/* The dashboard is excluded, because it has a feedback prompt of its own. */}
        {pathname !== '/' && <LiveFeedbackPrompt />}
        <WalkInQuestions />
        {feedback && (
          <Suspense fallback={<OpeningMessage />}>
            <FeedbackPanel onClose={() => setFeedback(false)} />
          </Suspense>
        )}
      </div>
    </HeadExtrasProvider>
  )
}

interface MenuProps {
  pages: readonly Page[]
  skeletonCount: number
  onFeedback: () => void
}

function AccountSummary() {
  const tenant = useResident()
  const { uoccname, src, thumb } = tenant
  return (
    <div className="who row">
      <Avatar name={uoccname} src={thumb ?? src} />
      <span>
        <b>{uoccname}</b>
        <small>{formatUnit(tenant)}</small>
      </span>
    </div>
  )
}

interface MenuLinksProps extends MenuProps {
  startsCollapsed: boolean
  onNavigate?: () => void
}

function MenuLinks({ pages, skeletonCount, onFeedback, startsCollapsed, onNavigate }: MenuLinksProps) {
  return (
    <>
      <AccountSummary />
      <nav className="page-links" aria-label="Pages">
        <PageLinks
          pages={pages}
          groupIcon={Package}
          skeletonCount={skeletonCount}
          startsCollapsed={startsCollapsed}
          onGo={onNavigate}
        />
      </nav>
      <BlockedServicesNote onGo={onNavigate} />
      <div className="foot page-links">
        <button
          type="button"
          onClick={() => {
            onNavigate?.()
            onFeedback()
          }}
        >
          <MessageSquareHeart />
          Feedback
        </button>
        <div className="foot-row row">
          <button type="button" onClick={() => void logout()}>
            <LogOut />
            Logout
          </button>
          <ThemeButton />
        </div>
      </div>
    </>
  )
}

function Sidebar(menu: MenuProps) {
  return (
    <aside className="sidebar">
      <Brand />
      <p className="portal">YOUR PROPERTY MANAGEMENT PORTAL</p>
      <MenuLinks {...menu} startsCollapsed={useIsLowScreen()} />
    </aside>
  )
}

function Header(menu: MenuProps) {
  const id = useId()
  const popoverRef = useRef<HTMLDivElement>(null)
  return (
    <header className="top">
      <Brand />
      {HEADER_TOOLS}
      <IconButton icon={Menu} label="Pages" popoverTarget={id} />
      <div className="pop pages-pop" id={id} ref={popoverRef} popover="auto">
        <MenuLinks {...menu} startsCollapsed onNavigate={() => popoverRef.current?.hidePopover()} />
      </div>
    </header>
  )
}

function BottomBar({ pages }: Pick<MenuProps, 'pages'>) {
  const entries = BOTTOM_BAR_PAGES.flatMap((label) => pages.find(({ bar }) => bar === label) ?? [])
  return (
    <nav className="bottom" aria-label="Main">
      {entries.map(({ path, bar, icon: Icon }) => (
        <NavLink key={path} to={path} end={path === '/'}>
          <span>
            <Icon />
          </span>
          {bar}
        </NavLink>
      ))}
    </nav>
  )
}
