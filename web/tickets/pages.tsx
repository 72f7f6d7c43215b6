import type { TicketModule } from '@tahanan/contract/tickets/define-module.ts'
import { MODULES } from '@tahanan/contract/tickets/index.ts'
import { Layers } from 'lucide-react'
import { lazy } from 'react'
import type { Page } from '../shell/page-list.ts'
import { iconNamed } from './icons.ts'

// a module without a page of its own lives in the Services list
const withPage = MODULES.flatMap((module) => (module.route === null ? [] : [{ module, route: module.route }]))

const loadResident = () => import('./resident/ticket-page.tsx')
const loadAdmin = () => import('./admin/ticket-page.tsx')

const pageOf = (Body: React.ComponentType<{ module: TicketModule }>, module: TicketModule) => ({
  default: () => <Body module={module} />,
})

/** The resident's pages of service tickets: the Services hub, then one of each module. */
export function residentTicketPages(group: string): Page[] {
  return [
    {
      path: '/services',
      title: 'Services',
      icon: Layers,
      group,
      bar: 'Services',
      Component: lazy(() =>
        import('./resident/services-page.tsx').then((m) => ({ default: m.ResidentServicesPage })),
      ),
    },
    ...withPage.map(({ module, route }) => ({
      path: route,
      title: module.title,
      icon: iconNamed(module.icon),
      group,
      service: module.setting,
      Component: lazy(() => loadResident().then((m) => pageOf(m.ResidentTicketPage, module))),
    })),
  ]
}

/** The administrators' pages of service tickets: the Services list, then one of each module. */
export function adminTicketPages(group: string): Page[] {
  return [
    {
      path: '/admin/services',
      title: 'Services',
      icon: Layers,
      group,
      permission: 'services',
      Component: lazy(() =>
        import('./admin/services-page.tsx').then((m) => ({ default: m.AdminServicesPage })),
      ),
    },
    ...withPage.map(({ module, route }) => ({
      path: `/admin${route}`,
      title: module.title,
      icon: iconNamed(module.icon),
      group,
      permission: module.permission,
      Component: lazy(() => loadAdmin().then((m) => pageOf(m.AdminTicketPage, module))),
    })),
  ]
}
