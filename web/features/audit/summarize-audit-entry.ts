import { listSwitchLines } from '#features/access/access-labels.ts'
import { formatCount } from '#lib/format-number.ts'
import { formatPesos } from '#lib/money.ts'
import { formatDateTime } from '#lib/time.ts'
import { getAccessDifference } from '@tahanan/contract/access-presets.ts'
import {
  AUDIT_ACTIONS,
  AUDIT_AREAS,
  AUDIT_SUBJECTS,
  type AuditFields,
  formatAuditNumber,
  type AuditSubject,
  formatFieldLabel,
  isShortened,
} from '@tahanan/contract/audit.ts'
import type { AuditEntry } from '@tahanan/contract/audit/answers.ts'
import type { RoleEntry } from '@tahanan/contract/permissions.ts'

export const getActionLabel = ({ action }: AuditEntry): string => AUDIT_ACTIONS[action] ?? action

export const getAreaLabel = ({ actor }: AuditEntry): string => AUDIT_AREAS[actor.area] ?? actor.area

export const getSubjectLabel = ({ subject }: AuditEntry): string => AUDIT_SUBJECTS[subject] ?? subject

interface FieldChange {
  label: string
  before: string
  after: string
}

const INSTANT_PATTERN = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/
const IGNORED_FIELDS: readonly string[] = ['id', 'updated_at', 'search_text']

export function listFieldChanges({ subject, before, after }: AuditEntry): FieldChange[] {
  const fieldNames = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  return fieldNames
    .filter((field) => !IGNORED_FIELDS.includes(field))
    .flatMap((field): FieldChange[] => {
      const [oldValue, newValue] = [before?.[field], after?.[field]]
      if (field === 'roles' && (isRoleEntries(oldValue) || isRoleEntries(newValue)))
        return listAccessChanges(oldValue, newValue)
      return [
        {
          label: formatFieldLabel(field),
          before: formatValue(subject, field, oldValue),
          after: formatValue(subject, field, newValue),
        },
      ]
    })
    .filter((change) => change.before !== change.after)
}

/**
 * Texts for entries about many rows, such as exports, reminders and imports: number of rows and total (rules
 * 12.21).
 */
const BATCH_SUMMARIES: Partial<Record<AuditSubject, (addedFields: AuditFields) => string>> = {
  payfile_batches: (addedFields) => `Batch ${addedFields['number']}: ${formatRowsAndTotal(addedFields)}`,
  payfile_copies: (addedFields) => formatRowsAndTotal(addedFields),
  reminder_batches: (addedFields) =>
    'reminders' in addedFields
      ? `${formatFigure(addedFields['reminders'], 'reminder', 'reminders')}, ${formatTotal(addedFields)}`
      : '',
  bank_imports: ({ lines, known, debits }) =>
    `${formatFigure(lines, 'line', 'lines')}: ${formatFigure(known, 'known before', 'known before')}, ${formatFigure(debits, 'of money out', 'of money out')}`,
  statement_imports: (addedFields) =>
    'total' in addedFields
      ? `${formatFigure(addedFields['total'], 'tenant', 'tenants')}: ${formatFigure(addedFields['created'], 'created', 'created')}, ${formatFigure(addedFields['updated'], 'updated', 'updated')}, ${formatTotal(addedFields)}`
      : '',
}

const formatFigure = (value: unknown, singular: string, plural: string): string =>
  formatCount(Number(value ?? 0), singular, plural)
const formatTotal = ({ amount }: AuditFields): string => `${formatPesos(Number(amount ?? 0))} in all`
const formatRowsAndTotal = (addedFields: AuditFields): string =>
  `${formatFigure(addedFields['rows'], 'row', 'rows')}, ${formatTotal(addedFields)}`

export function summarizeAuditEntry(entry: AuditEntry): string {
  const { action, subject, after, detail } = entry
  const batchSummary =
    action === 'add' || action === 'import' ? BATCH_SUMMARIES[subject]?.(after ?? {}) : undefined
  return detail || batchSummary || listChangedFields(entry)
}

export function listChangedFields(entry: AuditEntry): string {
  return listFieldChanges(entry)
    .map(({ label }) => label)
    .join(', ')
}

const isRoleEntries = (value: unknown): value is RoleEntry[] =>
  Array.isArray(value) &&
  value.every((entry) => typeof entry === 'object' && entry !== null && 'title' in entry && 'roles' in entry)

function listAccessChanges(oldValue: unknown, newValue: unknown): FieldChange[] {
  const { addedAccess, removedAccess } = getAccessDifference(
    isRoleEntries(oldValue) ? oldValue : [],
    isRoleEntries(newValue) ? newValue : [],
  )
  return [
    { label: 'Access given', before: '', after: listSwitchLines(addedAccess).join('\n') },
    { label: 'Access taken away', before: listSwitchLines(removedAccess).join('\n'), after: '' },
  ]
}

const PESO_COLUMN_PATTERN = /(?:^|_)(?:amount|balance)(?:$|_)|^(?:expected|counted|left_to_pay|fee)$/

function formatValue(subject: AuditSubject, field: string, value: unknown): string {
  if (value === null || value === undefined) return ''
  if (isShortened(value)) return `${value.begins}… (${value.characters.toLocaleString('en')} characters)`
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'number')
    return PESO_COLUMN_PATTERN.test(field) ? formatPesos(value) : formatAuditNumber(subject, field, value)
  if (typeof value === 'string') return INSTANT_PATTERN.test(value) ? formatDateTime(value) : value
  if (Array.isArray(value)) return value.map((item) => formatValue(subject, field, item)).join('\n')
  return Object.entries(value)
    .map(([name, item]) => `${formatFieldLabel(name)}: ${formatValue(subject, name, item)}`)
    .join('\n')
}
