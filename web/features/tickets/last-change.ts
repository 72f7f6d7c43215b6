import { showDateTime } from '#lib/time.ts'
import type { NewerVersion } from '#ui/forms/use-form.ts'
import type { Ticket, TicketEvent } from '@tahanan/contract/tickets/answers.ts'
import type { TicketModule } from '@tahanan/contract/tickets/define-module.ts'
import { historyTitle } from './history.ts'

/** Describes the last change since a form started: 'Liza Villanueva: Approved, Today, 9:00 AM.' */
export function lastChangeSince(
  module: TicketModule,
  newer: NewerVersion | undefined,
  { history = [] }: Pick<Ticket, 'history'>,
): string | undefined {
  if (!newer) return undefined
  const known = new Set(entriesOf(newer.since.history).map(({ id }) => id))
  const added = history.filter(({ id }) => !known.has(id))
  // Prefers changes of others to the reader's own, such as in another tab.
  const entry = added.find(({ actor }) => !actor.self) ?? added[0]
  if (!entry) return undefined
  const what = historyTitle(module, entry)
  const who = entry.actor.self ? 'You' : entry.actor.name
  return `${what.startsWith('You ') ? what : `${who}: ${what}`}, ${showDateTime(entry.at)}.`
}

function entriesOf(history: unknown): TicketEvent[] {
  return Array.isArray(history) ? (history as TicketEvent[]) : []
}
