const getStorageKey = (tenantId: number) => `FEEDBACK_ASKED ${tenantId}`

/** Older ids are not needed, because residents are asked only about tickets of the last two weeks. */
const MAX_STORED_IDS = 200

export function loadPromptedTicketIds(tenantId: number): ReadonlySet<number> {
  try {
    const ids: unknown = JSON.parse(localStorage.getItem(getStorageKey(tenantId)) ?? '[]')
    return new Set(Array.isArray(ids) ? ids.filter((id) => typeof id === 'number') : [])
  } catch {
    return new Set()
  }
}

export function savePromptedTicketIds(tenantId: number, ids: readonly number[]): void {
  const promptedIds = [...new Set([...loadPromptedTicketIds(tenantId), ...ids])].slice(-MAX_STORED_IDS)
  try {
    localStorage.setItem(getStorageKey(tenantId), JSON.stringify(promptedIds))
  } catch {
    // The storage is full or denied. The resident may then be asked again about the same ticket.
  }
}

export interface CompletedTicket {
  id: number
  ticketNumber: string
  status: number
  updated_at: string
}

const COMPLETED_STATUS = 4
const MAX_AGE_MS = 14 * 24 * 60 * 60 * 1000

export function findTicketsForFeedback<T extends CompletedTicket>(
  tickets: readonly T[],
  promptedTicketIds: ReadonlySet<number>,
  now: number,
): T[] {
  return tickets
    .filter(({ id, status, updated_at }) => {
      return (
        status === COMPLETED_STATUS && !promptedTicketIds.has(id) && now - Date.parse(updated_at) < MAX_AGE_MS
      )
    })
    .toSorted((first, second) => Date.parse(second.updated_at) - Date.parse(first.updated_at))
}
