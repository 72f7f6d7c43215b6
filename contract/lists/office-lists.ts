import { PAYMENT_STATUS, PAYMENT_STATUSES, PAYMENT_TYPES } from '../billing/payment.ts'
import type { Option } from '../forms/fields.ts'
import type { PageName } from '../permissions.ts'
import { PAYMENT_SORTS } from '../sorting.ts'
import { STATUSES, type Status } from '../statuses.ts'
import { TICKET_SORTS, ticketSorts, type TicketModule } from '../tickets/define-module.ts'
import { MODULES } from '../tickets/index.ts'
import { PAYMENT_FILTERS, ticketFilters, typesOf, type FilterKey } from './filters.ts'

/** Orders, filters and their choices of a list of the office. */
export interface OfficeList {
  /** Page of permissions; its flag `view` opens the list. */
  readonly permission: PageName
  readonly sorts: readonly string[]
  readonly filters: readonly FilterKey[]
  readonly statuses: readonly { readonly status: Status; readonly label: string }[]
  /** Choices of the filter `type`, and its label. */
  readonly types: readonly Option[]
  readonly typeLabel: string
  /** Label of the day of creation, and of the date that `by=main` filters. */
  readonly created: string
  readonly mainDate?: string
}

const FILED = 'Filed'

function ticketList(module: TicketModule): OfficeList {
  const { permission, fields, mainDate } = module
  return {
    permission,
    sorts: ticketSorts(module),
    filters: ticketFilters(module),
    statuses: STATUSES,
    types: typesOf(module),
    typeLabel: 'Type',
    created: FILED,
    ...(mainDate !== undefined && { mainDate: fields[mainDate]?.label ?? mainDate }),
  }
}

/** Lists of the office with filters and views, by the path of their call. */
export const OFFICE_LISTS: Readonly<Record<string, OfficeList>> = {
  ...Object.fromEntries(
    MODULES.filter(({ route }) => route !== null).map((module) => [module.path.many, ticketList(module)]),
  ),
  services: {
    permission: 'services',
    sorts: TICKET_SORTS,
    filters: ticketFilters(),
    statuses: STATUSES,
    types: [],
    typeLabel: 'Type',
    created: FILED,
  },
  payments: {
    permission: 'payments',
    sorts: PAYMENT_SORTS,
    filters: PAYMENT_FILTERS,
    statuses: PAYMENT_STATUSES.filter(({ status }) => status !== PAYMENT_STATUS.created),
    types: PAYMENT_TYPES.map(({ type, label }) => ({ value: type, label })),
    typeLabel: 'Method',
    created: 'Created',
    mainDate: 'Transaction Date',
  },
}
