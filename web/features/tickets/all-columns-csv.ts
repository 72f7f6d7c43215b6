import { csvTime } from '#lib/time.ts'
import { type CsvCell, toCsv } from '@tahanan/contract/csv.ts'
import type { Ticket } from '@tahanan/contract/tickets/answers.ts'
import type { TicketModule } from '@tahanan/contract/tickets/define-module.ts'
import { csvValue, kindOfValue, getColumnValue } from './values.ts'

const OFFICE_COLUMNS = {
  assignee: 'assignee',
  due_at: 'due',
  approver: 'approvedBy',
  verifier: 'verifiedBy',
  verifiedDate: 'verifiedDate',
  updated_at: 'updatedAt',
} as const

/** Returns the keys of a module's columns: those of its CSV file first, then every other that is not private. */
function allKeys({ csv, fields, stamps }: TicketModule): string[] {
  const open = Object.keys(fields).filter((key) => !fields[key]?.private)
  return [...new Set([...csv.keys, ...open, ...Object.keys(stamps), ...Object.keys(OFFICE_COLUMNS)])]
}

const headerOf = (key: string): string => (OFFICE_COLUMNS as Readonly<Record<string, string>>)[key] ?? key

function toCell(module: TicketModule, ticket: Ticket, key: string): CsvCell {
  const known = kindOfValue(module, key)
  const isTime = known.kind === 'field' && known.field.kind === 'dateTime' && known.field.precision !== 'day'
  if (known.kind === 'moment' || isTime) return csvTime(getColumnValue(ticket, key))
  return csvValue(module, ticket, key)
}

/** Returns the file of all columns of these tickets, which begins with those of rules 5.26 (rules 13.50). */
export function allColumnsCsv(module: TicketModule, tickets: readonly Ticket[]): string {
  const keys = allKeys(module)
  return toCsv(
    keys.map(headerOf),
    tickets.map((ticket) => keys.map((key) => toCell(module, ticket, key))),
  )
}

/** Returns the name of the file of all columns: 'Job Orders Reports, all columns.csv'. */
export const allColumnsFile = ({ csv }: TicketModule): string =>
  csv.file.replace(/\.csv$/, ', all columns.csv')
