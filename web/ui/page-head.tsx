import { type LucideIcon, Plus } from 'lucide-react'
import { type ReactNode, createContext, use, useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { NavLink } from 'react-router'
import { Button, IconButton } from './controls/button.tsx'
import { useIsPhone } from './use-media-query.ts'
import './page-head.css'
import './page-tabs.css'

interface HeadExtras {
  desktopTools: ReactNode
  /**
   * Elements of the header bar that contain the page's title and main action on an administrator's phone.
   */
  bar?: { title: HTMLElement | null; action: HTMLElement | null }
  entry?: { title: string; tabs: readonly PageTab[] }
}

const HeadExtrasContext = createContext<HeadExtras>({ desktopTools: null })
export const HeadExtrasProvider = HeadExtrasContext

export function DesktopHeadExtras() {
  const { desktopTools } = use(HeadExtrasContext)
  return useIsPhone() ? null : desktopTools
}

interface PageHeadProps {
  title: string
  description?: string
  action?: { label: string; icon?: LucideIcon; onPress: () => void }
}

export function PageHead({ title, description, action }: PageHeadProps) {
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
    const { title: titleContainer, action: actionContainer } = headExtras.bar
    return (
      <>
        {titleContainer && createPortal(<h1 className="cut-line">{headingContent}</h1>, titleContainer)}
        {action &&
          actionContainer &&
          createPortal(
            <IconButton icon={action.icon ?? Plus} label={action.label} onClick={action.onPress} />,
            actionContainer,
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
          {description && <p>{description}</p>}
        </div>
        {!phone && (
          <div className="acts">
            {button}
            {headExtras.desktopTools}
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
