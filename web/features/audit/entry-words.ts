import { listSwitchLines } from '#features/access/names.ts'
import { formatCount } from '#lib/format-number.ts'
import { pesos } from '#lib/money.ts'
import { formatDateTime } from '#lib/time.ts'
import { getAccessDifference } from '@tahanan/contract/access-presets.ts'
import {
  AUDIT_ACTIONS,
  AUDIT_AREAS,
  AUDIT_SUBJECTS,
  type AuditFields,
  auditNumber,
  type AuditSubject,
  fieldLabel,
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

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/
const IGNORED_FIELDS: readonly string[] = ['id', 'updated_at', 'search_text']

export function listFieldChanges({ subject, before, after }: AuditEntry): FieldChange[] {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  return fields
    .filter((field) => !IGNORED_FIELDS.includes(field))
    .flatMap((field): FieldChange[] => {
      const [was, is] = [before?.[field], after?.[field]]
      if (field === 'roles' && (isRoles(was) || isRoles(is))) return accessChanges(was, is)
      return [
        { label: fieldLabel(field), before: words(subject, field, was), after: words(subject, field, is) },
      ]
    })
    .filter((change) => change.before !== change.after)
}

/** Texts of batches: count and amount (rules 12.21). */
const FIGURES: Partial<Record<AuditSubject, (after: AuditFields) => string>> = {
  payfile_batches: (after) => `Batch ${after['number']}: ${rowsAndSum(after)}`,
  payfile_copies: (after) => rowsAndSum(after),
  reminder_batches: (after) =>
    'reminders' in after ? `${countOf(after['reminders'], 'reminder', 'reminders')}, ${sumWords(after)}` : '',
  bank_imports: ({ lines, known, debits }) =>
    `${countOf(lines, 'line', 'lines')}: ${countOf(known, 'known before', 'known before')}, ${countOf(debits, 'of money out', 'of money out')}`,
  statement_imports: (after) =>
    'total' in after
      ? `${countOf(after['total'], 'tenant', 'tenants')}: ${countOf(after['created'], 'created', 'created')}, ${countOf(after['updated'], 'updated', 'updated')}, ${sumWords(after)}`
      : '',
}

const countOf = (value: unknown, one: string, many: string): string =>
  formatCount(Number(value ?? 0), one, many)
const sumWords = ({ amount }: AuditFields): string => `${pesos(Number(amount ?? 0))} in all`
const rowsAndSum = (after: AuditFields): string =>
  `${countOf(after['rows'], 'row', 'rows')}, ${sumWords(after)}`

export function summarizeEntry(entry: AuditEntry): string {
  const { action, subject, after, detail } = entry
  const figures = action === 'add' || action === 'import' ? FIGURES[subject]?.(after ?? {}) : undefined
  return detail || figures || listChangedFields(entry)
}

export function listChangedFields(entry: AuditEntry): string {
  return listFieldChanges(entry)
    .map(({ label }) => label)
    .join(', ')
}

const isRoles = (value: unknown): value is RoleEntry[] =>
  Array.isArray(value) &&
  value.every((entry) => typeof entry === 'object' && entry !== null && 'title' in entry && 'roles' in entry)

function accessChanges(was: unknown, is: unknown): FieldChange[] {
  const { given, taken } = getAccessDifference(isRoles(was) ? was : [], isRoles(is) ? is : [])
  return [
    { label: 'Access given', before: '', after: listSwitchLines(given).join('\n') },
    { label: 'Access taken away', before: listSwitchLines(taken).join('\n'), after: '' },
  ]
}

const MONEY = /(?:^|_)(?:amount|balance)(?:$|_)|^(?:expected|counted|left_to_pay|fee)$/

function words(subject: AuditSubject, field: string, value: unknown): string {
  if (value === null || value === undefined) return ''
  if (isShortened(value)) return `${value.begins}… (${value.characters.toLocaleString('en')} characters)`
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'number') return MONEY.test(field) ? pesos(value) : auditNumber(subject, field, value)
  if (typeof value === 'string') return INSTANT.test(value) ? formatDateTime(value) : value
  if (Array.isArray(value)) return value.map((one) => words(subject, field, one)).join('\n')
  return Object.entries(value)
    .map(([name, one]) => `${fieldLabel(name)}: ${words(subject, name, one)}`)
    .join('\n')
}
