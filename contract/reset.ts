import { mapRecordKinds } from './records/index.ts'

interface ResetGroupInfo {
  readonly label: string
  /** Other groups that are emptied together with this one (rules 12.3). */
  readonly dependentGroups?: readonly string[]
  readonly note: string
}

/** Modules of tickets in each reset group. Work services are in the group of work permits. */
export const MODULES_BY_RESET_GROUP = {
  commendations: ['commendation'],
  permits: ['workPermit', 'workService'],
  rentalInquiries: ['leasingInquiry'],
  reports: ['incidentReport'],
  requests: ['jobOrder'],
  reservations: ['reservation'],
  tickets: ['gatePass'],
  visitors: ['visitor'],
} as const

const { policies, policiesHeader, memorandums, ...otherRecords } = mapRecordKinds(
  ({ reset }) => reset.group,
  ({ reset }): ResetGroupInfo => reset,
)

const RESET_GROUP_INFO = {
  posts: {
    label: 'Announcements and posts',
    dependentGroups: ['comments'],
    note: 'With their comments and views.',
  },
  commendations: { label: 'Commendations and testimonials', note: 'With their histories and conversations.' },
  policies,
  policiesHeader,
  comments: { label: 'Comments', note: 'Of residents and of the office.' },
  memorandums,
  permits: {
    label: 'Work permits',
    note: 'With the work services, their histories, conversations and entries at the gate.',
  },
  rentalInquiries: { label: 'Leasing assistance', note: 'With their histories and conversations.' },
  reports: { label: 'Incident reports', note: 'With their histories and conversations.' },
  requests: { label: 'Job orders', note: 'With their histories and conversations.' },
  reservations: {
    label: 'Reservations',
    note:
      'With their histories, conversations, the bookings of amenities and the waiting lists. ' +
      'Payments for them stay, without the reservation.',
  },
  tickets: { label: 'Gate pass', note: 'With their histories, conversations and entries at the gate.' },
  visitors: {
    label: 'Visitors',
    note: 'With their histories, conversations, identity data and entries at the gate, and all walk-ins.',
  },
  payments: {
    label: 'Payments',
    note:
      'With their histories, conversations, receipts, lines of banks and what gateways said. ' +
      'The ledgers begin again with the latest statements.',
  },
  users: {
    label: 'Clients/tenants',
    dependentGroups: [...Object.keys(MODULES_BY_RESET_GROUP), 'payments'],
    note:
      'With everything that is theirs: ' +
      'service tickets, payments, statements and their imports, reminders, conversations, feedback, comments, ' +
      'notifications, privacy requests, entries at the gate.',
  },
  admins: {
    label: 'Admins (admins, superadmins)',
    note: 'All but you. Those whom a record names that stays are closed for good and keep only their name.',
  },
  websiteSettings: {
    label: 'Website settings',
    note:
      'Name, pictures, maintenance, mobile app, and the terms and conditions become what they were at the first start. ' +
      'Bank accounts and all versions of the privacy notice are removed. ' +
      'Retention periods and the settings of the gate stay.',
  },
  systemParameterSettings: {
    label: 'System parameter settings',
    note:
      'Every service is open again, with the amounts of the first start. ' +
      'Due rules, holidays and prepared answers are removed, and the office hours are the usual ones.',
  },
  ...otherRecords,
  notifications: { label: 'Notifications', note: 'Of residents and of the office.' },
} satisfies Record<keyof typeof MODULES_BY_RESET_GROUP, ResetGroupInfo> & Record<string, ResetGroupInfo>

export type ResetGroup = keyof typeof RESET_GROUP_INFO

/** Groups of tables that `DELETE /reset-data` can empty (rules 12.1). */
export const RESET_GROUPS: Readonly<Record<ResetGroup, ResetGroupInfo>> = RESET_GROUP_INFO
export const RESET_GROUP_NAMES = Object.keys(RESET_GROUPS) as ResetGroup[]

const isResetGroup = (name: string): name is ResetGroup => Object.hasOwn(RESET_GROUPS, name)

export function parseGroupsToReset(tables: string): ResetGroup[] | { unknown: string } {
  const groupNames = tables.split(',').map((name) => name.trim())
  const unknownGroup = groupNames.find((name) => !isResetGroup(name))
  return unknownGroup === undefined
    ? RESET_GROUP_NAMES.filter((name) => groupNames.includes(name))
    : { unknown: unknownGroup }
}

export function addDependentGroups(groups: readonly ResetGroup[]): ResetGroup[] {
  const emptiedGroups: readonly string[] = groups.flatMap((group) => [
    group,
    ...(RESET_GROUPS[group].dependentGroups ?? []),
  ])
  return RESET_GROUP_NAMES.filter((name) => emptiedGroups.includes(name))
}
