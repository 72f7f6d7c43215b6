import { formatField } from '#lib/format-field.ts'
import { formatPesos } from '#lib/money.ts'
import { toTitle, toText } from '#lib/record-values.ts'
import { formatCsvDay, NO_DATE, formatDateTime, formatPeriod } from '#lib/time.ts'
import { type CsvCell, toCsv } from '@tahanan/contract/csv.ts'
import type { Field } from '@tahanan/contract/forms/fields.ts'
import { isStatus, getStatusInfo } from '@tahanan/contract/statuses.ts'
import type { Ticket } from '@tahanan/contract/tickets/answers.ts'
import type { TicketModule } from '@tahanan/contract/tickets/define-module.ts'
import { getApprover } from './ticket.ts'

type ValueKind =
  | { kind: 'ticketNumber' | 'status' | 'clientCode' | 'clientName' | 'moment' | 'plain' }
  | { kind: 'field'; field: Field }

const MOMENT_KEYS: ReadonlySet<string> = new Set([
  'created_at',
  'createdAt',
  'updated_at',
  'due_at',
  'verifiedDate',
])

export function getValueKind(module: TicketModule, key: string): ValueKind {
  const field = module.fields[key]
  if (field) return { kind: 'field', field }
  if (key === 'status' || key === 'ticketNumber' || key === 'clientCode' || key === 'clientName')
    return { kind: key }
  if (MOMENT_KEYS.has(key) || Object.hasOwn(module.recordedTimes, key)) return { kind: 'moment' }
  return { kind: 'plain' }
}

export function getColumnValue(ticket: Ticket, key: string): unknown {
  if (key === 'clientCode') return ticket.tenant.clientCode
  if (key === 'clientName') return ticket.tenant.uoccname
  if (key === 'approver') return getApprover(ticket)
  return key === 'createdAt' ? ticket.created_at : ticket[key]
}

export function getOptionLabel(field: Field, value: unknown, variant: 'tag' | 'label'): string {
  if (field.kind !== 'choice') return ''
  const chosenOption = field.options.find((candidate) => candidate.value === value)
  return (variant === 'tag' ? (chosenOption?.tag ?? chosenOption?.label) : chosenOption?.label) ?? ''
}

const toInstantText = (value: unknown) => (typeof value === 'string' ? value : undefined)

/** Formats the value of a column. Returns '' if there is no value, and `N/A` for an invalid date. */
export function formatValue(module: TicketModule, ticket: Ticket, key: string): string {
  const value = getColumnValue(ticket, key)
  const valueKind = getValueKind(module, key)
  if (valueKind.kind === 'status') return isStatus(value) ? getStatusInfo(value).label : ''
  if (valueKind.kind === 'moment') return formatDateTime(toInstantText(value))
  if (valueKind.kind !== 'field') return isPerson(value) ? value.name : toTitle(value) || toText(value)
  const { field } = valueKind
  if (field.kind === 'reference') return toTitle(ticket[field.to])
  if (field.kind === 'money' && value === 0 && field.zero !== undefined) return field.zero
  if (value === null || value === undefined)
    return field.kind === 'dateTime' || field.kind === 'date' ? NO_DATE : ''
  return field.kind === 'money' ? formatPesos(Number(value)) : formatField(field, value, '; ')
}

export function formatPeriodText(
  { fields }: TicketModule,
  ticket: Ticket,
  { from, to }: { from: string; to: string },
): string {
  const { [from]: field } = fields
  const isWholeDay = field?.kind === 'dateTime' && field.precision === 'day'
  return formatPeriod(toInstantText(ticket[from]), toInstantText(ticket[to]), { days: isWholeDay })
}

const isPerson = (value: unknown): value is { name: string } =>
  typeof value === 'object' && value !== null && 'name' in value && typeof value.name === 'string'

/** Formats a value for CSV: dates DD/MM/YYYY, numbers as numbers, statuses by label (rules 13.13). */
export function toCsvValue(module: TicketModule, ticket: Ticket, key: string): CsvCell {
  const value = getColumnValue(ticket, key)
  const valueKind = getValueKind(module, key)
  if (valueKind.kind === 'moment') return formatCsvDay(value)
  if (valueKind.kind === 'field') {
    if (valueKind.field.kind === 'dateTime' || valueKind.field.kind === 'date') return formatCsvDay(value)
    if (valueKind.field.kind === 'money') return typeof value === 'number' ? value : ''
  }
  return typeof value === 'number' && valueKind.kind === 'plain' ? value : formatValue(module, ticket, key)
}

/** Returns the CSV file of these tickets, with the module's columns (rules 5.26). */
export function formatTicketsCsv(module: TicketModule, tickets: readonly Ticket[]): string {
  const { keys } = module.csv
  return toCsv(
    keys,
    tickets.map((ticket) => keys.map((key) => toCsvValue(module, ticket, key))),
  )
}
