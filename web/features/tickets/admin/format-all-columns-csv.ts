import { formatCsvTime } from '#lib/time.ts'
import { type CsvCell, toCsv } from '@tahanan/contract/csv.ts'
import type { Ticket } from '@tahanan/contract/tickets/answers.ts'
import type { TicketModule } from '@tahanan/contract/tickets/define-module.ts'
import { toCsvValue, getValueKind, getColumnValue } from '../values.ts'

const OFFICE_COLUMNS = {
  assignee: 'assignee',
  due_at: 'due',
  approver: 'approvedBy',
  verifier: 'verifiedBy',
  verifiedDate: 'verifiedDate',
  updated_at: 'updatedAt',
} as const

function getAllKeys({ csv, fields, recordedTimes }: TicketModule): string[] {
  const publicKeys = Object.keys(fields).filter((key) => !fields[key]?.private)
  return [
    ...new Set([...csv.keys, ...publicKeys, ...Object.keys(recordedTimes), ...Object.keys(OFFICE_COLUMNS)]),
  ]
}

const getHeader = (key: string): string => (OFFICE_COLUMNS as Readonly<Record<string, string>>)[key] ?? key

function toCell(module: TicketModule, ticket: Ticket, key: string): CsvCell {
  const valueKind = getValueKind(module, key)
  const isTime =
    valueKind.kind === 'field' && valueKind.field.kind === 'dateTime' && valueKind.field.precision !== 'day'
  if (valueKind.kind === 'moment' || isTime) return formatCsvTime(getColumnValue(ticket, key))
  return toCsvValue(module, ticket, key)
}

/**
 * Formats tickets as CSV with all columns (rules 13.50). The columns of the usual CSV file (rules 5.26) come
 * first.
 */
export function formatAllColumnsCsv(module: TicketModule, tickets: readonly Ticket[]): string {
  const keys = getAllKeys(module)
  return toCsv(
    keys.map(getHeader),
    tickets.map((ticket) => keys.map((key) => toCell(module, ticket, key))),
  )
}

export const getAllColumnsFileName = ({ csv }: TicketModule): string =>
  csv.file.replace(/\.csv$/, ', all columns.csv')
