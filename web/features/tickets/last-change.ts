import { formatDateTime } from '#lib/time.ts'
import type { NewerVersion } from '#ui/forms/use-form.ts'
import type { Ticket, TicketEvent } from '@tahanan/contract/tickets/answers.ts'
import type { TicketModule } from '@tahanan/contract/tickets/define-module.ts'
import { describeTicketChange } from '@tahanan/contract/tickets/describe-ticket-change.ts'
import { formatHistoryTitle } from './history.ts'

/** Describes the latest change since the form was opened: 'Liza Villanueva: Approved, Today, 9:00 AM.' */
export function describeLastChange(
  module: TicketModule,
  newerVersion: NewerVersion | undefined,
  { history = [] }: Pick<Ticket, 'history'>,
): string | undefined {
  if (!newerVersion) return undefined
  const newEvents = getEventsSince(newerVersion, history)
  // A change by another user is preferred to the user's own change, for example in another tab.
  const latestEvent = newEvents.find(({ actor }) => !actor.self) ?? newEvents[0]
  if (!latestEvent) return undefined
  const changeTitle = formatHistoryTitle(module, latestEvent)
  const actorName = latestEvent.actor.self ? 'You' : latestEvent.actor.name
  return `${changeTitle.startsWith('You ') ? changeTitle : `${actorName}: ${changeTitle}`}, ${formatDateTime(latestEvent.at)}.`
}

/** Describes another user's decision since the form was opened: 'Liza Villanueva approved it.' */
export function describeDecision(
  module: TicketModule,
  newerVersion: NewerVersion | undefined,
  { history = [] }: Pick<Ticket, 'history'>,
): string | undefined {
  const decision =
    newerVersion &&
    getEventsSince(newerVersion, history).find(({ actor, from, to }) => !actor.self && from !== to)
  return decision && describeTicketChange(module, decision)
}

function getEventsSince({ baseRecord }: NewerVersion, history: readonly TicketEvent[]): TicketEvent[] {
  const knownIds = new Set(toEntries(baseRecord.history).map(({ id }) => id))
  return history.filter(({ id }) => !knownIds.has(id))
}

function toEntries(history: unknown): TicketEvent[] {
  return Array.isArray(history) ? (history as TicketEvent[]) : []
}
