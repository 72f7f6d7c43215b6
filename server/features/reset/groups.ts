import { byKind } from '@tahanan/contract/records/index.ts'
import { MODULES_OF, type ResetGroup } from '@tahanan/contract/reset.ts'
import { moduleNamed } from '@tahanan/contract/tickets/index.ts'

/** Rows counted for people before they go: `[singular, plural, from clause]`. */
export type Counted = readonly [one: string, many: string, from: string]

function ticketsOf(group: keyof typeof MODULES_OF, noun?: { one: string; many: string }): Counted[] {
  const modules: readonly [string, ...string[]] = MODULES_OF[group]
  const { one, many } = noun ?? moduleNamed(modules[0]).noun
  return [[one, many, `tickets where module in (${modules.map((module) => `'${module}'`).join(', ')})`]]
}

const CHARGES: Counted = [
  'charge or credit',
  'charges and credits',
  `ledger_entries where kind in ('charge', 'credit')`,
]

/** Counts told for each group; `$1` is the calling super-administrator. Deleted records count: they go for good. */
export const COUNTED: Readonly<Record<ResetGroup, readonly Counted[]>> = {
  posts: [['announcement or event', 'announcements and events', 'posts']],
  commendations: ticketsOf('commendations'),
  comments: [['comment', 'comments', 'comments']],
  permits: ticketsOf('permits', { one: 'work permit or service', many: 'work permits and services' }),
  rentalInquiries: ticketsOf('rentalInquiries'),
  reports: ticketsOf('reports'),
  requests: ticketsOf('requests'),
  reservations: ticketsOf('reservations'),
  tickets: ticketsOf('tickets'),
  visitors: ticketsOf('visitors'),
  payments: [['payment', 'payments', 'payments'], CHARGES, ['bank line', 'bank lines', 'bank_lines']],
  users: [
    ['tenant', 'tenants', 'tenants'],
    ['statement', 'statements', 'statements'],
    ['import', 'imports', 'statement_imports'],
    ['feedback', 'feedbacks', 'feedbacks'],
  ],
  admins: [
    ['administrator', 'administrators', 'admins where status <> 0'],
    ['other super-administrator', 'other super-administrators', 'super_admins where id <> $1'],
  ],
  websiteSettings: [
    ['website setting', 'website settings', 'settings'],
    ['bank account', 'bank accounts', 'bank_accounts'],
  ],
  systemParameterSettings: [['service setting', 'service settings', 'service_settings']],
  ...byKind(
    ({ reset }) => reset.group,
    ({ noun, table }) => [[noun.one, noun.many, table] as const],
  ),
  notifications: [['notification', 'notifications', 'notifications']],
}

/**
 * The tables whose rows own files, by the kind that stands in `files.owner_kind`. Statements' files belong to their tenant.
 * Kinds that are not here (settings, terms) are let go of by name.
 */
export const OWNERS: Readonly<Record<string, string>> = {
  ticket: 'tickets',
  tenant: 'tenants',
  post: 'posts',
  ...byKind(
    ({ name }) => name,
    ({ table }) => table,
  ),
  payment: 'payments',
  bankAccount: 'bank_accounts',
  statement: 'tenants',
  statementImport: 'statement_imports',
}

/** Kinds of files that belong to the website settings. */
export const SETTING_OWNERS: readonly string[] = ['website-setting', 'mobile-setting', 'terms']
