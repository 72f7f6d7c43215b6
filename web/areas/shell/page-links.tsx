import { ChevronDown, type LucideIcon } from 'lucide-react'
import { useId, useState } from 'react'
import { NavLink, useLocation } from 'react-router'
import { Bar } from '../../ui/lists/skeletons.tsx'
import { menuOf, type Page } from '../../lib/address/page-list.ts'

interface PageLinksProps {
  pages: readonly Page[]
  /** The icon of each group. */
  groupIcon: LucideIcon
  /** Entries of the groups that are not known yet. */
  waiting?: number
  /** Groups are closed unless the open page is in them or somebody opened them: phones, low screens. */
  closed?: boolean
  onGo?: () => void
}

/** The menu as links, its groups folding. */
export function PageLinks({ pages, groupIcon, waiting, closed, onGo }: PageLinksProps) {
  return menuOf(pages).map(({ group, pages: entries }) =>
    group === undefined ? (
      entries.map((page) => <PageLink key={page.path} page={page} onGo={onGo} />)
    ) : (
      <LinkGroup
        key={group}
        name={group}
        icon={groupIcon}
        pages={entries}
        waiting={waiting}
        closed={closed}
        onGo={onGo}
      />
    ),
  )
}

interface PageLinkProps {
  page: Page
  onGo?: () => void
  plain?: boolean
}

/** One page of the menu. An area's home is only itself, not everything below it. */
export function PageLink({ page, onGo, plain }: PageLinkProps) {
  return (
    <NavLink
      to={page.path}
      end={page.path === '/' || page.path === '/admin' || page.path === '/super-admin'}
      className={({ isActive }) => (isActive ? 'on' : '')}
      onClick={onGo}
    >
      {!plain && <page.icon className="i" aria-hidden />}
      {page.title}
    </NavLink>
  )
}

interface LinkGroupProps extends Omit<PageLinksProps, 'groupIcon'> {
  name: string
  icon: LucideIcon
}

/** Whether a group of the menu is unfolded: while the open page is in it, or by the reader's last press since. */
export function useUnfolded(
  pages: readonly Page[],
  closed: boolean | undefined,
): { unfolded: boolean; toggle: () => void } {
  const { pathname } = useLocation()
  const inside = pages.some(({ path }) => pathname.startsWith(path))
  const [pressed, setPressed] = useState<{ inside: boolean; unfolded: boolean }>()
  const unfolded = pressed?.inside === inside ? pressed.unfolded : !closed || inside
  return { unfolded, toggle: () => setPressed({ inside, unfolded: !unfolded }) }
}

/** Widths of placeholders, in pixels. */
const WIDTHS = [110, 80, 96] as const

function LinkGroup({ name, icon: Icon, pages, waiting = 0, closed, onGo }: LinkGroupProps) {
  const { unfolded: open, toggle } = useUnfolded(pages, closed)
  const id = useId()
  return (
    <div>
      <button type="button" className="grp" aria-expanded={open} aria-controls={id} onClick={toggle}>
        <Icon className="i" aria-hidden />
        {name}
        <ChevronDown className="i sm" aria-hidden />
      </button>
      <div className="sub" id={id} hidden={!open}>
        {pages.map((page) => (
          <PageLink key={page.path} page={page} onGo={onGo} plain />
        ))}
        {Array.from({ length: waiting }, (_, entry) => (
          <Bar key={entry} width={WIDTHS[entry % WIDTHS.length] ?? 96} />
        ))}
      </div>
    </div>
  )
}
