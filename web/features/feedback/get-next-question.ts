import type { CompletedTicket } from './load-prompted-ticket-ids.ts'

interface QuestionState {
  ticket: CompletedTicket | undefined
  /** Ids of tickets that were asked about, or skipped because another ticket was asked about. */
  promptedIds: readonly number[]
  isClosed: boolean
  /** Chosen stars. While they are set, the panel is open. */
  rate: number | undefined
}

export const NO_QUESTION: QuestionState = {
  ticket: undefined,
  promptedIds: [],
  isClosed: false,
  rate: undefined,
}

/**
 * Returns the question about the newest of `tickets`, or the same question if none of them is new. An open
 * panel keeps its ticket, because the resident is writing about it. Older tickets are skipped, so that the
 * resident is asked about at most one of them.
 */
export function getNextQuestion(question: QuestionState, tickets: readonly CompletedTicket[]): QuestionState {
  const isPanelOpen = question.rate !== undefined && !question.isClosed
  if (isPanelOpen) return question
  const newTickets = tickets.filter(({ id }) => !question.promptedIds.includes(id))
  const [newestTicket] = newTickets
  if (!newestTicket) return question
  const promptedIds = [...question.promptedIds, ...newTickets.map(({ id }) => id)]
  const isOlder =
    question.ticket && Date.parse(newestTicket.updated_at) < Date.parse(question.ticket.updated_at)
  return isOlder
    ? { ...question, promptedIds }
    : { ticket: newestTicket, promptedIds, isClosed: false, rate: undefined }
}
