import { ChevronDown, type LucideIcon } from 'lucide-react'
import { useId, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { type MenuEntry, listMenu, type Page } from '#lib/address/page-list.ts'
import { useStore } from '#lib/use-store.ts'
import { Bar } from '#ui/lists/skeletons.tsx'
import { isUnfolded, menuFolds, rememberFold } from './menu-folds.ts'

interface PageLinksProps {
  pages: readonly Page[]
  /** Icon of groups; pages in groups then have no icon. Without it, a group is only a heading. */
  groupIcon?: LucideIcon
  waiting?: number
  counts?: ReadonlyMap<string, number>
  /** If true, groups start collapsed, except for the group of the open page. */
  closed?: boolean
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

const HOMES = ['/', '/admin', '/super-admin']

/** Whether the page is open. A path below it also counts, except for home pages. */
const isOpen = (path: string, pathname: string): boolean =>
  pathname === path || (!HOMES.includes(path) && pathname.startsWith(`${path}/`))

interface PageLinkProps extends Pick<PageLinksProps, 'counts' | 'onGo'> {
  entry: MenuEntry
  plain?: boolean
}

function PageLink({ entry, counts, onGo, plain }: PageLinkProps) {
  const { pathname } = useLocation()
  const isActive = entry.paths.some((path) => isOpen(path, pathname))
  return (
    <Link
      to={entry.path}
      reloadDocument={entry.hasOwnDocument}
      className={isActive ? 'active' : ''}
      aria-current={isActive ? 'page' : undefined}
      onClick={onGo}
    >
      {!plain && <entry.icon />}
      {entry.title}
      <Waiting count={countWaiting([entry], counts)} />
    </Link>
  )
}

type Counts = PageLinksProps['counts']

const countWaiting = (entries: readonly MenuEntry[], counts: Counts): number =>
  entries.flatMap(({ paths }) => paths).reduce((sum, path) => sum + (counts?.get(path) ?? 0), 0)

function Waiting({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <b className="num">
      {count.toLocaleString('en')}
      <span className="visually-hidden"> waiting</span>
    </b>
  )
}

const WIDTHS = [110, 80, 96] as const

interface LinkGroupProps extends Omit<PageLinksProps, 'pages'> {
  name: string
  entries: readonly MenuEntry[]
}

function LinkGroup({ name, groupIcon: Icon, entries, waiting = 0, closed, ...rest }: LinkGroupProps) {
  const id = useId()
  const { pathname } = useLocation()
  const kept = useStore(menuFolds)
  const inside = entries.some(({ paths }) => paths.some((path) => isOpen(path, pathname)))
  const [pressed, setPressed] = useState<{ inside: boolean; open: boolean }>()
  const open = isUnfolded(kept, name, { inside, pressed, closed })
  const fold = (
    <button
      type="button"
      className="grp"
      aria-expanded={open}
      aria-controls={id}
      onClick={() => {
        setPressed({ inside, open: !open })
        rememberFold(name, open)
      }}
    >
      {Icon && <Icon />}
      {name}
      {!open && <Waiting count={countWaiting(entries, rest.counts)} />}
      <ChevronDown className="small" />
    </button>
  )
  return (
    <div>
      {Icon ? fold : <h3>{fold}</h3>}
      <div className="sub" id={id} hidden={!open}>
        {entries.map((entry) => (
          <PageLink key={entry.path} entry={entry} plain={Icon !== undefined} {...rest} />
        ))}
        {Array.from({ length: waiting }, (_, entry) => (
          <Bar key={entry} width={WIDTHS[entry % WIDTHS.length] ?? 96} />
        ))}
      </div>
    </div>
  )
}
