import { ChevronDown, type LucideIcon } from 'lucide-react'
import { useId, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { type MenuEntry, listMenu, type Page } from '#lib/address/page-list.ts'
import { useStore } from '#lib/use-store.ts'
import { SkeletonBar } from '#ui/lists/skeletons.tsx'
import { isMenuGroupExpanded, collapsedMenuGroups, storeMenuGroupState } from './collapsed-menu-groups.ts'

interface PageLinksProps {
  pages: readonly Page[]
  /**
   * Icon of each group of the menu. If it is set, pages in groups have no icons; if not, a group is only a
   * heading.
   */
  groupIcon?: LucideIcon
  skeletonCount?: number
  counts?: ReadonlyMap<string, number>
  startsCollapsed?: boolean
  onGo?: () => void
}

export function PageLinks({ pages, ...rest }: PageLinksProps) {
  return [...listMenu(pages)].map(([name, entries]) =>
    entries[0]?.group === undefined ? (
      entries.map((entry) => <PageLink key={name} entry={entry} {...rest} />)
    ) : (
      <LinkGroup key={name} name={name} entries={entries} {...rest} />
    ),
  )
}

const HOME_PATHS = ['/', '/admin', '/super-admin']

const isPageOpen = (path: string, pathname: string): boolean =>
  pathname === path || (!HOME_PATHS.includes(path) && pathname.startsWith(`${path}/`))

interface PageLinkProps extends Pick<PageLinksProps, 'counts' | 'onGo'> {
  entry: MenuEntry
  hidesIcon?: boolean
}

function PageLink({ entry, counts, onGo, hidesIcon }: PageLinkProps) {
  const { pathname } = useLocation()
  const isActive = entry.paths.some((path) => isPageOpen(path, pathname))
  return (
    <Link
      to={entry.path}
      reloadDocument={entry.hasOwnDocument}
      className={isActive ? 'active' : ''}
      aria-current={isActive ? 'page' : undefined}
      onClick={onGo}
    >
      {!hidesIcon && <entry.icon />}
      {entry.title}
      <WaitingBadge count={sumWaitingCounts([entry], counts)} />
    </Link>
  )
}

type WaitingCounts = PageLinksProps['counts']

const sumWaitingCounts = (entries: readonly MenuEntry[], counts: WaitingCounts): number =>
  entries.flatMap(({ paths }) => paths).reduce((sum, path) => sum + (counts?.get(path) ?? 0), 0)

function WaitingBadge({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <b className="num">
      {count.toLocaleString('en')}
      <span className="visually-hidden"> waiting</span>
    </b>
  )
}

const SKELETON_WIDTHS = [110, 80, 96] as const

interface LinkGroupProps extends Omit<PageLinksProps, 'pages'> {
  name: string
  entries: readonly MenuEntry[]
}

function LinkGroup({
  name,
  groupIcon: Icon,
  entries,
  skeletonCount = 0,
  startsCollapsed,
  ...rest
}: LinkGroupProps) {
  const id = useId()
  const { pathname } = useLocation()
  const collapsedGroups = useStore(collapsedMenuGroups)
  const containsOpenPage = entries.some(({ paths }) => paths.some((path) => isPageOpen(path, pathname)))
  const [pressed, setPressed] = useState<{ containsOpenPage: boolean; isExpanded: boolean }>()
  const isExpanded = isMenuGroupExpanded(collapsedGroups, name, {
    containsOpenPage,
    lastClick: pressed,
    startsCollapsed,
  })
  const foldButton = (
    <button
      type="button"
      className="grp"
      aria-expanded={isExpanded}
      aria-controls={id}
      onClick={() => {
        setPressed({ containsOpenPage, isExpanded: !isExpanded })
        storeMenuGroupState(name, isExpanded)
      }}
    >
      {Icon && <Icon />}
      {name}
      {!isExpanded && <WaitingBadge count={sumWaitingCounts(entries, rest.counts)} />}
      <ChevronDown className="small" />
    </button>
  )
  return (
    <div>
      {Icon ? foldButton : <h3>{foldButton}</h3>}
      <div className="sub" id={id} hidden={!isExpanded}>
        {entries.map((entry) => (
          <PageLink key={entry.path} entry={entry} hidesIcon={Icon !== undefined} {...rest} />
        ))}
        {Array.from({ length: skeletonCount }, (_, entry) => (
          <SkeletonBar key={entry} width={SKELETON_WIDTHS[entry % SKELETON_WIDTHS.length] ?? 96} />
        ))}
      </div>
    </div>
  )
}
