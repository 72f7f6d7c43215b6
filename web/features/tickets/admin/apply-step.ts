import { api, ApiError } from '#lib/api/api.ts'
import { queryClient } from '#lib/api/query-client.ts'
import { disableShortcutsWhile } from '#lib/keys/disable-shortcuts.tsx'
import { createSaveQueue, markAsSaving, saveRow, toTicketRowName, unmarkAsSaving } from '#lib/saving-rows.ts'
import { forgetTypedInputs, promptForFields, promptForReason } from '#ui/decisions/prompt-for-fields.tsx'
import { sendWithConfirmations } from '#ui/forms/send-with-confirmations.ts'
import { deselectRows } from '#ui/list-pages/selection.ts'
import { confirm, showMessage } from '#ui/overlays/dialogs.ts'
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
import { recordDecisionOfOther } from './decisions-of-others.ts'
import {
  mayUndo,
  getMissingFieldErrors,
  describeNewStatus,
  formatStepToast,
  type TicketStep,
} from './record-actions.ts'

const NO_UNDO_WARNING = 'You cannot undo this.'
const CHANGED_BY_OTHER = 'Somebody else changed it.'

interface StepPromptOptions {
  step: TicketStep
  details: Readonly<Details>
  mustConfirm: boolean
  /** Initial text of the reason field when the ticket is rejected. */
  remarks?: string
}

/**
 * Asks the user for the reason or the missing fields of a status change. If there are none, asks for a
 * confirmation only if `mustConfirm` is true or the change cannot be undone. Resolves to undefined if the user
 * cancels.
 */
export async function promptForStep(
  module: TicketModule,
  ticket: Ticket,
  { step, details, mustConfirm, remarks }: StepPromptOptions,
): Promise<Details | undefined> {
  const warning = mayUndo(ticket) ? undefined : NO_UNDO_WARNING
  const questionText = { title: `Do you want to ${step.verb} this item?`, okText: capitalize(step.verb) }
  const name = formatTicketLines(ticket)
  if (step.status === STATUS.rejected)
    return promptForReason({ recordKey: `ticket ${ticket.id}`, name, warning, remarks })
  const missingFields = Object.keys(getMissingFieldErrors(module, step, details))
  if (missingFields.length > 0) {
    const fields = Object.entries(module.fields).filter(([key]) => missingFields.includes(key))
    return promptForFields(
      { fields: Object.fromEntries(fields) },
      { ...questionText, name, warning, inputKey: `ticket ${ticket.id} ${step.status}` },
    )
  }
  if (!mustConfirm && warning === undefined) return {}
  const confirmationText = [name, warning].filter(Boolean).join('\n')
  return (await confirm({ ...questionText, content: confirmationText })) ? {} : undefined
}

const queueStep = createSaveQueue(refreshTickets)

/**
 * Changes the status of a ticket. Shows no dialog if the change needs no input and can be undone. Calls
 * `onSent` when the user has confirmed, before the server answers. The row accepts no other status change
 * until the lists are refetched.
 */
export function applyStep(
  module: TicketModule,
  ticket: Ticket,
  step: TicketStep,
  onSent: () => void,
): Promise<void> {
  return saveRow(toTicketRowName(ticket.id), async () => {
    const wholeTicket = await loadWholeTicket(module, ticket, step)
    // A list such as Services does not show what the ticket is about. A dialog then shows it, and the user
    // confirms the status change there.
    const lacksSummary = getSummary(module, ticket) === ''
    const input =
      wholeTicket &&
      (await promptForStep(module, wholeTicket, { step, details: wholeTicket, mustConfirm: lacksSummary }))
    if (!input) return
    onSent()
    await queueStep(() => sendStep(module, { ...ticket, remarks: wholeTicket.remarks }, step, input))
  })
}

/**
 * Loads the whole ticket if the list row lacks fields that the status change or its dialog needs, or remarks
 * that the reason of a rejection replaces and Undo restores. Resolves to undefined if the ticket cannot be fetched.
 */
async function loadWholeTicket(
  module: TicketModule,
  ticket: Ticket,
  step: TicketStep,
): Promise<Ticket | undefined> {
  const isWhole = Object.keys(getMissingFieldErrors(module, step, {})).every((key) => key in ticket)
  const lacksRemarks = step.status === STATUS.rejected && ticket.remarks === undefined
  if (isWhole && !lacksRemarks && getSummary(module, ticket) !== '') return ticket
  try {
    return await disableShortcutsWhile(queryClient.fetchQuery(ticketQuery(module, ticket.id)))
  } catch (failure) {
    await showFailure(failure)
    return undefined
  }
}

