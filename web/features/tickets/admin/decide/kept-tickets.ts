import type { Ticket } from '@tahanan/contract/tickets/answers.ts'

export type Kept = ReadonlyMap<number, Ticket>

/**
 * Keeps the version of tickets at the time of their selection, over all pages, so that a later change by
 * another administrator is rejected. Drops deselected tickets, and stores the new version of those that the
 * reader changed.
 */
export function keepSelected(
  kept: Kept,
  rows: readonly Ticket[],
  isSelected: (id: number) => boolean,
  isOwn: (row: Ticket) => boolean,
): Kept {
  const next = new Map([...kept].filter(([id]) => isSelected(id)))
  for (const row of rows) if (isSelected(row.id) && (!next.has(row.id) || isOwn(row))) next.set(row.id, row)
  return next
}

/** Tickets that had the same status and remarks before a decision. */
export interface UndoGroup {
  status: number
  remarks: string | undefined
  tickets: { id: number; updated_at: string }[]
}

/**
 * Returns the calls that undo decisions: by status and, if the decision wrote them, remarks. `saved` has the
 * versions after the decision.
 */
export function getGroupsToUndo(
  before: readonly Ticket[],
  saved: readonly { id: number; updated_at: string }[],
  hasRemarks: boolean,
): UndoGroup[] {
  const groups = new Map<string, UndoGroup>()
  const versions = new Map(saved.map((one) => [one.id, one]))
  for (const { id, status, remarks = '' } of before) {
    const version = versions.get(id)
    if (!version) continue
    const written = hasRemarks ? remarks : undefined
    const key = JSON.stringify([status, written])
    const group = groups.get(key) ?? { status, remarks: written, tickets: [] }
    group.tickets.push({ id, updated_at: version.updated_at })
    groups.set(key, group)
  }
  return [...groups.values()]
}
