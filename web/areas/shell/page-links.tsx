import { ChevronDown, type LucideIcon } from 'lucide-react'
import { useId, useState } from 'react'
import { NavLink, useLocation } from 'react-router'
import { menuOf, type Page } from '#lib/address/page-list.ts'
import { Bar } from '#ui/lists/skeletons.tsx'

interface PageLinksProps {
  pages: readonly Page[]
  /** Icon of every group, replacing those of its pages; without it a group is a heading. */
  groupIcon?: LucideIcon
  waiting?: number
  /** Groups start folded, unless they contain the open page: phones, low screens. */
  closed?: boolean
  onGo?: () => void
}

/** The menu as links in collapsible groups. */
export function PageLinks({ pages, ...rest }: PageLinksProps) {
  return [...menuOf(pages)].map(([name, entries]) =>
    entries[0]?.group === undefined ? (
      entries.map((page) => <PageLink key={name} page={page} onGo={rest.onGo} />)
    ) : (
      <LinkGroup key={name} name={name} pages={entries} {...rest} />
    ),
  )
}

/** An area's home is active only on its exact path. */
function PageLink({ page, onGo, plain }: { page: Page; onGo?: () => void; plain?: boolean }) {
  return (
    <NavLink
      to={page.path}
      end={page.path === '/' || page.path === '/admin' || page.path === '/super-admin'}
      onClick={onGo}
    >
      {!plain && <page.icon />}
      {page.title}
    </NavLink>
  )
}

const WIDTHS = [110, 80, 96] as const

function LinkGroup(props: PageLinksProps & { name: string }) {
  const { name, groupIcon: Icon, pages, waiting = 0, closed, onGo } = props
  const id = useId()
  const { pathname } = useLocation()
  const inside = pages.some(({ path }) => pathname.startsWith(path))
  // The reader's last toggle applies until a page of the group is opened or left.
  const [pressed, setPressed] = useState<{ inside: boolean; open: boolean }>()
  const open = pressed?.inside === inside ? pressed.open : !closed || inside
  const fold = (
    <button
      type="button"
      className="grp"
      aria-expanded={open}
      aria-controls={id}
      onClick={() => setPressed({ inside, open: !open })}
    >
      {Icon && <Icon />}
      {name}
      <ChevronDown className="small" />
    </button>
  )
  return (
    <div>
      {Icon ? fold : <h3>{fold}</h3>}
      <div className="sub" id={id} hidden={!open}>
        {pages.map((page) => (
          <PageLink key={page.path} page={page} onGo={onGo} plain={Icon !== undefined} />
        ))}
        {Array.from({ length: waiting }, (_, entry) => (
          <Bar key={entry} width={WIDTHS[entry % WIDTHS.length] ?? 96} />
        ))}
      </div>
    </div>
  )
}
