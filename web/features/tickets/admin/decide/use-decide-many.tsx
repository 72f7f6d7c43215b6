import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { api, ApiError } from '#lib/api/api.ts'
import { fetchSelectedRows } from '#lib/api/selected-rows.ts'
import { disableShortcutsWhile } from '#lib/keys/disable-shortcuts.tsx'
import { markAsSaving, toTicketRowName, unmarkAsSaving } from '#lib/saving-rows.ts'
import { useNonOverlappingCall } from '#lib/use-non-overlapping-call.ts'
import { forgetTypedInputs, promptForReason } from '#ui/decisions/prompt-for-fields.tsx'
import type { PageSelection } from '#ui/list-pages/selection.ts'
import { confirm } from '#ui/overlays/dialogs.ts'
import { showFailure } from '#ui/overlays/failures.ts'
import { toast } from '#ui/overlays/toast.tsx'
import { capitalize } from '@tahanan/contract/capitalize.ts'
import { LIMITS } from '@tahanan/contract/limits.ts'
import { STATUS, type DecidedStatus } from '@tahanan/contract/statuses.ts'
import type { DecisionResult, Ticket } from '@tahanan/contract/tickets/answers.ts'
import type { TicketModule } from '@tahanan/contract/tickets/define-module.ts'
import { isOwnVersion, recordOwnVersion } from '../../own-versions.ts'
import { formatTicketCount } from '../../ticket.ts'
import { refreshTickets } from '../apply-step.ts'
import { promptForAssignee } from '../prompt-and-assign.ts'
import { mayUndo, getParticiple, getVerbForStatus } from '../record-actions.ts'
import { SelectedTickets } from './selected-tickets.tsx'
import { undoMany } from './undo-many.ts'
import { getGroupsToUndo, type TicketSnapshots, updateTicketSnapshots } from './update-ticket-snapshots.ts'

interface BulkStep {
  verb: string
  pastVerb: string
  path: 'decided' | 'assigned'
  body: { status: DecidedStatus; remarks: string | undefined } | { assigneeId: number | null }
}

export interface DecisionRun {
  step: BulkStep
  total: number
  sentCount: number
  doneCount: number
  refused: DecisionResult['refused']
  isOver: boolean
}

type DecidedSelection = Pick<PageSelection, 'csv' | 'select' | 'clear'>

/**
 * Decides or assigns the selected tickets, a limited number per call. Tickets that were refused or not sent
 * stay selected (rules 4.28, 4.35).
 */
export function useDecideMany(module: TicketModule) {
  const [run, setRun] = useState<DecisionRun>()
  const { mutateAsync } = useMutation({
    mutationFn: ({ path, body, tickets }: Pick<BulkStep, 'path' | 'body'> & { tickets: object }) =>
      api.put<DecisionResult>(`/${module.path.many}/${path}`, { tickets, ...body }),
  })
  const ticketSnapshots = useRef<TicketSnapshots>(new Map())
  const isStopped = useRef(false)
  useEffect(() => {
    isStopped.current = false
    return () => {
      isStopped.current = true
    }
  }, [])

  const runStep = async (
    selection: DecidedSelection,
    ticketsToDecide: readonly Ticket[],
    step: BulkStep,
  ): Promise<void> => {
    isStopped.current = false
    let now: DecisionRun = {
      step,
      total: ticketsToDecide.length,
      sentCount: 0,
      doneCount: 0,
      refused: [],
      isOver: false,
    }
    setRun(now)
    const markedRowNames = markAsSaving(ticketsToDecide.map(({ id }) => toTicketRowName(id)))
    const savedVersions: DecisionResult['saved'] = []
    const remainingIds = new Set(ticketsToDecide.map(({ id }) => id))
    try {
      while (now.sentCount < ticketsToDecide.length && !isStopped.current) {
        const portion = ticketsToDecide.slice(now.sentCount, now.sentCount + LIMITS.decidedTickets)
        const ticketVersions = portion.map(({ id, updated_at }) => ({ id, updated_at }))
        // oxlint-disable-next-line no-await-in-loop -- the user can stop between two calls
        const decisionResult = await mutateAsync({ ...step, tickets: ticketVersions })
        savedVersions.push(...decisionResult.saved)
        for (const version of decisionResult.saved) recordOwnVersion(version)
        for (const id of decisionResult.done) remainingIds.delete(id)
        for (const { id, code } of decisionResult.refused) if (code === 'notFound') remainingIds.delete(id)
        now = {
          ...now,
          sentCount: now.sentCount + portion.length,
          doneCount: now.doneCount + decisionResult.done.length,
          refused: [...now.refused, ...decisionResult.refused],
        }
        setRun(now)
        selection.select([...remainingIds])
      }
    } catch (failure) {
      // A dialog has already shown the error of a rejected call, so only other errors are thrown.
      if (!(failure instanceof ApiError)) throw failure
    } finally {
      if (now.doneCount > 0) {
        const doneText = `${capitalize(formatTicketCount(module, now.doneCount))} ${step.pastVerb}.`
        toast.success(doneText, undefined, getUndo(module, step, ticketsToDecide, savedVersions))
      }
      await refreshTickets()
      unmarkAsSaving(markedRowNames)
    }
    if (now.doneCount === ticketsToDecide.length) forgetTypedInputs(toRecordKey(ticketsToDecide))
    // Deletes the snapshots of refused tickets. The user has seen the reason, and the next decision applies
    // to the current version.
    const refusedIds = new Set(now.refused.map(({ id }) => id))
    ticketSnapshots.current = new Map([...ticketSnapshots.current].filter(([id]) => !refusedIds.has(id)))
    setRun({ ...now, isOver: true })
  }

  /**
   * Loads the tickets before the question, so that a ticket that arrives while the question is open is not
   * decided. Ignores calls while a question is open or a run is sent.
   */
  const promptAndRun = useNonOverlappingCall(
    async (
      selection: DecidedSelection,
      promptForBulkStep: (tickets: readonly Ticket[]) => Promise<BulkStep | undefined>,
    ) => {
      isStopped.current = false
      let tickets: readonly Ticket[]
      try {
        tickets = await disableShortcutsWhile(loadTickets(module, selection, ticketSnapshots.current))
      } catch (failure) {
        await showFailure(failure)
        return
      }
      // The user has left the page.
      if (isStopped.current) return
      if (tickets.length === 0) {
        // All selected tickets were deleted, or have left the filter.
        selection.clear()
        await refreshTickets()
        return
      }
      const step = await promptForBulkStep(tickets)
      if (step) await runStep(selection, tickets, step)
    },
  )

  return {
    run,
    ask: (selection: DecidedSelection, status: DecidedStatus) =>
      promptAndRun(selection, (tickets) => promptForDecision(module, tickets, status)),
    assign: (selection: DecidedSelection) =>
      promptAndRun(selection, (tickets) => promptForAssignment(module, tickets)),
    updateSnapshots: (rows: readonly Ticket[], isSelected: (id: number) => boolean) => {
      ticketSnapshots.current = updateTicketSnapshots(ticketSnapshots.current, rows, isSelected, isOwnVersion)
    },
    /** Deletes the ticket snapshots. Must be called after the selection was cleared. */
    deleteSnapshots: () => {
      ticketSnapshots.current = new Map()
    },
    stop: () => {
      isStopped.current = true
    },
    dismiss: () => setRun(undefined),
  }
}

