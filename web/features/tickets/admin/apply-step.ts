import { api, ApiError } from '#lib/api/api.ts'
import { queryClient } from '#lib/api/query-client.ts'
import { holdKeysWhile } from '#lib/keys/held-keys.tsx'
import { createSaveQueue, markSaving, saveRow, toTicketRowName, unmarkSaving } from '#lib/saving-rows.ts'
import { promptForFields, promptForReason } from '#ui/decisions/prompt-for-fields.tsx'
import { sendAsking } from '#ui/forms/send-asking.ts'
import { leaveSelection } from '#ui/list-pages/selection.ts'
import { confirm, inform } from '#ui/overlays/dialogs.ts'
import { showFailure } from '#ui/overlays/failures.ts'
import { toast } from '#ui/overlays/toast.tsx'
import { capitalize } from '@tahanan/contract/capitalize.ts'
import type { Details } from '@tahanan/contract/forms/validate.ts'
import { STATUS } from '@tahanan/contract/statuses.ts'
import type { Ticket } from '@tahanan/contract/tickets/answers.ts'
import type { TicketModule } from '@tahanan/contract/tickets/define-module.ts'
import { ticketQuery } from '../calls.ts'
import { RULES_QUESTION } from '../form/use-ticket-form.ts'
import { recordOwnVersion } from '../own-versions.ts'
import { getSummary, formatTicketLines } from '../summary.ts'
import { recordDecisionElsewhere } from './decided-elsewhere.ts'
import {
  mayUndo,
  findMissingForAction,
  describeNewStatus,
  formatStepToast,
  type TicketStep,
} from './record-actions.ts'

const FINAL = 'You cannot undo this.'
const SOMEBODY = 'Somebody else changed it.'

interface StepQuestion {
  step: TicketStep
  details: Readonly<Details>
  asks: boolean
  /** Remarks that were typed in the form. They prefill the reason when the ticket is rejected. */
  remarks?: string
}

/**
 * Asks for the input of a step: the reason of a rejection, or the missing fields of an approval. Resolves to
 * undefined if the user cancels. For a step without input it asks for confirmation only if `asks` is true or
 * the step cannot be undone.
 */
export async function promptForStep(
  module: TicketModule,
  ticket: Ticket,
  { step, details, asks, remarks }: StepQuestion,
): Promise<Details | undefined> {
  const warning = mayUndo(ticket) ? undefined : FINAL
  const words = { title: `Do you want to ${step.verb} this item?`, okText: capitalize(step.verb) }
  const name = formatTicketLines(ticket)
  if (step.status === STATUS.rejected) return promptForReason({ name, warning, remarks })
  const missing = Object.keys(findMissingForAction(module, step, details))
  if (missing.length > 0) {
    const fields = Object.entries(module.fields).filter(([key]) => missing.includes(key))
    return promptForFields({ fields: Object.fromEntries(fields) }, { ...words, name, warning })
  }
  if (!asks && warning === undefined) return {}
  const content = [name, warning].filter(Boolean).join('\n')
  return (await confirm({ ...words, content })) ? {} : undefined
}

/** Queues steps, so that quick clicks on several tickets are sent one after another in their order. */
const queueStep = createSaveQueue(refreshTickets)

/**
 * Applies a step from a list. There is no dialog if the step needs no input and can be undone. Calls `onSent`
 * when the user has confirmed, before the server answers. The row accepts no other step until the lists are
 * refetched.
 */
export function applyStep(
  module: TicketModule,
  ticket: Ticket,
  step: TicketStep,
  onSent: () => void,
): Promise<void> {
  return saveRow(toTicketRowName(ticket.id), async () => {
    const whole = await loadWholeTicket(module, ticket, step)
    // A list such as Services does not show what the ticket is about, so the user confirms the step in a
    // dialog with this information.
    const asks = getSummary(module, ticket) === ''
    const input = whole && (await promptForStep(module, whole, { step, details: whole, asks }))
    if (!input) return
    onSent()
    await queueStep(() => send(module, ticket, step, input))
  })
}

