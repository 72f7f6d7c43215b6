import { readRichText } from '@tahanan/contract/rich-text.ts'
import type { Field, Fields, FormAction, ListField, Writer } from '@tahanan/contract/tickets/fields.ts'
import { isWritable } from '@tahanan/contract/tickets/fields.ts'
import type { Form } from '@tahanan/contract/tickets/validate.ts'
import { filesOf, rowsOf } from './record-values.ts'

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
    case 'switch':
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
    case 'richText':
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
    case 'switch':
    case 'richText':
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
 * What a form starts with: its initial values, or those of the record. Fields that this writer does not fill in, or may
 * not see, are left out.
 */
export function initialValues(
  { fields }: Pick<Form, 'fields'>,
  writer: Writer,
  action: FormAction,
  record?: Readonly<Record<string, unknown>>,
): FormValues {
  const entries = Object.entries(fields)
    .filter(([key, field]) => isWritable(field, writer, action) && (!record || Object.hasOwn(record, key)))
    .map(([key, field]) => [key, record ? typed(field, record[key]) : startOf(field)] as const)
  return Object.fromEntries(entries)
}

const documents = new WeakMap<object, string>()

/** A value as text that is equal for what is stored alike: signed links change with every answer and mean nothing. */
function asText(field: Field | undefined, value: unknown): string {
  if (field?.kind === 'files') return JSON.stringify(filesOf(value).map(({ name, url }) => [name, url]))
  if (field?.kind !== 'richText' || typeof value !== 'object' || value === null)
    return JSON.stringify(value ?? null)
  // asked at every key that is pressed, so a long text is read once
  const known = documents.get(value)
  if (known !== undefined) return known
  const read = readRichText(value)
  const text = JSON.stringify('document' in read ? read.document : value)
  documents.set(value, text)
  return text
}

/** Whether two values of a field mean the same to the server. */
export function isSameValue(field: Field | undefined, one: unknown, other: unknown): boolean {
  return asText(field, one) === asText(field, other)
}

/** What differs from the beginning: the only fields an update sends, so that it cannot undo what others changed. */
export function changedValues(before: FormValues, after: FormValues, fields: Fields = {}): FormValues {
  return Object.fromEntries(
    Object.entries(after).filter(([key, value]) => !isSameValue(fields[key], before[key], value)),
  )
}
