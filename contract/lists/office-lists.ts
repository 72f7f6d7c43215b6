import { PAYMENT_STATUS, PAYMENT_STATUSES, PAYMENT_TYPES } from '../billing/payment.ts'
import { CHANNEL_LABELS, DELIVERY_LABELS } from '../deliveries/channels-and-states.ts'
import type { Option } from '../forms/fields.ts'
import { ENTRY_LABELS, ENTRY_STATE_LABELS } from '../gate/labels-and-codes.ts'
import { NOTIFICATION_KIND_LABELS } from '../notifications/kinds.ts'
import type { PageName } from '../permissions.ts'
import { PAYMENT_SORTS } from '../sorting.ts'
import { STATUSES, type Status } from '../statuses.ts'
import { TICKET_SORTS, getTicketSorts, type TicketModule } from '../tickets/define-module.ts'
import { MODULES } from '../tickets/index.ts'
import {
  PAYMENT_FILTERS,
  getTicketFilters,
  getTicketTypes,
  type ChoiceKey,
  type FilterKey,
} from './filters.ts'

export interface OfficeList {
  /** An administrator needs the permission `view` of this page to open the list. */
  readonly permission: PageName
  readonly sorts: readonly string[]
  readonly filters: readonly FilterKey[]
  readonly statuses: readonly { readonly status: Status; readonly label: string }[]
  readonly choices: readonly FilterChoice[]
  readonly createdLabel: string
  readonly mainDate?: string
}

interface FilterChoice {
  readonly key: ChoiceKey
  readonly label: string
  readonly options: readonly Option[]
}

const CREATED_LABEL = 'Created'

const toOptions = (labels: Readonly<Record<string, string>>): Option[] =>
  Object.entries(labels).map(([value, label]) => ({ value, label }))

function createTicketList(module: TicketModule): OfficeList {
  const { permission, fields, mainDate } = module
  return {
    permission,
    sorts: getTicketSorts(module),
    filters: getTicketFilters(module),
    statuses: STATUSES,
    choices: [{ key: 'type' as const, label: 'Type', options: getTicketTypes(module) }].filter(
      ({ options }) => options.length > 0,
    ),
    createdLabel: CREATED_LABEL,
    ...(mainDate !== undefined && { mainDate: fields[mainDate]?.label ?? mainDate }),
  }
}

export const OFFICE_LISTS: Readonly<Record<string, OfficeList>> = {
  ...Object.fromEntries(
    MODULES.filter(({ route }) => route !== null).map((module) => [
      module.path.many,
      createTicketList(module),
    ]),
  ),
  services: {
    permission: 'services',
    sorts: TICKET_SORTS,
    filters: getTicketFilters(),
    statuses: STATUSES,
    choices: [],
    createdLabel: CREATED_LABEL,
  },
  payments: {
    permission: 'payments',
    sorts: PAYMENT_SORTS,
    filters: PAYMENT_FILTERS,
    statuses: PAYMENT_STATUSES.filter(({ status }) => status !== PAYMENT_STATUS.created),
    choices: [
      {
        key: 'type',
        label: 'Method',
        options: PAYMENT_TYPES.map(({ type, label }) => ({ value: type, label })),
      },
    ],
    createdLabel: CREATED_LABEL,
    mainDate: 'Transaction Date',
  },
  deliveries: {
    permission: 'deliveries',
    sorts: [],
    filters: ['state', 'kind', 'channel', 'tenantId'],
    statuses: [],
    choices: [
      { key: 'state', label: 'State', options: toOptions(DELIVERY_LABELS) },
      { key: 'kind', label: 'Kind of notification', options: toOptions(NOTIFICATION_KIND_LABELS) },
      { key: 'channel', label: 'Channel', options: toOptions(CHANNEL_LABELS) },
    ],
    createdLabel: 'Queued',
  },
  'gate-log': {
    permission: 'gate',
    sorts: [],
    filters: ['from', 'to', 'kind', 'state', 'tenantId', 'gateId'],
    statuses: [],
    choices: [
      { key: 'kind', label: 'Entry', options: toOptions(ENTRY_LABELS) },
      { key: 'state', label: 'State', options: toOptions(ENTRY_STATE_LABELS) },
    ],
    createdLabel: 'Recorded',
  },
}