/**
 * Fetches the whole ticket if the list row lacks fields that the step checks or that its dialog shows.
 * Resolves to undefined if fetching fails.
 */
async function loadWholeTicket(
  module: TicketModule,
  ticket: Ticket,
  step: TicketStep,
): Promise<Ticket | undefined> {
  const isWhole = Object.keys(findMissingForAction(module, step, {})).every((key) => key in ticket)
  if (isWhole && getSummary(module, ticket) !== '') return ticket
  try {
    return await holdKeysWhile(queryClient.fetchQuery(ticketQuery(module, ticket.id)))
  } catch (failure) {
    await showFailure(failure)
    return undefined
  }
}

async function send(module: TicketModule, ticket: Ticket, step: TicketStep, input: Details): Promise<void> {
  const { status, path } = step
  try {
    const body = { ...input, status, updated_at: ticket.updated_at }
    const sent = await sendAsking((asked) => api.put<Ticket>(path, asked), body, RULES_QUESTION)
    if (!sent) return
    const saved = sent.made
    putInLists(saved)
    leaveSelection([toTicketRowName(ticket.id)])
    showStepToast(module, ticket, saved, step)
  } catch (failure) {
    if (failure instanceof ApiError && failure.isOutdated)
      recordDecisionElsewhere(ticket.id, failure.change ?? SOMEBODY)
    await showRejection(failure, ticket, 'Nothing of yours was saved.')
  }
}

export function showStepToast(module: TicketModule, before: Ticket, saved: Ticket, step: TicketStep): void {
  const [words, about] = formatStepToast(before, step)
  toast.success(words, about, getUndo(module, before, saved))
}

function getUndo(module: TicketModule, before: Ticket, saved: Ticket) {
  return mayUndo(before) ? { label: 'Undo', run: () => void undo(module, before, saved) } : undefined
}

/**
 * Returns an Undo action if the form changed only status and remarks, because Undo restores only these two.
 */
export function createUndo(module: TicketModule, before: Ticket, saved: Details, sent: Details) {
  const isDecision = sent.status !== undefined && sent.status !== before.status
  const isWhole = Object.keys(sent).every((key) => key === 'status' || key === 'remarks')
  return isDecision && isWhole ? getUndo(module, before, { ...before, ...saved }) : undefined
}

async function undo(module: TicketModule, before: Ticket, saved: Ticket): Promise<void> {
  const { id, status, remarks } = before
  const marked = markSaving([toTicketRowName(id)])
  await queueStep(async () => {
    try {
      const body = { status, ...(remarks !== undefined && { remarks }), updated_at: saved.updated_at }
      putInLists(await api.put<Ticket>(`/${module.path.one}/${id}`, body))
      toast.success(describeNewStatus(before, status))
    } catch (failure) {
      await showRejection(failure, before, 'It stays as it is.')
    }
  })
  unmarkSaving(marked)
}

async function showRejection(failure: unknown, { ticketNumber }: Ticket, then: string): Promise<void> {
  if (failure instanceof ApiError && failure.isOutdated)
    await inform('info', `${ticketNumber} was changed meanwhile`, `${failure.change ?? SOMEBODY} ${then}`)
  else await showFailure(failure)
}

/** Writes a changed ticket into all cached lists, which show it until they are refetched. */
function putInLists(saved: Ticket): void {
  recordOwnVersion(saved)
  queryClient.setQueryData<Ticket>(['ticket', saved.id], (known) => known && { ...known, ...saved })
  queryClient.setQueriesData<{ data: Ticket[] }>(
    { queryKey: ['tickets'] },
    (list) =>
      list && { ...list, data: list.data.map((row) => (row.id === saved.id ? { ...row, ...saved } : row)) },
  )
}

/** Refetches all ticket lists, open tickets and My work. Resolves when the visible ones are loaded. */
export async function refreshTickets(): Promise<void> {
  const keys = [['tickets'], ['ticket'], ['desk']]
  await Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })))
}
