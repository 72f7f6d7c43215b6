import { toFiles, toRows } from '#lib/record-values.ts'
import {
  isWritable,
  type Field,
  type Fields,
  type FormAction,
  type ListField,
  type Writer,
  type Form,
} from '@tahanan/contract/forms/fields.ts'
import { parseRichText } from '@tahanan/contract/rich-text.ts'

/** Values of a form's controls: texts as typed, times as instants, files as references to stored files. */
export type FormValues = Record<string, unknown>

/**
 * Row of a list field. `rowId` identifies it in the form. It is not saved, because validation drops unknown
 * properties.
 */
export interface FormRow extends Record<string, unknown> {
  rowId: number
}

let nextRow = 1

export function createBlankRow(): FormRow {
  return { rowId: nextRow++ }
}

function getStartValue(field: Field): unknown {
  switch (field.kind) {
    case 'choice':
    case 'switch':
      return field.initial
    case 'dateTime':
      return field.initial === 'now' ? new Date().toISOString() : undefined
    case 'money':
      return field.initial === undefined ? '' : String(field.initial)
    case 'list':
      return [createBlankRow()]
    case 'files':
      return []
    case 'text':
    case 'wholeNumber':
      return ''
    default:
      return undefined
  }
}

function toControlValue(field: Field, value: unknown): unknown {
  switch (field.kind) {
    case 'text':
    case 'wholeNumber':
    case 'money':
      return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
    case 'list':
      return toControlRows(field, value)
    case 'files':
      return toFiles(value)
    default:
      return value ?? undefined
  }
}

function toControlRows(field: ListField, value: unknown): FormRow[] {
  const rows = toRows(value).map((row) => ({
    ...Object.fromEntries(
      Object.entries(field.fields).map(([key, inner]) => [key, toControlValue(inner, row[key])]),
    ),
    ...createBlankRow(),
  }))
  return rows.length > 0 ? rows : [createBlankRow()]
}

export function getInitialValues(
  { fields }: Pick<Form, 'fields'>,
  writer: Writer,
  action: FormAction,
  record?: Readonly<Record<string, unknown>>,
): FormValues {
  const entries = Object.entries(fields)
    .filter(([key, field]) => isWritable(field, writer, action) && (!record || Object.hasOwn(record, key)))
    .map(([key, field]) => [key, record ? toControlValue(field, record[key]) : getStartValue(field)] as const)
  return Object.fromEntries(entries)
}

const documents = new WeakMap<object, string>()

/**
 * Converts a value to a text for comparison. Values that are stored in the same way get the same text, so
 * signed links, row ids and blank rows are ignored.
 */
function toComparableText(field: Field | undefined, value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(normalizeText(field, value.trim()))
  switch (field?.kind) {
    case 'files':
      return JSON.stringify(toFiles(value).map(({ name, url }) => [name, url]))
    case 'list':
      return JSON.stringify(
        toRows(value)
          .map((row) =>
            Object.entries(field.fields).map(([key, inner]) => toComparableText(inner, row[key] ?? '')),
          )
          .filter((cells) => cells.some((cell) => cell !== '""')),
      )
    case 'richText':
      return typeof value === 'object' && value !== null
        ? toDocumentText(value)
        : JSON.stringify(value ?? null)
    default:
      return typeof value === 'number' && field
        ? JSON.stringify(String(value))
        : JSON.stringify(value ?? null)
  }
}

function normalizeText(field: Field | undefined, typed: string): string {
  const isNumber = (field?.kind === 'money' || field?.kind === 'wholeNumber') && typed !== ''
  if (isNumber && Number.isFinite(Number(typed))) return String(Number(typed))
  if (field?.kind === 'dateTime' && !Number.isNaN(Date.parse(typed))) return new Date(typed).toISOString()
  return typed
}

function toDocumentText(value: object): string {
  // The text is cached, because this runs on every key press.
  const known = documents.get(value)
  if (known !== undefined) return known
  const read = parseRichText(value)
  const text = JSON.stringify('document' in read ? read.document : value)
  documents.set(value, text)
  return text
}

function isSameValue(field: Field | undefined, one: unknown, other: unknown): boolean {
  return toComparableText(field, one) === toComparableText(field, other)
}

/**
 * Returns the changed values. An update sends only these, so that it does not overwrite changes by other
 * users.
 */
export function getChangedValues(before: FormValues, after: FormValues, fields: Fields = {}): FormValues {
  return pickValues(after, (key) => !isSameValue(fields[key], before[key], after[key]))
}

export function pickValues<Value>(
  values: Readonly<Record<string, Value>>,
  isOpen: (key: string) => boolean,
): Record<string, Value> {
  return Object.fromEntries(Object.entries(values).filter(([key]) => isOpen(key)))
}

interface Merged {
  values: FormValues
  taken: string[]
  clashes: FormValues
}

/**
 * Merges a newer version of the record into the input. Fields that the user did not change get the new value,
 * and the others keep the typed one. A field that both users changed is a clash.
 */
export function mergeValues(
  fields: Fields,
  before: FormValues,
  mine: FormValues,
  theirs: FormValues,
): Merged {
  const merged: Merged = { values: {}, taken: [], clashes: {} }
  for (const [key, newer] of Object.entries(theirs)) {
    const field = fields[key]
    const isTouched = Object.hasOwn(mine, key) && !isSameValue(field, before[key], mine[key])
    const isChangedByOthers = !isSameValue(field, before[key], newer)
    const isKept = isTouched && !isSameValue(field, mine[key], newer)
    merged.values[key] = isKept ? mine[key] : newer
    if (isChangedByOthers && isKept) merged.clashes[key] = newer
    else if (isChangedByOthers && !isTouched) merged.taken.push(key)
  }
  return merged
}

export function getRemainingClashes(
  fields: Fields,
  clashes: FormValues,
  mine: FormValues,
  newest: FormValues,
): FormValues {
  const keys = Object.keys(clashes).filter(
    (key) => Object.hasOwn(newest, key) && !isSameValue(fields[key], mine[key], newest[key]),
  )
  return Object.fromEntries(keys.map((key) => [key, newest[key]]))
}

/**
 * Restores the values of a draft. Rows get new ids, because their stored ids may be used by other rows on
 * this page.
 */
export function restoreValues(fields: Fields, kept: FormValues): FormValues {
  return Object.fromEntries(
    Object.entries(kept).map(([key, value]) => [
      key,
      fields[key]?.kind === 'list'
        ? toRows(value).map((row) => ({ ...row, ...createBlankRow() }))
        : (value ?? undefined),
    ]),
  )
}
