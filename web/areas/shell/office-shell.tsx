import './deep-shell.css'
import { LogOut, Menu } from 'lucide-react'
import { type ReactNode, useId, useMemo, useRef, useState } from 'react'
import { NavLink, useLocation } from 'react-router'
import { logout } from '#features/account/logout.ts'
import { OfficeConfirmationDialog } from '#features/account/office-confirmation-dialog.tsx'
import { listTabs, type Page } from '#lib/address/page-list.ts'
import { getCurrentArea, getHomePath } from '#lib/api/session.ts'
import { ConnectionBadge } from '#ui/connection-badge.tsx'
import { IconButton } from '#ui/controls/button.tsx'
import { HeadExtrasProvider } from '#ui/page-head.tsx'
import { useHasSidebar, useIsLowScreen, useIsPhone } from '#ui/use-media-query.ts'
import { Avatar, Brand } from './brand.tsx'
import { PageLinks } from './page-links.tsx'
import { ThemeButton } from './theme-button.tsx'

interface OfficeShellProps {
  area: string
  userName: string
  detail?: string
  pages: readonly Page[]
  counts?: ReadonlyMap<string, number>
  bell?: ReactNode
  search?: ReactNode
  children: ReactNode
}

export function OfficeShell({ bell, search, children, ...side }: OfficeShellProps) {
  const phone = useIsPhone()
  const hasSidebar = useHasSidebar()
  const id = useId()
  const drawer = useRef<HTMLElement>(null)
  const [title, setTitle] = useState<HTMLElement | null>(null)
  const [action, setAction] = useState<HTMLElement | null>(null)
  const { pages } = side
  const { pathname } = useLocation()
  const headExtras = useMemo(
    () => ({
      desktopTools: (
        <>
          {hasSidebar && search}
          {bell && <ConnectionBadge />}
          {hasSidebar && bell}
        </>
      ),
      bar: phone ? { title, action } : undefined,
      entry: findPageEntry(pages, pathname),
    }),
    [bell, search, phone, hasSidebar, title, action, pages, pathname],
  )
  return (
    <HeadExtrasProvider value={headExtras}>
      <div className="deep">
        <a className="skip" href="#page">
          Skip to the page
        </a>
        {!hasSidebar ? (
          <header className="phead row">
            <IconButton icon={Menu} label="Pages" popoverTarget={id} />
            <aside className="aside pop" id={id} ref={drawer} popover="auto" aria-label="Menu">
              <SidebarContent {...side} onNavigate={() => drawer.current?.hidePopover()} />
            </aside>
            <div className="grow" ref={setTitle}>
              {!phone && <Brand />}
            </div>
            {search}
            {bell}
            <div ref={setAction} />
          </header>
        ) : (
          <aside className="aside" aria-label="Menu">
            <SidebarContent {...side} />
          </aside>
        )}
        {children}
        <footer className="deep-foot">© 2021 All Rights Reserved.</footer>
      </div>
      <OfficeConfirmationDialog />
    </HeadExtrasProvider>
  )
}

function findPageEntry(pages: readonly Page[], pathname: string) {
  const openPage = pages.find(({ path }) => path === pathname.replace(/\/$/, ''))
  const tabs = openPage ? listTabs(pages, openPage) : []
  return openPage?.tabbedEntry && tabs.length > 1 ? { title: openPage.tabbedEntry.title, tabs } : undefined
}

function SidebarContent(
  props: Omit<OfficeShellProps, 'bell' | 'search' | 'children'> & { onNavigate?: () => void },
) {
  const { area, userName, detail, pages, counts, onNavigate } = props
  return (
    <>
      <div className="foot-row row">
        <Brand under={area} />
        <ThemeButton />
      </div>
      <nav className="anav" aria-label="Pages">
        <PageLinks pages={pages} counts={counts} startsCollapsed={useIsLowScreen()} onGo={onNavigate} />
      </nav>
      <div className="foot">
        <NavLink to={`${getHomePath(getCurrentArea())}/account`} title="My account" onClick={onNavigate}>
          <span className="visually-hidden">My account: </span>
          <Avatar name={userName} />
          <span>
            <b>{userName}</b>
            {detail && <small>{detail}</small>}
          </span>
        </NavLink>
        <IconButton icon={LogOut} label="Logout" onClick={() => void logout()} />
      </div>
    </>
  )
}
