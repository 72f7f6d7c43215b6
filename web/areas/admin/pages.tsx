import { Megaphone } from 'lucide-react'
import { lazy } from 'react'
import type { Page } from '../../shell/page-list.ts'
import { adminTicketPages } from '../../tickets/pages.tsx'

/** The group of the menu that holds the services. */
export const PMO_SERVICES = 'PMO Services'
/** What the office publishes. */
export const PUBLISH = 'Publish'

/**
 * The administrator's pages, in the order of the menu (spec 2, section 2.1). A new page is one entry here. Each names the
 * page of the permissions that must be visible for it. Until the dashboard is there, /admin is the first visible page.
 */
export const PAGES: readonly Page[] = [
  ...adminTicketPages(PMO_SERVICES),
  {
    path: '/admin/announcements',
    title: 'Announcements',
    icon: Megaphone,
    group: PUBLISH,
    permission: 'announcements',
    Component: lazy(() =>
      import('../../announcements/announcements-page.tsx').then((m) => ({ default: m.AnnouncementsPage })),
    ),
  },
]
