import { House } from 'lucide-react'
import { lazy } from 'react'
import type { Page } from '../../shell/page-list.ts'
import { residentTicketPages } from '../../tickets/pages.tsx'

/** The group of the menu that holds the services, after the pages above it. */
export const PMO_SERVICES = 'PMO Services'

const Home = lazy(() => import('./home-page.tsx').then((m) => ({ default: m.HomePage })))

/** The resident's pages, in the order of the menu (spec 1, section 2). A new page is one entry here. */
export const PAGES: readonly Page[] = [
  { path: '/', title: 'Dashboard', icon: House, bar: 'Home', Component: Home },
  ...residentTicketPages(PMO_SERVICES),
]
