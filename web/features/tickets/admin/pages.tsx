import { Layers } from 'lucide-react'
import { lazy } from 'react'
import type { Page } from '#lib/address/page-list.ts'
import { getIcon } from '#ui/icons.ts'
import type { TicketModule } from '@tahanan/contract/tickets/define-module.ts'
import { TICKET_PAGES } from '../ticket-pages.ts'

const loadTicketPageModule = () => import('./ticket-page.tsx')

const createPage = (module?: TicketModule) =>
  lazy(() =>
    loadTicketPageModule().then(({ AdminTicketPage: Body }) => ({ default: () => <Body module={module} /> })),
  )

export function createAdminTicketPages(group: string): Page[] {
  return [
    {
      path: '/admin/services',
      title: 'Services',
      icon: Layers,
      group,
      permission: 'services',
      Component: createPage(),
    },
    ...TICKET_PAGES.map(({ module, route }) => ({
      path: `/admin${route}`,
      title: module.title,
      icon: getIcon(module.icon),
      group,
      permission: module.permission,
      Component: createPage(module),
    })),
  ]
}
