/** Retention periods in days. The super-administrator may change them within their bounds (rules 26.2). */
export const RETENTION_PERIODS = {
  visitorIdentity: {
    label: 'Visitors: ID picture and birth date',
    hint: 'Days after the visit.',
    days: 30,
    min: 1,
    max: 90,
  },
  visitorContact: {
    label: 'Visitors: address, phone and email',
    hint: 'Days after the visit.',
    days: 90,
    min: 1,
    max: 365,
  },
  gateLog: {
    label: 'Gate log: names, plates and notes',
    hint: 'Days after the entry. The entry itself stays, without a name.',
    days: 90,
    min: 30,
    max: 730,
  },
  deliveries: {
    label: 'Mail and push messages: to whom and when',
    hint: 'Days after they were sent.',
    days: 90,
    min: 30,
    max: 90,
  },
  loginAddresses: {
    label: 'Audit log: network addresses',
    hint: 'Days after the entry. The entry itself stays.',
    days: 90,
    min: 30,
    max: 730,
  },
  closedTickets: {
    label: 'Closed service tickets',
    hint: 'Days after the last change, with messages, history and files.',
    days: 1825,
    min: 365,
    max: 3650,
  },
  closedAccounts: {
    label: 'Closed accounts',
    hint: 'Days after the account was deleted. Then it is erased but for the books of account.',
    days: 1825,
    min: 365,
    max: 3650,
  },
  booksOfAccount: {
    label: 'Books of account',
    hint: 'Days that ledger, payments and receipts are kept. The portal deletes none of them.',
    days: 3650,
    min: 3650,
    max: 7300,
  },
} as const satisfies Record<string, RetentionPeriodInfo>

interface RetentionPeriodInfo {
  readonly label: string
  readonly hint: string
  readonly days: number
  readonly min: number
  readonly max: number
}

export type RetentionPeriod = keyof typeof RETENTION_PERIODS
export const RETENTION_PERIOD_NAMES = Object.keys(RETENTION_PERIODS) as RetentionPeriod[]

export type RetentionDays = Readonly<Record<RetentionPeriod, number>>

export const INITIAL_RETENTION_DAYS = Object.fromEntries(
  RETENTION_PERIOD_NAMES.map((name) => [name, RETENTION_PERIODS[name].days]),
) as Record<RetentionPeriod, number>

export const formatDays = (days: number): string =>
  days % 365 === 0 && days > 0 ? `${days / 365} ${days === 365 ? 'year' : 'years'}` : `${days} days`