async function sendStep(
  module: TicketModule,
  ticket: Ticket,
  step: TicketStep,
  input: Details,
): Promise<void> {
  const { status, path } = step
  try {
    const requestBody = { ...input, status, updated_at: ticket.updated_at }
    const sentStep = await sendWithConfirmations(
      (bodyToSend) => api.put<Ticket>(path, bodyToSend),
      requestBody,
      RULES_QUESTION,
    )
    if (!sentStep) return
    const savedTicket = sentStep.made
    forgetTypedInputs(`ticket ${ticket.id}`)
    updateCachedLists(savedTicket)
    deselectRows([toTicketRowName(ticket.id)])
    showStepToast(module, ticket, savedTicket, step)
  } catch (failure) {
    if (failure instanceof ApiError && failure.isOutdated)
      recordDecisionOfOther(ticket.id, failure.change ?? CHANGED_BY_OTHER)
    await showStepFailure(failure, ticket, 'Nothing of yours was saved.')
  }
}

export function showStepToast(
  module: TicketModule,
  ticketBefore: Ticket,
  savedTicket: Ticket,
  step: TicketStep,
): void {
  const [toastText, toastDetails] = formatStepToast(ticketBefore, step)
  toast.success(toastText, toastDetails, getUndo(module, ticketBefore, savedTicket))
}

function getUndo(module: TicketModule, ticketBefore: Ticket, savedTicket: Ticket) {
  return mayUndo(ticketBefore)
    ? { label: 'Undo', run: () => void undoStep(module, ticketBefore, savedTicket) }
    : undefined
}

/**
 * Returns the button Undo of a saved decision. Returns undefined if the form changed other fields too,
 * because Undo restores only status and remarks.
 */
export function createUndo(
  module: TicketModule,
  ticketBefore: Ticket,
  savedFields: Details,
  sentFields: Details,
) {
  const isDecision = sentFields.status !== undefined && sentFields.status !== ticketBefore.status
  const isWhole = Object.keys(sentFields).every((key) => key === 'status' || key === 'remarks')
  return isDecision && isWhole
    ? getUndo(module, ticketBefore, { ...ticketBefore, ...savedFields })
    : undefined
}

async function undoStep(module: TicketModule, ticketBefore: Ticket, savedTicket: Ticket): Promise<void> {
  const { id, status, remarks } = ticketBefore
  const markedRowNames = markAsSaving([toTicketRowName(id)])
  await queueStep(async () => {
    try {
      const requestBody = {
        status,
        ...(remarks !== undefined && { remarks }),
        updated_at: savedTicket.updated_at,
      }
      updateCachedLists(await api.put<Ticket>(`/${module.path.one}/${id}`, requestBody))
      toast.success(describeNewStatus(ticketBefore, status))
    } catch (failure) {
      await showStepFailure(failure, ticketBefore, 'It stays as it is.')
    }
  })
  unmarkAsSaving(markedRowNames)
}

async function showStepFailure(
  failure: unknown,
  { ticketNumber }: Ticket,
  consequence: string,
): Promise<void> {
  if (failure instanceof ApiError && failure.isOutdated)
    await showMessage(
      'info',
      `${ticketNumber} was changed meanwhile`,
      `${failure.change ?? CHANGED_BY_OTHER} ${consequence}`,
    )
  else await showFailure(failure)
}

function updateCachedLists(savedTicket: Ticket): void {
  recordOwnVersion(savedTicket)
  queryClient.setQueryData<Ticket>(
    ['ticket', savedTicket.id],
    (cachedTicket) => cachedTicket && { ...cachedTicket, ...savedTicket },
  )
  queryClient.setQueriesData<{ data: Ticket[] }>(
    { queryKey: ['tickets'] },
    (list) =>
      list && {
        ...list,
        data: list.data.map((row) => (row.id === savedTicket.id ? { ...row, ...savedTicket } : row)),
      },
  )
}

/** Refetches the tickets and booked times. Resolves when those that are visible are loaded. */
export async function refreshTickets(): Promise<void> {
  const keys = [['tickets'], ['ticket'], ['desk'], ['slots']]
  await Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })))
}
