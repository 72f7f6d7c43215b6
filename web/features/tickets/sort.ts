import type { SortKey } from '#ui/lists/sort.tsx'
import { TICKET_SORTS, type TicketModule, WHO } from '@tahanan/contract/tickets/define-module.ts'

const KEYS: Readonly<Record<(typeof TICKET_SORTS)[number], Omit<SortKey, 'key'>>> = {
  ticketNumber: { label: WHO.ticketNumber, kind: 'text' },
  clientCode: { label: WHO.clientCode, kind: 'text' },
  clientName: { label: WHO.clientName, kind: 'text' },
  created_at: { label: 'Created', kind: 'date' },
  status: { label: 'Status', kind: 'status' },
}

/** Returns the sort keys of one module's tickets, or of all. A resident's tickets have one client. */
export function ticketSortKeys(who: 'resident' | 'office', module?: TicketModule): SortKey[] {
  const common = TICKET_SORTS.filter((key) => who === 'office' || !key.startsWith('client'))
  const mainDate = module?.mainDate
  return [
    ...common.map((key): SortKey => ({ key, ...KEYS[key] })),
    ...(module && mainDate !== undefined
      ? [{ key: mainDate, label: module.fields[mainDate]?.label ?? mainDate, kind: 'date' as const }]
      : []),
  ]
}

/** The column whose descending order is the newest first: the numbers of one module rise with time. */
export const newestColumn = (module?: TicketModule): string => (module ? 'ticketNumber' : 'created_at')
