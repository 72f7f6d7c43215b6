import './service-tiles.css'
import { Link } from 'react-router'
import { getIcon } from '#ui/icons.ts'
import { SkeletonBar } from '#ui/lists/skeletons.tsx'
import { TICKET_PAGES } from '../ticket-pages.ts'
import { useOpenServices } from './services.ts'

/** Returns the pages of the services that this resident may use (rules 4.19). Undefined while loading. */
export function useServicePages(): typeof TICKET_PAGES | undefined {
  const openServices = useOpenServices()
  return openServices && TICKET_PAGES.filter(({ module }) => openServices.has(module.setting))
}

export function ServiceTiles({ pages, count }: { pages: typeof TICKET_PAGES | undefined; count: number }) {
  return (
    <div className="svc">
      {!pages &&
        Array.from({ length: count }, (_, index) => (
          <div key={index} className="wait" aria-hidden>
            <SkeletonBar width={64} height={64} />
            <SkeletonBar width={56} />
          </div>
        ))}
      {pages?.map(({ module, route }) => {
        const Icon = getIcon(module.icon)
        return (
          <Link key={route} to={route}>
            <span className="pane">
              <Icon className="large" />
            </span>
            {module.title}
          </Link>
        )
      })}
    </div>
  )
}
