import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { api, ApiError } from '#lib/api/api.ts'
import { fetchChosenRows } from '#lib/api/chosen-rows.ts'
import { queryClient } from '#lib/api/query-client.ts'
import { useOneAtATime } from '#lib/use-one-at-a-time.ts'
import type { PageSelection } from '#ui/list-pages/selection.ts'
import { confirm } from '#ui/overlays/dialogs.ts'
import { toast } from '#ui/overlays/toast.tsx'
import { capitalize } from '@tahanan/contract/capitalize.ts'
import { LIMITS } from '@tahanan/contract/limits.ts'
import { STATUS, type DecidedStatus } from '@tahanan/contract/statuses.ts'
import type { Decided, Ticket } from '@tahanan/contract/tickets/answers.ts'
import type { TicketModule } from '@tahanan/contract/tickets/define-module.ts'
import { countWords } from '../../ticket.ts'
import { pastOf, verbInto } from '../record-actions.ts'

/** Decisions of selected tickets: the running ones, or the result with what was refused. */
export interface DecisionRun {
  status: DecidedStatus
  total: number
  sent: number
  done: number
  refused: Decided['refused']
  isOver: boolean
}

type Version = Pick<Ticket, 'id' | 'updated_at'>

/** Decides selected tickets in portions (rules 4.28). What was refused or not sent stays selected. */
export function useDecideMany(module: TicketModule) {
  const [run, setRun] = useState<DecisionRun>()
  const [asked, setAsked] = useState<{ selection: PageSelection; status: DecidedStatus }>()
  const { mutateAsync } = useMutation({
    mutationFn: (body: object) => api.put<Decided>(`/${module.path.many}/decided`, body),
  })
  // Of the rows selected on any page, as they were when they were selected.
  const versions = useRef(new Map<number, Version>())
  const isStopped = useRef(false)
  useEffect(() => {
    isStopped.current = false
    return () => {
      isStopped.current = true
    }
  }, [])

  const decide = useOneAtATime(async (selection: PageSelection, status: DecidedStatus, remarks?: string) => {
    isStopped.current = false
    let now: DecisionRun = { status, total: selection.count, sent: 0, done: 0, refused: [], isOver: false }
    setRun(now)
    try {
      const tickets = await versionsOf(module, selection, versions.current)
      const left = new Set(tickets.map(({ id }) => id))
      now = { ...now, total: tickets.length }
      while (now.sent < tickets.length && !isStopped.current) {
        const portion = tickets.slice(now.sent, now.sent + LIMITS.decidedTickets)
        // oxlint-disable-next-line no-await-in-loop -- portions can be stopped between two
        const { done, refused } = await mutateAsync({ tickets: portion, status, remarks })
        for (const id of done) left.delete(id)
        for (const { id, code } of refused) if (code === 'notFound') left.delete(id)
        now = {
          ...now,
          sent: now.sent + portion.length,
          done: now.done + done.length,
          refused: [...now.refused, ...refused],
        }
        setRun(now)
        selection.select([...left])
      }
    } catch (failure) {
      // The shell shows it.
      if (!(failure instanceof ApiError)) throw failure
    }
    if (now.done > 0) toast.success(`${capitalize(countWords(module, now.done))} ${pastOf(module, status)}.`)
    void queryClient.invalidateQueries({ queryKey: ['ticket'] })
    await queryClient.invalidateQueries({ queryKey: ['tickets'] })
    // The user reads why a ticket was refused, and may decide on its present version.
    for (const { id } of now.refused) versions.current.delete(id)
    setRun({ ...now, isOver: true })
  })

  const ask = async (selection: PageSelection, status: DecidedStatus): Promise<void> => {
    if (status === STATUS.rejected) return setAsked({ selection, status })
    const verb = verbInto(module, status)
    const title = `Do you want to ${verb} ${countWords(module, selection.count)}?`
    const isConfirmed = await confirm({ title, okText: capitalize(verb), cancelText: 'Not now' })
    if (isConfirmed) await decide(selection, status)
  }

  return {
    /** Rejection whose reason is being asked for. */
    asked,
    run,
    /** Asks before deciding: for the reason of a rejection, else for a confirmation. */
    ask,
    cancel: () => setAsked(undefined),
    decide,
    /** Keeps the versions of the page's rows from their selection on. */
    keepVersions: (rows: readonly Ticket[], isSelected: (id: number) => boolean) => {
      for (const { id, updated_at } of rows) {
        if (!isSelected(id)) versions.current.delete(id)
        else if (!versions.current.has(id)) versions.current.set(id, { id, updated_at })
      }
    },
    stop: () => {
      isStopped.current = true
    },
    dismiss: () => setRun(undefined),
  }
}

export type DecideMany = ReturnType<typeof useDecideMany>

/** Returns the selected tickets as last seen; those of other pages of a filter are fetched. */
async function versionsOf(
  { path }: TicketModule,
  { csv: choice }: PageSelection,
  known: ReadonlyMap<number, Version>,
): Promise<Version[]> {
  if ('ids' in choice) return choice.ids.flatMap((id) => known.get(id) ?? [])
  const rows = await fetchChosenRows<Ticket>(`/${path.ids}`, choice)
  return rows.map(({ id, updated_at }) => known.get(id) ?? { id, updated_at })
}
