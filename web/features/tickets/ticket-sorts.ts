import type { SortKey } from '#ui/lists/sort.tsx'
import { TICKET_SORTS, type TicketModule, CLIENT_COLUMNS } from '@tahanan/contract/tickets/define-module.ts'

const KEYS: Readonly<Record<(typeof TICKET_SORTS)[number], Omit<SortKey, 'key'>>> = {
  ticketNumber: { label: CLIENT_COLUMNS.ticketNumber, kind: 'text' },
  clientCode: { label: CLIENT_COLUMNS.clientCode, kind: 'text' },
  clientName: { label: CLIENT_COLUMNS.clientName, kind: 'text' },
  created_at: { label: 'Created Date', kind: 'date' },
  status: { label: 'Status', kind: 'status' },
}

/** Without `module`, those of a list of all modules. A resident's tickets have no client column. */
export function getTicketSortKeys(who: 'resident' | 'office', module?: TicketModule): SortKey[] {
  const common = TICKET_SORTS.filter((key) => who === 'office' || !key.startsWith('client'))
  const mainDate = module?.mainDate
  return [
    ...common.map((key): SortKey => ({ key, ...KEYS[key] })),
    ...(module && mainDate !== undefined
      ? [{ key: mainDate, label: module.fields[mainDate]?.label ?? mainDate, kind: 'date' as const }]
      : []),
  ]
}

/** Ticket numbers increase only within a module. */
export const getNewestColumn = (module?: TicketModule): string => (module ? 'ticketNumber' : 'created_at')