const toRecordKey = (tickets: readonly Ticket[]): string => `tickets ${tickets.map(({ id }) => id).join()}`

async function promptForDecision(
  module: TicketModule,
  tickets: readonly Ticket[],
  status: DecidedStatus,
): Promise<BulkStep | undefined> {
  const verb = getVerbForStatus(module, status)
  const title = `Do you want to ${verb} ${formatTicketCount(module, tickets.length)}?`
  const selectedTicketsView = <SelectedTickets tickets={tickets} total={tickets.length} />
  let remarks: string | undefined
  if (status === STATUS.rejected) {
    const warning = 'Each resident reads it as the remarks of the office.'
    const recordKey = toRecordKey(tickets)
    const reason = await promptForReason({ recordKey, title, name: selectedTicketsView, warning })
    if (!reason) return undefined
    remarks = String(reason.remarks)
  } else {
    const isConfirmed = await confirm({
      title,
      content: selectedTicketsView,
      okText: capitalize(verb),
      cancelText: 'Not now',
    })
    if (!isConfirmed) return undefined
  }
  return { verb, pastVerb: getParticiple(module, status), path: 'decided', body: { status, remarks } }
}

async function promptForAssignment(
  module: TicketModule,
  tickets: readonly Ticket[],
): Promise<BulkStep | undefined> {
  const assignment = await promptForAssignee(module, {
    title:
      tickets.length === 1
        ? `Who does this ${module.noun.one}?`
        : `Who does these ${formatTicketCount(module, tickets.length)}?`,
    name: <SelectedTickets tickets={tickets} total={tickets.length} />,
  })
  return (
    assignment && {
      verb: 'assign',
      pastVerb: `assigned to ${assignment.name}`,
      path: 'assigned',
      body: { assigneeId: assignment.id },
    }
  )
}

function getUndo(
  module: TicketModule,
  { body }: BulkStep,
  tickets: readonly Ticket[],
  savedVersions: DecisionResult['saved'],
) {
  if (!('status' in body) || !tickets.every((ticket) => mayUndo(ticket))) return undefined
  const groups = getGroupsToUndo(tickets, savedVersions, body.remarks !== undefined)
  return { label: 'Undo', run: () => void undoMany(module, groups) }
}

export type DecideMany = ReturnType<typeof useDecideMany>

/**
 * Returns the selected tickets in the versions that the user saw. Fetches those without a snapshot: rows of
 * other pages if all rows of a filter are selected, and rows whose snapshot was deleted because the selection
 * bar was not shown meanwhile.
 */
async function loadTickets(
  { path }: TicketModule,
  { csv: choice }: DecidedSelection,
  ticketSnapshots: TicketSnapshots,
): Promise<Ticket[]> {
  if ('ids' in choice) {
    const missingIds = choice.ids.filter((id) => !ticketSnapshots.has(id))
    const missingTickets = await fetchSelectedRows<Ticket>(`/${path.ids}`, { ids: missingIds })
    return [...choice.ids.flatMap((id) => ticketSnapshots.get(id) ?? []), ...missingTickets]
  }
  const rows = await fetchSelectedRows<Ticket>(`/${path.ids}`, choice)
  return rows.map((row) => ticketSnapshots.get(row.id) ?? row)
}
