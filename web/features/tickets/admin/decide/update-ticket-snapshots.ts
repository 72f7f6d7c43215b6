import type { Ticket } from '@tahanan/contract/tickets/answers.ts'

export type TicketSnapshots = ReadonlyMap<number, Ticket>

/**
 * Returns the selected tickets, also of other pages, as they were when selected. The server then rejects the
 * decision if another administrator has changed the ticket since. Tickets that the user changed are replaced
 * by their new version.
 */
export function updateTicketSnapshots(
  ticketSnapshots: TicketSnapshots,
  rows: readonly Ticket[],
  isSelected: (id: number) => boolean,
  isOwn: (row: Ticket) => boolean,
): TicketSnapshots {
  const updatedSnapshots = new Map([...ticketSnapshots].filter(([id]) => isSelected(id)))
  for (const row of rows)
    if (isSelected(row.id) && (!updatedSnapshots.has(row.id) || isOwn(row))) updatedSnapshots.set(row.id, row)
  return updatedSnapshots
}

/** Tickets to which Undo gives the same status and remarks, so that they can be sent in one call. */
export interface UndoGroup {
  status: number
  remarks: string | undefined
  tickets: { id: number; updated_at: string }[]
}

/**
 * Groups the decided tickets by the values that Undo restores. `hasRemarks`: the decision wrote remarks, so
 * Undo must restore the earlier ones. `savedVersions`: versions of the tickets after the decision.
 */
export function getGroupsToUndo(
  ticketsBefore: readonly Ticket[],
  savedVersions: readonly { id: number; updated_at: string }[],
  hasRemarks: boolean,
): UndoGroup[] {
  const groups = new Map<string, UndoGroup>()
  const versions = new Map(savedVersions.map((version) => [version.id, version]))
  for (const { id, status, remarks = '' } of ticketsBefore) {
    const savedVersion = versions.get(id)
    if (!savedVersion) continue
    const restoredRemarks = hasRemarks ? remarks : undefined
    const key = JSON.stringify([status, restoredRemarks])
    const undoGroup = groups.get(key) ?? { status, remarks: restoredRemarks, tickets: [] }
    undoGroup.tickets.push({ id, updated_at: savedVersion.updated_at })
    groups.set(key, undoGroup)
  }
  return [...groups.values()]
}
