import { Readable } from 'node:stream'
import type { DbOrTx } from '#platform/db/client.ts'
import {
  AUDIT_ACTIONS,
  AUDIT_AREAS,
  AUDIT_CSV_HEADER,
  AUDIT_SUBJECTS,
  formatAuditNumber,
  formatFieldLabel,
} from '@tahanan/contract/audit.ts'
import { CSV_BYTE_ORDER_MARK, formatCsvRow } from '@tahanan/contract/csv.ts'
import { formatPickerTime } from '@tahanan/contract/time.ts'
import { streamAuditRows, type AuditFilter, type AuditRow } from './repository.ts'

/**
 * Streams the audit log as CSV, with one line for each changed field. Times are in the community's time zone.
 */
export function exportAudit(db: DbOrTx, filter: AuditFilter, timeZone: string): Readable {
  async function* generateLines(): AsyncGenerator<string> {
    yield CSV_BYTE_ORDER_MARK + formatCsvRow(AUDIT_CSV_HEADER)
    for await (const rows of streamAuditRows(db, filter))
      yield rows.flatMap((row) => toCsvLines(row, timeZone)).join('')
  }
  return Readable.from(generateLines(), { objectMode: false })
}

function toCsvLines(row: AuditRow, timeZone: string): string[] {
  const fields = [...new Set([...Object.keys(row.before ?? {}), ...Object.keys(row.after ?? {})])]
  const formatLine = (field: string, valueBefore: unknown, valueAfter: unknown) =>
    formatCsvRow([
      { plain: formatPickerTime(row.at, timeZone) },
      row.actor_name,
      AUDIT_AREAS[row.actor_area] ?? row.actor_area,
      AUDIT_ACTIONS[row.action] ?? row.action,
      AUDIT_SUBJECTS[row.subject] ?? row.subject,
      row.subject_id,
      row.subject_name,
      field && formatFieldLabel(field),
      formatValue(row.subject, field, valueBefore),
      formatValue(row.subject, field, valueAfter),
      row.detail,
      row.address,
    ])
  return fields.length === 0
    ? [formatLine('', '', '')]
    : fields.map((field) => formatLine(field, row.before?.[field], row.after?.[field]))
}

function formatValue(subject: string, field: string, value: unknown): string {
  if (value === undefined || value === null) return ''
  if (typeof value === 'number') return formatAuditNumber(subject, field, value)
  return typeof value === 'string' ? value : JSON.stringify(value)
}
