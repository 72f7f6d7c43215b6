import type { TicketModule } from '@tahanan/contract/tickets/define-module.ts'
import type { Field, FormAction, ListField, Writer } from '@tahanan/contract/tickets/fields.ts'
import { isWritable } from '@tahanan/contract/tickets/fields.ts'
import { filesOf, rowsOf, type Ticket } from '../ticket.ts'

/** What the controls of a form hold: text as typed, times as instants, files as kept by the server. */
export type FormValues = Record<string, unknown>

/** A row of a list while it is typed. `rowId` tells rows apart; the contract drops it as unknown. */
export interface FormRow extends Record<string, unknown> {
  rowId: number
}

let nextRow = 1

export function blankRow(): FormRow {
  return { rowId: nextRow++ }
}

function startOf(field: Field): unknown {
  switch (field.kind) {
    case 'choice':
      return field.initial
    case 'dateTime':
      return field.initial === 'now' ? new Date().toISOString() : undefined
    case 'money':
      return field.initial === undefined ? '' : String(field.initial)
    case 'list':
      return [blankRow()]
    case 'files':
      return []
    case 'text':
    case 'wholeNumber':
      return ''
    case 'date':
    case 'reference':
      return undefined
  }
}

function typed(field: Field, value: unknown): unknown {
  switch (field.kind) {
    case 'text':
    case 'wholeNumber':
    case 'money':
      return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
    case 'list':
      return typedRows(field, value)
    case 'files':
      return filesOf(value)
    case 'choice':
    case 'dateTime':
    case 'date':
    case 'reference':
      return value ?? undefined
  }
}

function typedRows(field: ListField, value: unknown): FormRow[] {
  const rows = rowsOf(value).map((row) => ({
    ...Object.fromEntries(Object.entries(field.fields).map(([key, inner]) => [key, typed(inner, row[key])])),
    ...blankRow(),
  }))
  // the form never has fewer rows than one
  return rows.length > 0 ? rows : [blankRow()]
}

/**
 * What a form starts with: the initial values of the module, or those of the ticket. Fields that this writer does not
 * fill in, or may not see, are left out.
 */
export function initialValues(
  module: TicketModule,
  writer: Writer,
  action: FormAction,
  ticket?: Ticket,
): FormValues {
  const entries = Object.entries(module.fields)
    .filter(([key, field]) => isWritable(field, writer, action) && (!ticket || Object.hasOwn(ticket, key)))
    .map(([key, field]) => [key, ticket ? typed(field, ticket[key]) : startOf(field)] as const)
  return Object.fromEntries(entries)
}

const asText = (value: unknown) => JSON.stringify(value ?? null)

/** What differs from the beginning: the only fields an update sends, so that it cannot undo what others changed. */
export function changedValues(before: FormValues, after: FormValues): FormValues {
  return Object.fromEntries(
    Object.entries(after).filter(([key, value]) => asText(value) !== asText(before[key])),
  )
}
