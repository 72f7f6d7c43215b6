import { richTextWords } from '@tahanan/contract/rich-text.ts'
import type { RichNode } from '@tahanan/contract/rich-text.ts'
import { isStatus, statusInfo } from '@tahanan/contract/statuses.ts'
import type { TicketModule } from '@tahanan/contract/tickets/define-module.ts'
import type { Field } from '@tahanan/contract/forms/fields.ts'
import type { Ticket } from '@tahanan/contract/tickets/answers.ts'
import { filesOf, rowText, rowsOf, titleOf } from '../../lib/record-values.ts'
import { pesos } from '../../lib/money.ts'
import { csvDay, showDate, showDateTime, showPeriod } from '../../lib/time.ts'

/** Meaning of a key of a table, card or CSV file for a module. */
export type ValueKind =
  | { kind: 'ticketNumber' | 'status' | 'clientCode' | 'clientName' | 'moment' | 'plain' }
  | { kind: 'field'; field: Field }
  | { kind: 'referred'; key: string }

/** Reads a column's key: a field of the module, what a reference field points at, a stamp, or what every ticket has. */
export function kindOfValue(module: TicketModule, key: string): ValueKind {
  const field = module.fields[key]
  if (field) return { kind: 'field', field }
  if (Object.values(module.fields).some((other) => other.kind === 'reference' && other.to === key))
    return { kind: 'referred', key }
  if (key === 'status' || key === 'ticketNumber' || key === 'clientCode' || key === 'clientName')
    return { kind: key }
  if (key === 'created_at' || key === 'createdAt' || Object.hasOwn(module.stamps, key))
    return { kind: 'moment' }
  return { kind: 'plain' }
}

/** The value under a column's key, as the API sent it. */
export function valueOf(ticket: Ticket, key: string): unknown {
  if (key === 'clientCode') return ticket.tenant.clientCode
  if (key === 'clientName') return ticket.tenant.uoccname
  return key === 'createdAt' ? ticket.created_at : ticket[key]
}

/** Returns the label of an option. In tables some have a shorter tag. */
export function optionLabel(field: Field, value: unknown, where: 'tag' | 'label'): string {
  if (field.kind !== 'choice') return ''
  const option = field.options.find((candidate) => candidate.value === value)
  return (where === 'tag' ? (option?.tag ?? option?.label) : option?.label) ?? ''
}

const instant = (value: unknown) => (typeof value === 'string' ? value : undefined)
const words = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''

/** A value in plain words for people; empty when there is none, `N/A` for a date that is none. */
export function valueText(module: TicketModule, ticket: Ticket, key: string): string {
  const value = valueOf(ticket, key)
  const known = kindOfValue(module, key)
  if (known.kind === 'status') return isStatus(value) ? statusInfo(value).label : ''
  if (known.kind === 'moment') return showDateTime(instant(value))
  if (known.kind === 'referred') return titleOf(value)
  if (known.kind !== 'field') return isPerson(value) ? value.name : words(value)
  const { field } = known
  switch (field.kind) {
    case 'choice':
      return optionLabel(field, value, 'label')
    case 'dateTime':
      return field.precision === 'day' ? showDate(instant(value)) : showDateTime(instant(value))
    case 'date':
      return showDate(instant(value))
    case 'money':
      if (value === 0 && field.zero !== undefined) return field.zero
      return value === null || value === undefined ? '' : pesos(words(value))
    case 'reference':
      return titleOf(ticket[field.to])
    case 'files':
      return filesOf(value)
        .map(({ name }) => name)
        .join(', ')
    case 'list':
      return rowsOf(value)
        .map((row) => rowText(field, row))
        .join('; ')
    case 'switch':
      return value === 1 ? 'On' : 'Off'
    case 'richText':
      return isRichNode(value) ? richTextWords(value) : ''
    case 'text':
    case 'wholeNumber':
      return words(value)
  }
}

/** The time from one field of a ticket to another. */
export function periodText(
  { fields }: TicketModule,
  ticket: Ticket,
  { from, to }: { from: string; to: string },
): string {
  const { [from]: field } = fields
  const days = field?.kind === 'dateTime' && field.precision === 'day'
  return showPeriod(instant(ticket[from]), instant(ticket[to]), { days })
}

/** Whether a value is an approver or verifier, with a name. */
const isPerson = (value: unknown): value is { name: string } =>
  typeof value === 'object' && value !== null && 'name' in value && typeof value.name === 'string'

const isRichNode = (value: unknown): value is RichNode =>
  typeof value === 'object' && value !== null && 'type' in value

/** Returns a value as a cell of a CSV file: dates DD/MM/YYYY, numbers as numbers, statuses by their label (rules 13.13). */
export function csvValue(module: TicketModule, ticket: Ticket, key: string): string | number {
  const value = valueOf(ticket, key)
  const known = kindOfValue(module, key)
  if (known.kind === 'moment') return csvDay(value)
  if (known.kind === 'field') {
    if (known.field.kind === 'dateTime' || known.field.kind === 'date') return csvDay(value)
    if (known.field.kind === 'money') return typeof value === 'number' ? value : ''
  }
  return typeof value === 'number' && known.kind === 'plain' ? value : valueText(module, ticket, key)
}
