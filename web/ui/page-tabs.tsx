import './page-tabs.css'
import { useEffect, useRef } from 'react'
import { NavLink } from 'react-router'

export interface PageTab {
  path: string
  title: string
}

/** Pages of one menu entry as links; the open page is in view where they scroll. */
export function PageTabs({ label, tabs }: { label: string; tabs: readonly PageTab[] }) {
  const strip = useRef<HTMLElement>(null)
  useEffect(() => {
    strip.current?.querySelector('.active')?.scrollIntoView({ inline: 'center', block: 'nearest' })
  }, [])
  return (
    <nav className="page-tabs" aria-label={label} ref={strip}>
      {tabs.map(({ path, title }) => (
        <NavLink key={path} className="strip-link" to={path} end>
          {title}
        </NavLink>
      ))}
    </nav>
  )
}
