import { ACCOUNT_TABLES } from './accounts.ts'
import { CONTENT_TABLES } from './content-and-platform.ts'
import { splitNames, type RegisteredTable } from './define-register.ts'
import { MONEY_TABLES } from './money.ts'
import { TICKET_TABLES } from './tickets-and-gate.ts'

export const REGISTER_GROUPS: readonly {
  readonly title: string
  readonly tables: Readonly<Record<string, RegisteredTable>>
}[] = [
  { title: 'Account', tables: ACCOUNT_TABLES },
  { title: 'Services and gate', tables: TICKET_TABLES },
  { title: 'Money', tables: MONEY_TABLES },
  { title: 'Everything else', tables: CONTENT_TABLES },
]

/** Entries of the register by the name of their table (rules 26.1). */
export const PERSONAL_TABLES: Readonly<Record<string, RegisteredTable>> = Object.assign(
  {},
  ...REGISTER_GROUPS.map(({ tables }) => tables),
)

export const NON_PERSONAL_TABLES: Readonly<Record<string, readonly string[]>> = {
  advertisements: splitNames('id title url description images status search_text created_at updated_at'),
  amenities: splitNames('id title description images status search_text created_at updated_at rules'),
  bank_accounts: splitNames(
    'id bank account_name account_number title position active images created_at updated_at',
  ),
  bank_formats: splitNames('id name mapping created_at updated_at'),
  due_rules: splitNames('id module type hours'),
  gate_devices: splitNames(
    'id gate_id name code_hash code_ends_at secret_hash enrolled_at seen_at ended_at created_at updated_at',
  ),
  gates: splitNames('id name direction status created_at updated_at'),
  holidays: splitNames('date name'),
  payment_tallies: splitNames('status delta'),
  policies: splitNames(
    'id policy_header_id sub_header title date files status search_text created_at updated_at',
  ),
  policy_headers: splitNames('id header sequence_number files status search_text created_at updated_at'),
  post_view_tallies: splitNames('post_id delta'),
  prepared_answers: splitNames('id title text page created_at updated_at'),
  receipt_logos: splitNames('key png'),
  reservation_tallies: splitNames('since delta'),
  secrets: splitNames('name value'),
  service_settings: splitNames('type status amount updated_at'),
  settings: splitNames('name value updated_at'),
  statement_import_moves: splitNames('entry_id import_id in_statement'),
  terms: splitNames('id title content image status updated_at'),
  ticket_counters: splitNames('module year last'),
  ticket_tallies: splitNames('module status delta'),
}
