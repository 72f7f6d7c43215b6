import { Settings2 } from 'lucide-react'
import { lazy } from 'react'
import type { Page } from '../../shell/page-list.ts'

const WebsiteSettings = lazy(() =>
  import('./website-settings-page.tsx').then((m) => ({ default: m.WebsiteSettingsPage })),
)

/** The super-administrator's pages, in the order of the menu (spec 3, section 2). A new page is one entry here. */
export const PAGES: readonly Page[] = [
  { path: '/super-admin', title: 'Website Settings', icon: Settings2, Component: WebsiteSettings },
]
