import { api, ApiError } from '#lib/api/api.ts'
import { queryClient } from '#lib/api/query-client.ts'
import { askFields, askReason } from '#ui/decisions/ask-fields.tsx'
import { confirm, inform } from '#ui/overlays/dialogs.ts'
import { showFailure } from '#ui/overlays/failures.ts'
import { toast } from '#ui/overlays/toast.tsx'
import { capitalize } from '@tahanan/contract/capitalize.ts'
import type { Details } from '@tahanan/contract/forms/validate.ts'
import { STATUS } from '@tahanan/contract/statuses.ts'
import type { Ticket } from '@tahanan/contract/tickets/answers.ts'
import type { TicketModule } from '@tahanan/contract/tickets/define-module.ts'
import { ticketQuery } from '../calls.ts'
import { mayUndo, missingForAction, statusWords, type TicketStep } from './record-actions.ts'

const FINAL = 'You cannot undo this.'

/**
 * Asks for what a step needs: a rejection its reason, an approval the fields that are missing. Resolves to the
 * input; undefined if the user cancels. A step that needs nothing asks only if `asks`, or if it is final.
 */
export async function askForStep(
  module: TicketModule,
  ticket: Ticket,
  { step, details, asks }: { step: TicketStep; details: Readonly<Details>; asks: boolean },
): Promise<Details | undefined> {
  const warning = mayUndo(ticket) ? undefined : FINAL
  const words = { title: `Do you want to ${step.verb} this item?`, okText: capitalize(step.verb) }
  if (step.status === STATUS.rejected) return askReason({ name: ticket.ticketNumber, warning })
  const missing = Object.keys(missingForAction(module, step, details))
  if (missing.length > 0) {
    const fields = Object.entries(module.fields).filter(([key]) => missing.includes(key))
    return askFields({ fields: Object.fromEntries(fields) }, { ...words, name: ticket.ticketNumber, warning })
  }
  if (!asks && warning === undefined) return {}
  const content = [ticket.ticketNumber, warning].filter(Boolean).join('\n')
  return (await confirm({ ...words, content })) ? {} : undefined
}

/** Tickets whose step is running or was just taken, so that a double click takes no second one. */
const taken = new Set<number>()
const SETTLED_MS = 700

/** Steps run one after another: twenty quick presses are twenty changes in order. */
let queue: Promise<unknown> = Promise.resolve()
let waiting = 0

/**
 * Takes a step from a list: at once if it needs no input and can be undone. `onSent` is called when the user
 * has decided, before the server answers.
 */
export async function takeStep(
  module: TicketModule,
  ticket: Ticket,
  step: TicketStep,
  onSent: () => void,
): Promise<void> {
  if (taken.has(ticket.id)) return
  const details = await detailsOf(module, ticket, step)
  const input = details && (await askForStep(module, ticket, { step, details, asks: false }))
  if (!input) return
  taken.add(ticket.id)
  onSent()
  waiting += 1
  queue = queue.then(() => send(module, ticket, step, input))
  await queue
  setTimeout(() => taken.delete(ticket.id), SETTLED_MS)
}

/** Returns the fields that the step checks: those of the row, or of the whole ticket if the list has less. */
async function detailsOf(
  module: TicketModule,
  ticket: Ticket,
  step: TicketStep,
): Promise<Details | undefined> {
  const isWhole = Object.keys(missingForAction(module, step, {})).every((key) => key in ticket)
  if (isWhole) return ticket
  try {
    return await queryClient.fetchQuery(ticketQuery(module, ticket.id))
  } catch (failure) {
    await showFailure(failure)
    return undefined
  }
}

async function send(module: TicketModule, ticket: Ticket, step: TicketStep, input: Details): Promise<void> {
  const { status, path } = step
  try {
    const saved = await api.put<Ticket>(path, { ...input, status, updated_at: ticket.updated_at })
    putInLists(saved)
    toastStep(module, ticket, saved, step)
  } catch (failure) {
    await explain(failure, ticket, 'Look it over, then press again.')
  } finally {
    waiting -= 1
    // Rows leave their tab together, once the last step is saved.
    if (waiting === 0) refreshTickets()
  }
}

/** Says the ticket's new status, with Undo for those who may set the earlier one back. */
export function toastStep(module: TicketModule, before: Ticket, saved: Ticket, step: TicketStep): void {
  const words = statusWords(before, step.status)
  toast.success(step.toast ?? words, step.toast && words, undoOf(module, before, saved))
}

/** Returns the toast's Undo of a change of status; undefined if the reader may not set it back. */
function undoOf(module: TicketModule, before: Ticket, saved: Ticket) {
  return mayUndo(before) ? { label: 'Undo', run: () => void undo(module, before, saved) } : undefined
}

/** Returns the Undo of a saved form, if it changed the status, and nothing that Undo would keep. */
export function undoOfSave(module: TicketModule, before: Ticket, saved: Details, sent: Details) {
  const isDecision = sent.status !== undefined && sent.status !== before.status
  const isWhole = Object.keys(sent).every((key) => key === 'status' || key === 'remarks')
  return isDecision && isWhole ? undoOf(module, before, { ...before, ...saved }) : undefined
}

async function undo(module: TicketModule, before: Ticket, saved: Ticket): Promise<void> {
  const { id, status, remarks } = before
  try {
    const body = { status, ...(remarks !== undefined && { remarks }), updated_at: saved.updated_at }
    putInLists(await api.put<Ticket>(`/${module.path.one}/${id}`, body))
    toast.success(statusWords(before, status))
  } catch (failure) {
    await explain(failure, before, 'It stays as they left it.')
  }
  refreshTickets()
}

/** Shows why a change was refused; a newer version is never overwritten. */
async function explain(failure: unknown, { ticketNumber }: Ticket, then: string): Promise<void> {
  if (failure instanceof ApiError && failure.isOutdated)
    await inform('info', `${ticketNumber} was changed meanwhile`, `Somebody else changed it. ${then}`)
  else await showFailure(failure)
}

/** Shows a changed ticket in all loaded lists, where it stays until they are refetched. */
function putInLists(saved: Ticket): void {
  queryClient.setQueryData<Ticket>(['ticket', saved.id], (known) => known && { ...known, ...saved })
  queryClient.setQueriesData<{ data: Ticket[] }>(
    { queryKey: ['tickets'] },
    (list) =>
      list && { ...list, data: list.data.map((row) => (row.id === saved.id ? { ...row, ...saved } : row)) },
  )
}

/** Refetches all lists and open records of tickets, and My work. */
export function refreshTickets(): void {
  for (const queryKey of [['tickets'], ['ticket'], ['desk']]) void queryClient.invalidateQueries({ queryKey })
}
