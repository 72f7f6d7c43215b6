import { OFFICE_HOURS_SETTING } from '#features/due-rules/repository.ts'
import { MOBILE_SETTINGS } from '#features/settings/find-mobile-settings.ts'
import { WEBSITE_SETTINGS } from '#features/settings/website-settings.ts'
import { mapRecordKinds } from '@tahanan/contract/records/index.ts'
import { MODULES_BY_RESET_GROUP, type ResetGroup } from '@tahanan/contract/reset.ts'
import { RECORD_STATUS } from '@tahanan/contract/statuses.ts'
import type { TicketModule } from '@tahanan/contract/tickets/define-module.ts'
import { getModule } from '@tahanan/contract/tickets/index.ts'

export type CountedNoun = readonly [one: string, many: string, from: string]

const NOUNS: Readonly<Record<string, TicketModule['noun']>> = {
  permits: { one: 'work permit or service', many: 'work permits and services' },
}

function countTickets<Name extends string>(groups: Readonly<Record<Name, readonly [string, ...string[]]>>) {
  const counts = Object.entries<readonly [string, ...string[]]>(groups).map(([group, modules]) => {
    const { one, many } = NOUNS[group] ?? getModule(modules[0]).noun
    const names = modules.map((module) => `'${module}'`).join(', ')
    return [group, [[one, many, `tickets where module in (${names})`]]]
  })
  return Object.fromEntries(counts) as Record<Name, readonly CountedNoun[]>
}

const TICKET_COUNTS = countTickets(MODULES_BY_RESET_GROUP)

const COUNTED_CHARGES: CountedNoun = [
  'charge or credit',
  'charges and credits',
  `ledger_entries where kind in ('charge', 'credit')`,
]

const quotedWebsiteSettings = [...WEBSITE_SETTINGS, MOBILE_SETTINGS].map((name) => `'${name}'`).join(', ')

/**
 * Rows of `settings` in each group, in SQL. Rows in no group stay in every reset: the retention periods,
 * because a shorter period deletes personal data, and the settings of the gate (rules 12.7).
 */
export const SETTING_ROWS = {
  websiteSettings: `settings where name in (${quotedWebsiteSettings})`,
  systemParameterSettings: `settings where name = '${OFFICE_HOURS_SETTING}'`,
}

/**
 * Tables that are counted for each group. In SQL, `$1` is the id of the calling super-administrator. Counts
 * include soft-deleted records, because a reset removes them too.
 */
export const COUNTED_NOUNS_BY_GROUP: Readonly<Record<ResetGroup, readonly CountedNoun[]>> = {
  posts: [['announcement or event', 'announcements and events', 'posts']],
  comments: [['comment', 'comments', 'comments']],
  ...TICKET_COUNTS,
  reservations: [
    ...TICKET_COUNTS.reservations,
    ['waiting-list entry', 'waiting-list entries', 'waiting_entries'],
  ],
  visitors: [...TICKET_COUNTS.visitors, ['walk-in', 'walk-ins', 'walk_ins']],
  payments: [['payment', 'payments', 'payments'], COUNTED_CHARGES, ['bank line', 'bank lines', 'bank_lines']],
  users: [
    ['tenant', 'tenants', 'tenants'],
    ['statement', 'statements', 'statements'],
    ['import', 'imports', 'statement_imports'],
    ['feedback', 'feedbacks', 'feedbacks'],
    ['privacy request', 'privacy requests', 'privacy_requests'],
    ['entry at the gate', 'entries at the gate', 'gate_events'],
    ['batch of reminders', 'batches of reminders', 'reminder_batches'],
  ],
  admins: [
    ['administrator', 'administrators', `admins where status <> ${RECORD_STATUS.deleted}`],
    ['other super-administrator', 'other super-administrators', 'super_admins where id <> $1'],
  ],
  websiteSettings: [
    ['website setting', 'website settings', SETTING_ROWS.websiteSettings],
    ['bank account', 'bank accounts', 'bank_accounts'],
    ['version of the privacy notice', 'versions of the privacy notice', 'privacy_notices'],
  ],
  systemParameterSettings: [
    ['service setting', 'service settings', 'service_settings'],
    ['due rule', 'due rules', 'due_rules'],
    ['holiday', 'holidays', 'holidays'],
    ['prepared answer', 'prepared answers', 'prepared_answers'],
    ['week of office hours', 'weeks of office hours', SETTING_ROWS.systemParameterSettings],
  ],
  ...mapRecordKinds(
    ({ reset }) => reset.group,
    ({ noun, table }) => [[noun.one, noun.many, table] as const],
  ),
  notifications: [['notification', 'notifications', 'notifications']],
}

/**
 * Table of the owner for each `files.owner_kind`. A statement PDF belongs to its tenant. Files of settings,
 * terms and privacy notices are listed in `SETTING_FILE_OWNERS`.
 */
export const TABLE_BY_FILE_OWNER: Readonly<Record<string, string>> = {
  ticket: 'tickets',
  tenant: 'tenants',
  post: 'posts',
  ...mapRecordKinds(
    ({ name }) => name,
    ({ table }) => table,
  ),
  payment: 'payments',
  bankAccount: 'bank_accounts',
  statement: 'tenants',
  statementImport: 'statement_imports',
  message: 'messages',
  internalNote: 'internal_notes',
}

export const SETTING_FILE_OWNERS: readonly string[] = [
  'website-setting',
  'mobile-setting',
  'terms',
  'privacyNotice',
]
