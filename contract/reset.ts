import { byKind } from './records/index.ts'

const { policies, policiesHeader, memorandums, ...kept } = byKind(
  ({ reset }) => reset.group,
  ({ reset: { label, takes, note } }) => ({ label, takes, note }),
)

/**
 * Groups of tables that `DELETE /reset-data` can empty (rules 12.1), each with its label and with the groups that it takes
 * along because they cannot be without it (rules 12.3).
 */
export const RESET_GROUPS = {
  posts: { label: 'Announcements and posts', takes: ['comments'], note: 'With their comments and views.' },
  commendations: { label: 'Commendations and testimonials', takes: [], note: 'With their histories.' },
  policies,
  policiesHeader,
  comments: { label: 'Comments', takes: [], note: 'Of residents and of the office.' },
  memorandums,
  permits: { label: 'Work permits', takes: [], note: 'With the work services and their histories.' },
  rentalInquiries: { label: 'Leasing assistance', takes: [], note: 'With their histories.' },
  reports: { label: 'Incident reports', takes: [], note: 'With their histories.' },
  requests: { label: 'Job orders', takes: [], note: 'With their histories.' },
  reservations: {
    label: 'Reservations',
    takes: [],
    note: 'With their histories and the bookings of amenities. Payments for them stay, without the reservation.',
  },
  tickets: { label: 'Gate pass', takes: [], note: 'With their histories.' },
  visitors: { label: 'Visitors', takes: [], note: 'With their histories and identity data.' },
  payments: {
    label: 'Payments',
    takes: [],
    note: 'With their histories, receipts, lines of banks and what gateways said. The ledgers begin again with the latest statements.',
  },
  users: {
    label: 'Clients/tenants',
    takes: [
      'commendations',
      'permits',
      'rentalInquiries',
      'reports',
      'requests',
      'reservations',
      'tickets',
      'visitors',
      'payments',
    ],
    note: 'With everything that is theirs: service tickets, payments, statements and their imports, feedback, comments, notifications.',
  },
  admins: {
    label: 'Admins (admins, superadmins)',
    takes: [],
    note: 'All but you. Those whom a record names that stays are closed for good and keep only their name.',
  },
  websiteSettings: {
    label: 'Website settings',
    takes: [],
    note: 'Name, pictures, maintenance, mobile app, and the terms and conditions become what they were at the first start. Bank accounts are removed.',
  },
  systemParameterSettings: {
    label: 'System parameter settings',
    takes: [],
    note: 'Every service is open again, with the amounts of the first start.',
  },
  ...kept,
  notifications: { label: 'Notifications', takes: [], note: 'Of residents and of the office.' },
} as const satisfies Record<string, { label: string; takes: readonly string[]; note: string }>

export type ResetGroup = keyof typeof RESET_GROUPS
export const RESET_GROUP_NAMES = Object.keys(RESET_GROUPS) as ResetGroup[]

const isGroup = (name: string): name is ResetGroup => Object.hasOwn(RESET_GROUPS, name)

/** Reads the comma-joined names of a call: the groups in their own order, or the first name that is none. */
export function readResetGroups(tables: string): ResetGroup[] | { unknown: string } {
  const names = tables.split(',').map((name) => name.trim())
  const unknown = names.find((name) => !isGroup(name))
  return unknown === undefined ? RESET_GROUP_NAMES.filter((name) => names.includes(name)) : { unknown }
}

/** Returns the groups with those that they take along. */
export function withTaken(groups: readonly ResetGroup[]): ResetGroup[] {
  const taken: readonly string[] = groups.flatMap((group) => [group, ...RESET_GROUPS[group].takes])
  return RESET_GROUP_NAMES.filter((name) => taken.includes(name))
}
