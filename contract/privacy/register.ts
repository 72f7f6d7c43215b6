import { ACCOUNT_TABLES } from './accounts.ts'
import { CONTENT_TABLES } from './content-and-platform.ts'
import { words, type TableEntry } from './define-register.ts'
import { MONEY_TABLES } from './money.ts'
import { TICKET_TABLES } from './tickets-and-gate.ts'

export const REGISTER_GROUPS: readonly {
  readonly title: string
  readonly tables: Readonly<Record<string, TableEntry>>
}[] = [
  { title: 'Account', tables: ACCOUNT_TABLES },
  { title: 'Services and gate', tables: TICKET_TABLES },
  { title: 'Money', tables: MONEY_TABLES },
  { title: 'Everything else', tables: CONTENT_TABLES },
]

/** By name of the table (rules 26.1). */
export const PERSONAL_TABLES: Readonly<Record<string, TableEntry>> = Object.assign(
  {},
  ...REGISTER_GROUPS.map(({ tables }) => tables),
)

export const PLAIN_TABLES: Readonly<Record<string, readonly string[]>> = {
  advertisements: words('id title url description images status search_text created_at updated_at'),
  amenities: words('id title description images status search_text created_at updated_at rules'),
  bank_accounts: words(
    'id bank account_name account_number title position active images created_at updated_at',
  ),
  bank_formats: words('id name mapping created_at updated_at'),
  due_rules: words('id module type hours'),
  gate_devices: words(
    'id gate_id name code_hash code_ends_at secret_hash enrolled_at seen_at ended_at created_at updated_at',
  ),
  gates: words('id name direction status created_at updated_at'),
  holidays: words('date name'),
  payment_tallies: words('status delta'),
  policies: words('id policy_header_id sub_header title date files status search_text created_at updated_at'),
  policy_headers: words('id header sequence_number files status search_text created_at updated_at'),
  post_view_tallies: words('post_id delta'),
  prepared_answers: words('id title text page created_at updated_at'),
  receipt_logos: words('key png'),
  reservation_tallies: words('since delta'),
  secrets: words('name value'),
  service_settings: words('type status amount updated_at'),
  settings: words('name value updated_at'),
  statement_import_moves: words('entry_id import_id in_statement'),
  terms: words('id title content image status updated_at'),
  ticket_counters: words('module year last'),
  ticket_tallies: words('module status delta'),
}
