/** Which completed tickets this resident was asked about, so that nobody is asked twice. Kept in this browser. */
const keyOf = (tenantId: number) => `FEEDBACK_ASKED ${tenantId}`

/** Most remembered tickets; older ones are too old to be asked about. */
const REMEMBERED = 200

export function askedTickets(tenantId: number): ReadonlySet<number> {
  try {
    const ids: unknown = JSON.parse(localStorage.getItem(keyOf(tenantId)) ?? '[]')
    return new Set(Array.isArray(ids) ? ids.filter((id) => typeof id === 'number') : [])
  } catch {
    return new Set()
  }
}

export function rememberAsked(tenantId: number, ids: readonly number[]): void {
  const all = [...new Set([...askedTickets(tenantId), ...ids])].slice(-REMEMBERED)
  try {
    localStorage.setItem(keyOf(tenantId), JSON.stringify(all))
  } catch {
    // with a full or forbidden store the resident is asked again
  }
}

export interface CompletedTicket {
  id: number
  ticketNumber: string
  status: number
  updated_at: string
}

const COMPLETED = 4
const ASKED_FOR_MS = 14 * 24 * 60 * 60 * 1000

/** Tickets that may be asked about: completed within the last two weeks, never asked about; the latest first. */
export function worthAsking<T extends CompletedTicket>(
  tickets: readonly T[],
  asked: ReadonlySet<number>,
  now: number,
): T[] {
  return tickets
    .filter(({ id, status, updated_at }) => {
      return status === COMPLETED && !asked.has(id) && now - Date.parse(updated_at) < ASKED_FOR_MS
    })
    .toSorted((one, other) => Date.parse(other.updated_at) - Date.parse(one.updated_at))
}
