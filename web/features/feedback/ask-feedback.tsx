import { useQuery } from '@tanstack/react-query'
import './feedback.css'
import { X } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { dataQuery } from '#lib/api/api-query.ts'
import { useResident } from '#lib/api/me.ts'
import { useChannel } from '#lib/live/live.ts'
import { IconButton } from '#ui/controls/button.tsx'
import { Opening } from '#ui/overlays/opening.tsx'
import { channels } from '@tahanan/contract/channels.ts'
import { STATUS } from '@tahanan/contract/statuses.ts'
import {
  loadAskedTickets,
  type CompletedTicket,
  rememberAskedTickets,
  findTicketsForFeedback,
} from './load-asked-tickets.ts'
import { StarChoice } from './star-choice.tsx'

const completedQuery = dataQuery<CompletedTicket[]>(
  ['services', 'completed'],
  '/services',
  { page: 1, limit: 5, status: STATUS.completed },
  { staleTime: Infinity },
)

const FeedbackPanel = lazy(() => import('./feedback-panel.tsx'))

/**
 * Asks the resident to rate the last completed ticket, including tickets that were completed while they were
 * away.
 */
export function AskFeedback() {
  const { id } = useResident()
  const [askedIds] = useState(() => loadAskedTickets(id))
  const [now] = useState(() => Date.now())
  const live = useCompletedLive()
  const { data } = useQuery(completedQuery)
  const completedTickets = live ? [live, ...(data ?? [])] : data
  const tickets = completedTickets ? findTicketsForFeedback(completedTickets, askedIds, now) : []
  return <Question tickets={tickets} />
}

/**
 * Asks the resident to rate a ticket that is completed while the page is open. Used on all pages except the
 * dashboard.
 */
export function AskFeedbackLive() {
  const live = useCompletedLive()
  return live ? (
    <div className="ask-rate-over">
      <Question tickets={[live]} />
    </div>
  ) : null
}

/**
 * Returns a ticket that is completed while the page is open. Tickets that the resident was already asked
 * about are ignored.
 */
function useCompletedLive(): CompletedTicket | undefined {
  const { id } = useResident()
  const [completed, setCompleted] = useState<CompletedTicket>()
  useChannel<CompletedTicket>(channels.clientTickets('services', id), (ticket) => {
    if (findTicketsForFeedback([ticket], loadAskedTickets(id), Date.now()).length > 0) setCompleted(ticket)
  })
  return completed
}

/**
 * Asks about the first ticket. All given tickets are then stored as asked, so that none is asked about again.
 */
function Question({ tickets }: { tickets: readonly CompletedTicket[] }) {
  const { id } = useResident()
  const [closed, setClosed] = useState(false)
  const [rate, setRate] = useState<number>()
  const [ticket] = tickets
  const ids = tickets.map((one) => one.id).join()
  useEffect(() => {
    if (ids !== '') rememberAskedTickets(id, ids.split(',').map(Number))
  }, [id, ids])
  if (!ticket || closed) return null
  return (
    <>
      <section className="tile ask-rate" aria-label="Feedback">
        <StarChoice
          legend={`${ticket.ticketNumber} is completed. How satisfied are you?`}
          value={rate}
          onChange={setRate}
        />
        <IconButton icon={X} label="Not now" onClick={() => setClosed(true)} />
      </section>
      {rate !== undefined && (
        <Suspense fallback={<Opening />}>
          <FeedbackPanel rate={rate} about={ticket.ticketNumber} onClose={() => setClosed(true)} />
        </Suspense>
      )}
    </>
  )
}
