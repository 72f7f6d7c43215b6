import { type LucideIcon, Plus } from 'lucide-react'
import { type ReactNode, createContext, use, useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { NavLink } from 'react-router'
import { Button, IconButton } from './controls/button.tsx'
import { useIsPhone } from './use-media-query.ts'
import './page-head.css'
import './page-tabs.css'

interface HeadExtras {
  desk: ReactNode
  /**
   * Elements of the header bar. On an administrator's phone, the page's title and main action are shown in
   * them.
   */
  bar?: { title: HTMLElement | null; action: HTMLElement | null }
  entry?: { title: string; tabs: readonly PageTab[] }
}

const HeadExtrasContext = createContext<HeadExtras>({ desk: null })
export const HeadExtrasProvider = HeadExtrasContext

export function DesktopHeadExtras() {
  const { desk } = use(HeadExtrasContext)
  return useIsPhone() ? null : desk
}

interface PageHeadProps {
  title: string
  lead?: string
  action?: { label: string; icon?: LucideIcon; onPress: () => void }
}

export function PageHead({ title, lead, action }: PageHeadProps) {
  const phone = useIsPhone()
  const headExtras = use(HeadExtrasContext)
  const { entry } = headExtras
  const headingContent =
    entry && entry.title !== title ? <TabHeading entry={entry.title} tab={title} /> : title
  const tabs = entry && <PageTabs label={entry.title} tabs={entry.tabs} />
  const button = action && (
    <Button kind="primary" icon={action.icon} className={phone ? 'block' : ''} onClick={action.onPress}>
      {action.label}
    </Button>
  )
  if (phone && headExtras.bar) {
    const { title: titlePlace, action: actionPlace } = headExtras.bar
    return (
      <>
        {titlePlace && createPortal(<h1 className="cut-line">{headingContent}</h1>, titlePlace)}
        {action &&
          actionPlace &&
          createPortal(
            <IconButton icon={action.icon ?? Plus} label={action.label} onClick={action.onPress} />,
            actionPlace,
          )}
        {tabs}
      </>
    )
  }
  return (
    <>
      <div className="head">
        <div className="grow">
          <h1>{headingContent}</h1>
          {lead && <p>{lead}</p>}
        </div>
        {!phone && (
          <div className="acts">
            {button}
            {headExtras.desk}
          </div>
        )}
      </div>
      {tabs}
      {phone && button && <div className="fab">{button}</div>}
    </>
  )
}

function TabHeading({ entry, tab }: { entry: string; tab: string }) {
  return (
    <>
      {entry}
      <span className="visually-hidden">: {tab}</span>
    </>
  )
}

interface PageTab {
  path: string
  title: string
}

function PageTabs({ label, tabs }: { label: string; tabs: readonly PageTab[] }) {
  const stripRef = useRef<HTMLElement>(null)
  useEffect(() => {
    stripRef.current?.querySelector('.active')?.scrollIntoView({ inline: 'center', block: 'nearest' })
  }, [])
  return (
    <nav className="page-tabs" aria-label={label} ref={stripRef}>
      {tabs.map(({ path, title }) => (
        <NavLink key={path} className="strip-link" to={path} end>
          {title}
        </NavLink>
      ))}
    </nav>
  )
}
