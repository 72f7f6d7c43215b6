import { LogOut, Menu, Package } from 'lucide-react'
import { useId, useMemo, useRef } from 'react'
import { NavLink } from 'react-router'
import { useResident } from '../../lib/me.ts'
import { NotificationBell } from '../../notifications/bell.tsx'
import { AreaRoutes } from '../../shell/area-routes.tsx'
import { Avatar, Brand } from '../../shell/brand.tsx'
import { logout } from '../../shell/leaving.ts'
import { PageLinks } from '../../shell/page-links.tsx'
import type { Page } from '../../shell/page-list.ts'
import { ThemeButton } from '../../shell/theme-button.tsx'
import { IconButton } from '../../ui/button.tsx'
import { HeadExtrasProvider } from '../../ui/page-head.tsx'
import { CardSkeletons } from '../../ui/skeletons.tsx'
import { useIsPhone } from '../../ui/use-media.ts'
import { PAGES } from './pages.tsx'
import { useOpenServices } from './services.ts'

/** Sidebar on a desk; header, menu and bottom bar on a phone (spec 1, section 2). */
export function ResidentShell() {
  const phone = useIsPhone()
  const open = useOpenServices()
  const bell = useMemo(() => <NotificationBell reader="client" />, [])
  const extras = useMemo(() => ({ desk: bell }), [bell])
  // a closed service leaves the menu; its page stays, and says why it is closed
  const shown = PAGES.filter(({ service }) => service === undefined || open?.has(service))
  const menu = { pages: shown, waiting: open === undefined }
  return (
    <HeadExtrasProvider value={extras}>
      <div className="shell">
        <a className="skip" href="#page">
          Skip to the page
        </a>
        {phone ? <PhoneHeader {...menu} bell={bell} /> : <Sidebar {...menu} />}
        <AreaRoutes pages={PAGES} />
        {phone && <BottomBar pages={shown} />}
      </div>
    </HeadExtrasProvider>
  )
}

interface MenuProps {
  pages: readonly Page[]
  waiting: boolean
}

function Who() {
  const { uoccname, unitNumber, clientCode, image } = useResident()
  return (
    <div className="who">
      <Avatar name={uoccname} src={image} />
      <span>
        <b>{uoccname}</b>
        <small>Unit {unitNumber ?? clientCode}</small>
      </span>
    </div>
  )
}

function LogoutRow() {
  return (
    <div className="foot-row">
      <button type="button" onClick={() => void logout()}>
        <LogOut className="i" aria-hidden />
        Logout
      </button>
      <ThemeButton />
    </div>
  )
}

function Sidebar({ pages, waiting }: MenuProps) {
  return (
    <aside className="sidebar">
      <Brand />
      <p className="portal">YOUR PROPERTY MANAGEMENT PORTAL</p>
      <Who />
      <nav className="page-links" aria-label="Pages">
        <PageLinks pages={pages} groupIcon={Package} waiting={waiting} />
      </nav>
      <div className="foot page-links">
        <LogoutRow />
      </div>
    </aside>
  )
}

function PhoneHeader({ pages, waiting, bell }: MenuProps & { bell: React.ReactNode }) {
  const id = useId()
  const pop = useRef<HTMLDivElement>(null)
  const close = (): void => pop.current?.hidePopover()
  return (
    <header className="top">
      <Brand />
      {bell}
      <IconButton icon={Menu} label="Pages" popoverTarget={id} />
      <div className="pop pages-pop" id={id} ref={pop} popover="auto">
        <Who />
        <nav className="page-links" aria-label="Pages">
          <PageLinks pages={pages} groupIcon={Package} waiting={waiting} closed onGo={close} />
        </nav>
        <div className="out page-links">
          <LogoutRow />
        </div>
      </div>
    </header>
  )
}

function BottomBar({ pages }: Pick<MenuProps, 'pages'>) {
  const entries = pages.filter(({ bar }) => bar !== undefined)
  return (
    <nav className="bottom" aria-label="Main">
      {entries.map(({ path, bar, icon: Icon }) => (
        <NavLink key={path} to={path} end={path === '/'} className={({ isActive }) => (isActive ? 'on' : '')}>
          <span>
            <Icon className="i" aria-hidden />
          </span>
          {bar}
        </NavLink>
      ))}
    </nav>
  )
}

/** Before it is known who is logged in. */
export function ResidentShellWait() {
  return (
    <div className="shell">
      <div className="sidebar desk">
        <Brand />
      </div>
      <div>
        <header className="top phone">
          <Brand />
        </header>
        <main className="page">
          <CardSkeletons />
        </main>
      </div>
    </div>
  )
}
