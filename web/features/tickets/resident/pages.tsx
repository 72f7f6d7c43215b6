import { Layers } from 'lucide-react'
import { lazy } from 'react'
import type { Page } from '#lib/address/page-list.ts'
import { getIcon } from '#ui/icons.ts'
import { TICKET_PAGES } from '../ticket-pages.ts'
import { ResidentTicketPage } from './ticket-page.tsx'

export function createResidentTicketPages(group: string): Page[] {
  return [
    {
      path: '/services',
      title: 'Services',
      icon: Layers,
      group,
      bar: 'Services',
      Component: lazy(() => import('./services-page.tsx')),
    },
    ...TICKET_PAGES.map(({ module, route }) => ({
      path: route,
      title: module.title,
      icon: getIcon(module.icon),
      group,
      service: module.setting,
      Component: () => <ResidentTicketPage module={module} />,
    })),
  ]
}
