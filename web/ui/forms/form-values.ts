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
 * Row of a list field. `rowId` identifies the row in the form. It is not saved, because validation drops
 * unknown properties.
 */
export interface FormRow extends Record<string, unknown> {
  rowId: number
}

let nextRowId = 1

export function createBlankRow(): FormRow {
  return { rowId: nextRowId++ }
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
  const formRows = toRows(value).map((row) => ({
    ...Object.fromEntries(
      Object.entries(field.fields).map(([key, rowField]) => [key, toControlValue(rowField, row[key])]),
    ),
    ...createBlankRow(),
  }))
  return formRows.length > 0 ? formRows : [createBlankRow()]
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

const documentTexts = new WeakMap<object, string>()

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
            Object.entries(field.fields).map(([key, rowField]) => toComparableText(rowField, row[key] ?? '')),
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

function normalizeText(field: Field | undefined, typedText: string): string {
  const isNumber = (field?.kind === 'money' || field?.kind === 'wholeNumber') && typedText !== ''
  if (isNumber && Number.isFinite(Number(typedText))) return String(Number(typedText))
  if (field?.kind === 'dateTime' && !Number.isNaN(Date.parse(typedText)))
    return new Date(typedText).toISOString()
  return typedText
}

function toDocumentText(value: object): string {
  // The text is cached, because this runs on every key press.
  const cachedText = documentTexts.get(value)
  if (cachedText !== undefined) return cachedText
  const parseResult = parseRichText(value)
  const text = JSON.stringify('document' in parseResult ? parseResult.document : value)
  documentTexts.set(value, text)
  return text
}

function isSameValue(field: Field | undefined, value: unknown, otherValue: unknown): boolean {
  return toComparableText(field, value) === toComparableText(field, otherValue)
}

/**
 * Returns the changed values. An update sends only these, so that it does not overwrite changes by other
 * users.
 */
export function getChangedValues(
  valuesBefore: FormValues,
  valuesAfter: FormValues,
  fields: Fields = {},
): FormValues {
  return filterValues(valuesAfter, (key) => !isSameValue(fields[key], valuesBefore[key], valuesAfter[key]))
}

export function filterValues<Value>(
  values: Readonly<Record<string, Value>>,
  isOpen: (key: string) => boolean,
): Record<string, Value> {
  return Object.fromEntries(Object.entries(values).filter(([key]) => isOpen(key)))
}

interface MergedValues {
  values: FormValues
  updatedKeys: string[]
  clashes: FormValues
}

/**
 * Merges a newer version of the record into the input. Fields that the user did not change get the new value,
 * and the others keep the typed one. A field that both users changed is a clash.
 */
export function mergeValues(
  fields: Fields,
  valuesBefore: FormValues,
  typedValues: FormValues,
  newerValues: FormValues,
): MergedValues {
  const mergeResult: MergedValues = { values: {}, updatedKeys: [], clashes: {} }
  for (const [key, newerValue] of Object.entries(newerValues)) {
    const field = fields[key]
    const isTouched =
      Object.hasOwn(typedValues, key) && !isSameValue(field, valuesBefore[key], typedValues[key])
    const isChangedByOthers = !isSameValue(field, valuesBefore[key], newerValue)
    const isKept = isTouched && !isSameValue(field, typedValues[key], newerValue)
    mergeResult.values[key] = isKept ? typedValues[key] : newerValue
    if (isChangedByOthers && isKept) mergeResult.clashes[key] = newerValue
    else if (isChangedByOthers && !isTouched) mergeResult.updatedKeys.push(key)
  }
  return mergeResult
}

export function getRemainingClashes(
  fields: Fields,
  clashes: FormValues,
  typedValues: FormValues,
  newestValues: FormValues,
): FormValues {
  const keys = Object.keys(clashes).filter(
    (key) =>
      Object.hasOwn(newestValues, key) && !isSameValue(fields[key], typedValues[key], newestValues[key]),
  )
  return Object.fromEntries(keys.map((key) => [key, newestValues[key]]))
}

/**
 * Restores the values of a draft. Rows get new ids, because their stored ids may be used by other rows on
 * this page.
 */
export function restoreValues(fields: Fields, draftValues: FormValues): FormValues {
  return Object.fromEntries(
    Object.entries(draftValues).map(([key, value]) => [
      key,
      fields[key]?.kind === 'list'
        ? toRows(value).map((row) => ({ ...row, ...createBlankRow() }))
        : (value ?? undefined),
    ]),
  )
}
