import type { SortKey } from '#ui/lists/sort.tsx'
import { TICKET_SORTS, type TicketModule, CLIENT_COLUMNS } from '@tahanan/contract/tickets/define-module.ts'

const SORT_KEY_BY_NAME: Readonly<Record<(typeof TICKET_SORTS)[number], Omit<SortKey, 'key'>>> = {
  ticketNumber: { label: CLIENT_COLUMNS.ticketNumber, kind: 'text' },
  clientCode: { label: CLIENT_COLUMNS.clientCode, kind: 'text' },
  clientName: { label: CLIENT_COLUMNS.clientName, kind: 'text' },
  created_at: { label: 'Created Date', kind: 'date' },
  status: { label: 'Status', kind: 'status' },
}

/**
 * Returns the keys by which a ticket list can be sorted. Without `module`, it is the list of all modules.
 * Residents cannot sort by client.
 */
export function getTicketSortKeys(audience: 'resident' | 'office', module?: TicketModule): SortKey[] {
  const commonKeys = TICKET_SORTS.filter((key) => audience === 'office' || !key.startsWith('client'))
  const mainDate = module?.mainDate
  return [
    ...commonKeys.map((key): SortKey => ({ key, ...SORT_KEY_BY_NAME[key] })),
    ...(module && mainDate !== undefined
      ? [{ key: mainDate, label: module.fields[mainDate]?.label ?? mainDate, kind: 'date' as const }]
      : []),
  ]
}

/**
 * Returns the column by which tickets are sorted from new to old. In a list of all modules it is the creation
 * time, because ticket numbers increase only within a module.
 */
export const getNewestColumn = (module?: TicketModule): string => (module ? 'ticketNumber' : 'created_at')
