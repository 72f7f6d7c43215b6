import './deep-shell.css'
import { LogOut, Menu } from 'lucide-react'
import { type ReactNode, useId, useMemo, useRef, useState } from 'react'
import { NavLink } from 'react-router'
import { Confirmation } from '../account/confirmation.tsx'
import { currentArea, homeOf } from '../lib/session.ts'
import { ConnectionBadge } from '../ui/connection-badge.tsx'
import { IconButton } from '../ui/button.tsx'
import { HeadExtrasProvider } from '../ui/page-head.tsx'
import { useIsPhone } from '../ui/use-media.ts'
import { Avatar, Brand } from './brand.tsx'
import { logout } from './leaving.ts'
import { PageLink } from './page-links.tsx'
import { menuOf, type Page } from './page-list.ts'
import { ThemeButton } from './theme-button.tsx'

interface DeepShellProps {
  /** Under the community's name: whose area this is. */
  area: string
  who: string
  /** Under the name, such as the e-mail. */
  detail?: string
  pages: readonly Page[]
  bell?: ReactNode
  search?: ReactNode
  /** The open page. */
  children: ReactNode
}

/** The shell of the two office areas: a deep green sidebar on a desk, a header with a drawer on a phone. */
export function DeepShell({ bell, search, children, ...side }: DeepShellProps) {
  const phone = useIsPhone()
  const id = useId()
  const drawer = useRef<HTMLElement>(null)
  const [title, setTitle] = useState<HTMLElement | null>(null)
  const [action, setAction] = useState<HTMLElement | null>(null)
  const extras = useMemo(
    () => ({
      desk: (
        <>
          {search}
          {bell && <ConnectionBadge />}
          {bell}
        </>
      ),
      bar: phone ? { title, action } : undefined,
    }),
    [bell, search, phone, title, action],
  )
  return (
    <HeadExtrasProvider value={extras}>
      <div className="deep">
        <a className="skip" href="#page">
          Skip to the page
        </a>
        {phone ? (
          <header className="phead">
            <IconButton icon={Menu} label="Pages" popoverTarget={id} />
            <aside className="aside pop" id={id} ref={drawer} popover="auto" aria-label="Menu">
              <Side {...side} onGo={() => drawer.current?.hidePopover()} />
            </aside>
            <div className="title" ref={setTitle} />
            {search}
            {bell}
            <div ref={setAction} />
          </header>
        ) : (
          <aside className="aside" aria-label="Menu">
            <Side {...side} />
          </aside>
        )}
        {children}
        <footer className="deep-foot">© 2021 All Rights Reserved.</footer>
      </div>
      <Confirmation />
    </HeadExtrasProvider>
  )
}

interface SideProps extends Pick<DeepShellProps, 'area' | 'who' | 'detail' | 'pages'> {
  onGo?: () => void
}

function Side({ area, who, detail, pages, onGo }: SideProps) {
  return (
    <>
      <div className="foot-row">
        <Brand under={area} />
        <ThemeButton />
      </div>
      <nav className="anav" aria-label="Pages">
        {menuOf(pages).map(({ group, pages: entries }) => (
          <div key={entries[0]?.path}>
            {group && <h3>{group}</h3>}
            {entries.map((page) => (
              <PageLink key={page.path} page={page} onGo={onGo} />
            ))}
          </div>
        ))}
      </nav>
      <div className="aside-gap" />
      <div className="foot">
        <NavLink
          to={`${homeOf(currentArea())}/account`}
          className={({ isActive }) => (isActive ? 'on' : '')}
          title="My account"
          onClick={onGo}
        >
          <span className="sr">My account: </span>
          <Avatar name={who} />
          <span>
            <b>{who}</b>
            {detail && <small>{detail}</small>}
          </span>
        </NavLink>
        <IconButton icon={LogOut} label="Logout" onClick={() => void logout()} />
      </div>
    </>
  )
}
