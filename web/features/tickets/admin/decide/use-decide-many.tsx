import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { api, ApiError } from '#lib/api/api.ts'
import { fetchSelectedRows } from '#lib/api/selected-rows.ts'
import { markAsSaving, type RowName, toTicketRowName, unmarkAsSaving } from '#lib/saving-rows.ts'
import { useNonOverlappingCall } from '#lib/use-non-overlapping-call.ts'
import { promptForReason } from '#ui/decisions/prompt-for-fields.tsx'
import type { PageSelection } from '#ui/list-pages/selection.ts'
import { confirm } from '#ui/overlays/dialogs.ts'
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

  const runStep = useNonOverlappingCall(async (selection: PageSelection, step: BulkStep) => {
    isStopped.current = false
    let now: DecisionRun = {
      step,
      total: selection.count,
      sentCount: 0,
      doneCount: 0,
      refused: [],
      isOver: false,
    }
    setRun(now)
    let markedRowNames: readonly RowName[] = []
    let ticketsToDecide: readonly Ticket[] = []
    const savedVersions: DecisionResult['saved'] = []
    try {
      ticketsToDecide = await loadTickets(module, selection, ticketSnapshots.current)
      const remainingIds = new Set(ticketsToDecide.map(({ id }) => id))
      now = { ...now, total: ticketsToDecide.length }
      markedRowNames = markAsSaving(ticketsToDecide.map(({ id }) => toTicketRowName(id)))
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
    // Deletes the snapshots of refused tickets. The user has seen the reason, and the next decision applies
    // to the current version.
    const refusedIds = new Set(now.refused.map(({ id }) => id))
    ticketSnapshots.current = new Map([...ticketSnapshots.current].filter(([id]) => !refusedIds.has(id)))
    setRun({ ...now, isOver: true })
  })

  const decideSelection = (selection: PageSelection, status: DecidedStatus, remarks?: string) =>
    runStep(selection, {
      verb: getVerbForStatus(module, status),
      pastVerb: getParticiple(module, status),
      path: 'decided',
      body: { status, remarks },
    })

  const promptAndAssignSelection = async (selection: PageSelection): Promise<void> => {
    const assignment = await promptForAssignee(module, {
      title:
        selection.count === 1
          ? `Who does this ${module.noun.one}?`
          : `Who does these ${formatTicketCount(module, selection.count)}?`,
      name: <SelectedTickets tickets={[...ticketSnapshots.current.values()]} total={selection.count} />,
    })
    if (!assignment) return
    const pastVerb = `assigned to ${assignment.name}`
    await runStep(selection, {
      verb: 'assign',
      pastVerb,
      path: 'assigned',
      body: { assigneeId: assignment.id },
    })
  }

  const promptAndDecide = async (selection: PageSelection, status: DecidedStatus): Promise<void> => {
    const verb = getVerbForStatus(module, status)
    const title = `Do you want to ${verb} ${formatTicketCount(module, selection.count)}?`
    const selectedTicketsView = (
      <SelectedTickets tickets={[...ticketSnapshots.current.values()]} total={selection.count} />
    )
    if (status === STATUS.rejected) {
      const warning = 'Each resident reads it as the remarks of the office.'
      const recordKey = `tickets ${[...ticketSnapshots.current.keys()].join()}`
      const reason = await promptForReason({ recordKey, title, name: selectedTicketsView, warning })
      if (reason) await decideSelection(selection, status, String(reason.remarks))
      return
    }
    const isConfirmed = await confirm({
      title,
      content: selectedTicketsView,
      okText: capitalize(verb),
      cancelText: 'Not now',
    })
    if (isConfirmed) await decideSelection(selection, status)
  }

  return {
    run,
    ask: promptAndDecide,
    assign: promptAndAssignSelection,
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
 * Returns the selected tickets in the versions that the user saw. If all rows of a filter are selected,
 * fetches the rows of other pages.
 */
async function loadTickets(
  { path }: TicketModule,
  { csv: choice }: PageSelection,
  ticketSnapshots: TicketSnapshots,
): Promise<Ticket[]> {
  if ('ids' in choice) return choice.ids.flatMap((id) => ticketSnapshots.get(id) ?? [])
  const rows = await fetchSelectedRows<Ticket>(`/${path.ids}`, choice)
  return rows.map((row) => ticketSnapshots.get(row.id) ?? row)
}
