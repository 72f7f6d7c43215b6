import { PAYMENT_STATUSES } from './billing/payment.ts'
import { capitalize } from './capitalize.ts'
import { mapRecordKinds } from './records/index.ts'
import { isStatus, getStatusInfo } from './statuses.ts'

export const AUDIT_ACTIONS = {
  add: 'Added',
  change: 'Changed',
  delete: 'Deleted',
  remove: 'Removed for good',
  login: 'Logged in',
  loginFailed: 'Login failed',
  logout: 'Logged out',
  refused: 'Refused',
  viewed: 'Viewed',
  import: 'Imported',
  undo: 'Undone',
  export: 'Exported',
  resend: 'Sent again',
  backup: 'Backup',
  restore: 'Restored',
  reset: 'Reset',
} as const

export type AuditAction = keyof typeof AUDIT_ACTIONS
export const AUDIT_ACTION_NAMES = Object.keys(AUDIT_ACTIONS) as AuditAction[]

const { amenities, ...published } = mapRecordKinds(
  ({ table }) => table,
  ({ title }) => title,
)

export const AUDIT_SUBJECTS = {
  tenants: 'Tenant',
  admins: 'Administrator',
  super_admins: 'Super-administrator',
  settings: 'Website setting',
  service_settings: 'Service',
  due_rules: 'Due rule',
  holidays: 'Holiday',
  prepared_answers: 'Prepared answer',
  bank_accounts: 'Bank account',
  terms: 'Terms and conditions',
  privacy_notices: 'Privacy notice',
  amenities,
  tickets: 'Service ticket',
  posts: 'Announcement or event',
  comments: 'Comment',
  ...published,
  privacy_requests: 'Privacy request',
  payments: 'Payment',
  ledger_entries: 'Charge or credit',
  payfile_batches: 'Payfile batch',
  payfile_copies: 'Payfile copy',
  reminder_batches: 'Batch of reminders',
  bank_formats: 'Bank format',
  bank_imports: 'Bank file',
  bank_lines: 'Bank line',
  number_series: 'Series of receipts',
  issued_numbers: 'Invoice',
  cash_closes: 'Close of the day',
  statement_imports: 'Statement import',
  deliveries: 'Mail or push message',
  gates: 'Gate',
  gate_devices: 'Device of a gate',
  do_not_admit: 'Do-not-admit entry',
  personal_data: 'Personal data',
  calls: 'Call',
  database: 'Database',
  audit_log: 'Audit log',
} as const

export type AuditSubject = keyof typeof AUDIT_SUBJECTS
export const AUDIT_SUBJECT_NAMES = Object.keys(AUDIT_SUBJECTS) as AuditSubject[]

/**
 * Kinds of actors in the audit log. `nobody`: the actor has not proven their identity, for example in a
 * failed login. `system`: the portal itself acted.
 */
export const AUDIT_AREAS = {
  admin: 'Administrator',
  'super-admin': 'Super-administrator',
  client: 'Resident',
  nobody: 'Not logged in',
  system: 'System',
} as const

export type AuditArea = keyof typeof AUDIT_AREAS
export const AUDIT_AREA_NAMES = Object.keys(AUDIT_AREAS) as AuditArea[]

export type AuditFields = Readonly<Record<string, unknown>>

export const AUDIT_CSV_HEADER = [
  'Date',
  'Who',
  'Area',
  'Action',
  'What',
  'Id',
  'Name',
  'Field',
  'Before',
  'After',
  'Detail',
  'Address',
] as const

export function formatFieldLabel(field: string): string {
  const label = field
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase()
    .replace(/\bid$/, '')
    .trim()
  return capitalize(label)
}

/** Whether a value is only the beginning of a long text. The audit log does not store the rest. */
export function isShortened(value: unknown): value is { begins: string; characters: number } {
  return typeof value === 'object' && value !== null && 'begins' in value && 'characters' in value
}

export function formatAuditNumber(subject: string, field: string, value: number): string {
  if (field === 'status' && subject === 'tickets' && isStatus(value)) return getStatusInfo(value).label
  if (field === 'status' && subject === 'payments')
    return PAYMENT_STATUSES.find(({ status }) => status === value)?.label ?? String(value)
  return field.endsWith('_id') ? `No. ${value}` : String(value)
}
