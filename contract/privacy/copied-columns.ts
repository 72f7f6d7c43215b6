import { formatFieldLabel } from '../audit.ts'
import { splitNames } from './define-register.ts'
import { PERSONAL_TABLES } from './register.ts'

const COPIED_PLAIN_COLUMNS = new Set(
  splitNames(`reference_number ticket_number number module type kind status state channel purpose date soa_date due_date at
    call_at currency invoice_date transaction_date cheque_date verified_date posted_date settled_at gateway_method
    gateway_amount gateway_fee period_from period_to received_at actor_area author_area from_status to_status verdict
    people counted gate_name valid_from valid_to day_from day_to amenity_id rate urgent withholds_tax due_at
    approved_at ongoing_at completed_at answered_by answered_at expires_at call outcome bytes made_at created_at`),
)

/**
 * Columns that the copy of a tenant's personal data omits: secrets, keys, repeated values, and internal texts
 * of the office.
 */
const OMITTED_COLUMNS: Readonly<Record<string, readonly string[]>> = {
  tenants: splitNames('password_hash type'),
  sessions: splitNames('token_hash account_id confirmed_at seen_before_gap'),
  account_tokens: splitNames('token_hash account_id'),
  idempotency_keys: splitNames('account_id key'),
  live_tenants: splitNames('tenant_id'),
  notifications: splitNames('tenant_id subject_tenant_id link brief letter'),
  notification_reads: splitNames('reader_id'),
  deliveries: splitNames('reader_id'),
  delivery_choices: splitNames('reader_id'),
  push_subscriptions: splitNames('tenant_id session_id endpoint p256dh auth'),
  data_copies: splitNames('tenant_id file'),
  payments: splitNames('search_text set_aside proof return_url'),
  tickets: splitNames('search_text'),
  feedbacks: splitNames('search_text'),
  ledgers: splitNames('received_since charged_since raised'),
  ledger_entries: splitNames('raises raised'),
  void_numbers: splitNames('remarks'),
  waiting_entries: splitNames('tenant_id'),
}

/** Columns that come first in the copy of a tenant's personal data, because they identify the row. */
const LEADING_COLUMNS =
  splitNames(`ticket_number reference_number number client_code uoccname title module kind date at call_at
  soa_date period_from valid_from status state amount_paid amount soa_amount about author_area author_name actor_area
  actor_name`)

const COLUMN_LABELS: Readonly<Record<string, string>> = {
  uoccname: 'Name of the tenant',
  ubtname: 'Name for bills',
  uoccpers: 'Contact person',
  uocctel1: 'Phone of the contact',
  uocctel2: 'Second phone of the contact',
  ubaddln1: 'Address line 1',
  ubaddln2: 'Address line 2',
  ubaddln3: 'Address line 3',
  ubaddln4: 'Address line 4',
  client_code: 'Number of the unit',
  soa_amount: 'Amount of the statement',
  soa_date: 'Date of the statement',
  soa_name: 'Statement',
  image: 'Picture',
  images: 'Files',
  email: 'Email',
  mail_refused_at: 'Email refused since',
  at: 'Time',
  about: 'Subject',
  during: 'Time',
  rate: 'Stars',
  call_at: 'Asked at',
  actor_area: 'By',
  actor_name: 'Name',
  author_area: 'By',
  author_name: 'Name',
  from_status: 'Status before',
  to_status: 'Status after',
  amenity_id: 'Amenity',
  withholds_tax: 'Withholds tax',
  created_at: 'Created',
  made_at: 'Made',
  address: 'Address',
  details: 'Form',
  document: 'Printed',
}

export interface CopiedColumn {
  readonly name: string
  readonly label: string
}

export const COPIED_TABLES: readonly string[] = Object.keys(PERSONAL_TABLES).filter((table) => {
  const registerEntry = PERSONAL_TABLES[table]
  return registerEntry?.tenant !== undefined && registerEntry.copyOmissionReason === undefined
})

/**
 * Returns the columns of a table in the copy of a tenant's personal data; [] if the copy omits the table
 * (rules 26).
 */
export function listCopiedColumns(table: string): CopiedColumn[] {
  const registerEntry = PERSONAL_TABLES[table]
  if (!registerEntry || !COPIED_TABLES.includes(table)) return []
  const personalColumns = Object.entries(registerEntry.personal).flatMap(([name, { dataSubject, erasure }]) =>
    (dataSubject === 'tenant' || dataSubject === 'household') && erasure !== 'derived' ? [name] : [],
  )
  const copiedPlainColumns = registerEntry.plain.filter((name) => COPIED_PLAIN_COLUMNS.has(name))
  const omittedColumns = OMITTED_COLUMNS[table] ?? []
  return [...personalColumns, ...copiedPlainColumns]
    .filter((name) => !omittedColumns.includes(name))
    .toSorted((a, b) => getColumnRank(a) - getColumnRank(b))
    .map((name) => ({ name, label: COLUMN_LABELS[name] ?? formatFieldLabel(name) }))
}

const getColumnRank = (name: string): number => {
  const leadingIndex = LEADING_COLUMNS.indexOf(name)
  return leadingIndex === -1 ? LEADING_COLUMNS.length : leadingIndex
}
