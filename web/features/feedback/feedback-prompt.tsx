import { useQuery } from '@tanstack/react-query'
import './feedback.css'
import { X } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { createDataQuery } from '#lib/api/create-api-query.ts'
import { useResident } from '#lib/api/me.ts'
import { useLiveEvent } from '#lib/live/live.ts'
import { IconButton } from '#ui/controls/button.tsx'
import { OpeningMessage } from '#ui/overlays/opening-message.tsx'
import { liveChannels } from '@tahanan/contract/live-channels.ts'
import { STATUS } from '@tahanan/contract/statuses.ts'
import { getNextQuestion, NO_QUESTION } from './get-next-question.ts'
import {
  loadPromptedTicketIds,
  type CompletedTicket,
  savePromptedTicketIds,
  findTicketsForFeedback,
} from './load-prompted-ticket-ids.ts'
import { StarChoice } from './star-choice.tsx'

const completedTicketsQuery = createDataQuery<CompletedTicket[]>(
  ['services', 'completed'],
  '/services',
  { page: 1, limit: 5, status: STATUS.completed },
  { staleTime: Infinity },
)

const FeedbackPanel = lazy(() => import('./feedback-panel.tsx'))

export function FeedbackPrompt() {
  const { id } = useResident()
  const [promptedTicketIds] = useState(() => loadPromptedTicketIds(id))
  const [now] = useState(() => Date.now())
  const liveCompletedTicket = useLiveCompletedTicket()
  const { data } = useQuery(completedTicketsQuery)
  const completedTickets = liveCompletedTicket ? [liveCompletedTicket, ...(data ?? [])] : data
  const tickets = completedTickets ? findTicketsForFeedback(completedTickets, promptedTicketIds, now) : []
  return <FeedbackQuestion tickets={tickets} />
}

/**
 * Asks the resident to rate a ticket that has just been completed. Used on all pages except the dashboard,
 * which has `FeedbackPrompt`.
 */
export function LiveFeedbackPrompt() {
  const liveCompletedTicket = useLiveCompletedTicket()
  return liveCompletedTicket ? (
    <div className="ask-rate-over">
      <FeedbackQuestion tickets={[liveCompletedTicket]} />
    </div>
  ) : null
}

function useLiveCompletedTicket(): CompletedTicket | undefined {
  const { id } = useResident()
  const [completedTicket, setCompletedTicket] = useState<CompletedTicket>()
  useLiveEvent<CompletedTicket>(liveChannels.clientTickets('services', id), (ticket) => {
    if (findTicketsForFeedback([ticket], loadPromptedTicketIds(id), Date.now()).length > 0)
      setCompletedTicket(ticket)
  })
  return completedTicket
}

/** Asks the resident to rate the newest ticket (rules 9.27). */
function FeedbackQuestion({ tickets }: { tickets: readonly CompletedTicket[] }) {
  const { id } = useResident()
  const [question, setQuestion] = useState(NO_QUESTION)
  const nextQuestion = getNextQuestion(question, tickets)
  if (nextQuestion !== question) setQuestion(nextQuestion)
  const { ticket, promptedIds, isClosed, rate } = question
  useEffect(() => {
    if (promptedIds.length > 0) savePromptedTicketIds(id, promptedIds)
  }, [id, promptedIds])
  if (!ticket || isClosed) return null
  const close = (): void => setQuestion((current) => ({ ...current, isClosed: true }))
  return (
    <>
      <section className="tile ask-rate" aria-label="Feedback">
        <StarChoice
          legend={`${ticket.ticketNumber} is completed. How satisfied are you?`}
          value={rate}
          onChange={(chosenRate) => setQuestion((current) => ({ ...current, rate: chosenRate }))}
        />
        <IconButton icon={X} label="Not now" onClick={close} />
      </section>
      {rate !== undefined && (
        <Suspense fallback={<OpeningMessage />}>
          <FeedbackPanel rate={rate} ticketNumber={ticket.ticketNumber} onClose={close} />
        </Suspense>
      )}
    </>
  )
}
