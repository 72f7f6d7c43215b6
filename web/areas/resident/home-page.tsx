import './home-page.css'
import { channels } from '@tahanan/contract/channels.ts'
import type { Status } from '@tahanan/contract/statuses.ts'
import { MODULES } from '@tahanan/contract/tickets/index.ts'
import { useQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { api } from '../../lib/api.ts'
import { useChannel } from '../../lib/live.ts'
import { useResident } from '../../lib/me.ts'
import { queryClient } from '../../lib/query-client.ts'
import { greeting, showDay, showLongDate, wallNow } from '../../lib/time.ts'
import { HeadExtra } from '../../ui/page-head.tsx'
import { Bar } from '../../ui/skeletons.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import { PAGES } from './pages.tsx'
import { useOpenServices } from './services.ts'

/** The resident's home: greeting, services, and what became of the latest tickets. */
export function HomePage() {
  const { uoccname, firstName, unitNumber, clientCode } = useResident()
  return (
    <>
      <div className="corner" aria-hidden />
      <div className="hello">
        <div>
          <h1>
            <span lang="fil">{greeting()}</span>, {firstName || uoccname.split(' ')[0]}
          </h1>
          <p>
            Unit {unitNumber ?? clientCode} · {showLongDate(wallNow())}
          </p>
        </div>
        <HeadExtra />
      </div>
      <div className="home">
        <Services />
        <LatestTickets />
      </div>
    </>
  )
}

/** Six of them, all after 'See list' (spec 1, section 9). */
const FEW = 6

function Services() {
  const open = useOpenServices()
  const [all, setAll] = useState(false)
  const services = PAGES.filter(({ service }) => service !== undefined && open?.has(service))
  if (open && services.length === 0) return null
  return (
    <section className="block" aria-labelledby="services-title">
      <header>
        <h2 id="services-title">PMO Services</h2>
        {services.length > FEW && (
          <button type="button" aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? 'See less' : 'See list'}
          </button>
        )}
      </header>
      <div className="svc">
        {!open &&
          Array.from({ length: FEW }, (_, place) => (
            <div key={place} aria-hidden>
              <Bar width={64} height={64} />
            </div>
          ))}
        {services.slice(0, all ? undefined : FEW).map(({ path, title, icon: Icon }) => (
          <Link key={path} to={path}>
            <span className="pane">
              <Icon className="i lg" aria-hidden />
            </span>
            {title}
          </Link>
        ))}
      </div>
    </section>
  )
}

interface LatestTicket {
  id: number
  ticketNumber: string
  /** The module's name. */
  origin: string
  status: Status
  created_at: string
}

const latestKey = ['services', 'latest']

function LatestTickets() {
  const { id } = useResident()
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: latestKey,
    queryFn: ({ signal }) => api.get<{ data: LatestTicket[] }>('/services', { page: 1, limit: 5 }, signal),
    staleTime: 0,
  })
  useChannel(
    channels.clientTickets('services', id),
    () => void queryClient.invalidateQueries({ queryKey: latestKey }),
  )
  return (
    <section className="block" aria-labelledby="latest-title">
      <header>
        <h2 id="latest-title">Latest tickets</h2>
        {PAGES.some(({ path }) => path === '/services') && <Link to="/services">See all</Link>}
      </header>
      {error && !data && (
        <ErrorState title="We could not load your tickets" busy={isFetching} onRetry={() => void refetch()} />
      )}
      {!data && !error && <LatestWait />}
      {data?.data.length === 0 && (
        <EmptyState title="No tickets yet">
          Choose a service above; what you ask for and what becomes of it stands here.
        </EmptyState>
      )}
      <ul className="latest">
        {data?.data.map((ticket) => (
          <LatestLine key={`${ticket.origin}${ticket.id}`} ticket={ticket} />
        ))}
      </ul>
    </section>
  )
}

interface LatestLineProps {
  ticket: LatestTicket
}

function LatestLine({ ticket: { id, ticketNumber, origin, status, created_at } }: LatestLineProps) {
  const module = MODULES.find(({ name }) => name === origin)
  const to = module?.route ? `${module.route}?modal=true&serviceId=${id}` : '/services'
  return (
    <li>
      <Link to={to}>
        <b className="num">{ticketNumber}</b>
        <small>
          {module?.title ?? origin}, {showDay(created_at)}
        </small>
        <StatusTag status={status} />
        <ChevronRight className="i sm go" aria-hidden />
      </Link>
    </li>
  )
}

function LatestWait() {
  return (
    <div className="form-wait" role="status" aria-label="Loading">
      {[180, 150, 200].map((width) => (
        <div key={width}>
          <Bar width={width} />
          <Bar width={width + 40} />
        </div>
      ))}
    </div>
  )
}
