import type { FieldErrors } from '../errors.ts'
import { LIMITS } from '../limits.ts'
import { roundToCentavo } from '../money.ts'
import { formatPhone } from '../phone.ts'
import { parseRichText, isWebAddress } from '../rich-text.ts'
import { isBlank, toOneLine } from '../text/one-line.ts'
import { describeDateError, formatDay, parseTime, getStartOfDay } from '../time.ts'
import {
  getTextForWriter,
  isWritable,
  getRequiredMessage,
  PAST_DAY_MESSAGE,
  type CheckContext,
  type Field,
  type FileRef,
  type Form,
  type ListField,
  type Writer,
} from './fields.ts'

/**
 * Validates the body of a form and normalizes it: times become ISO 8601 in UTC, numbers become numbers,
 * unknown keys are dropped. The web form and the server run the same code.
 */

export type Details = Record<string, unknown>

export interface ParseContext extends CheckContext {
  readonly writer: Writer
  /**
   * On an update: the stored values of the record. Checks that compare fields use them for fields that the
   * body does not contain.
   */
  readonly storedValues?: Details
}

interface ParseResult {
  /** Parsed values: on create of all fields, on update only of the fields in the body. */
  values: Details
  errors: FieldErrors
}

type ParsedValue = { value: unknown } | { error: string | FieldErrors }

const isEmpty = (value: unknown) =>
  value === undefined ||
  value === null ||
  (typeof value === 'string' && isBlank(value)) ||
  (Array.isArray(value) && value.length === 0)

// PostgreSQL cannot store NUL; nobody types the other control characters.
// oxlint-disable-next-line no-control-regex
const CONTROL_CHARACTERS = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/
// JSON allows an unpaired surrogate, but PostgreSQL refuses it.
const isStorableText = (value: string) => !CONTROL_CHARACTERS.test(value) && value.isWellFormed()

function parseText(
  field: Extract<Field, { kind: 'text' }>,
  raw: unknown,
  context: ParseContext,
): ParsedValue {
  if (typeof raw !== 'string' && typeof raw !== 'number') return { error: 'This must be text.' }
  const givenText = field.multiline ? String(raw).trim() : toOneLine(String(raw))
  const value = field.input === 'tel' ? formatPhone(givenText) : givenText
  if (field.input === 'url' && !isWebAddress(value))
    return { error: 'Please input an address that begins with http:// or https://.' }
  if (!isStorableText(value)) return { error: 'This holds characters that cannot be stored.' }
  if (field.pattern && !new RegExp(field.pattern.source).test(value)) {
    return {
      error: getTextForWriter(field.pattern.message, context.writer) ?? 'This is not in the right form.',
    }
  }
  if (value.length > field.max) return { error: `At most ${field.max} characters.` }
  return { value }
}

function parseNumber(raw: unknown): number | null {
  const value = typeof raw === 'string' && /^-?\d{1,15}(\.\d{1,10})?$/.test(raw.trim()) ? Number(raw) : raw
  return typeof value === 'number' && Number.isFinite(value) ? value : null
}

function parseFiles(field: Extract<Field, { kind: 'files' }>, raw: unknown): ParsedValue {
  // The form of a work service sends one link as text instead of a list of files (rules 5.17).
  const rawFiles = typeof raw === 'string' ? [{ name: raw.split('/').at(-1) ?? raw, url: raw }] : raw
  if (!Array.isArray(rawFiles)) return { error: 'This must be a list of files.' }
  if (rawFiles.length > field.max)
    return {
      error: field.max === 1 ? 'Only 1 file can be added.' : `At most ${field.max} files can be added.`,
    }
  const refs: FileRef[] = []
  for (const rawFile of rawFiles as unknown[]) {
    if (typeof rawFile !== 'object' || rawFile === null) return { error: 'This must be a list of files.' }
    const { name, url } = rawFile as { name?: unknown; url?: unknown }
    if (
      typeof url !== 'string' ||
      !url.startsWith(`${field.folder}/`) ||
      url.length > LIMITS.text ||
      !isStorableText(url)
    ) {
      return { error: 'This file was not uploaded here.' }
    }
    const displayName =
      typeof name === 'string' && name.trim() !== '' ? name.trim() : url.slice(field.folder.length + 1)
    if (displayName.length > LIMITS.text || !isStorableText(displayName))
      return { error: 'The name of this file is too long.' }
    if (refs.some((ref) => ref.url === url)) return { error: 'This file is named twice.' }
    refs.push({ name: displayName, url })
  }
  return { value: refs }
}

function parseList(field: ListField, raw: unknown, context: ParseContext): ParsedValue {
  if (!Array.isArray(raw)) return { error: 'This must be a list.' }
  // On update, blank rows are dropped, so that a list of blank rows is an empty list (rules 5.15).
  const rows = (raw as unknown[]).filter((row) => context.action === 'create' || !isBlankRow(field, row))
  if (rows.length > LIMITS.listRows) return { error: `At most ${LIMITS.listRows} rows.` }
  const errors: FieldErrors = {}
  const value = rows.map((row, index) => {
    const rawRow = typeof row === 'object' && row !== null ? (row as Details) : {}
    const parsedRow: Details = {}
    for (const [key, innerField] of Object.entries(field.fields)) {
      const parsedField = parseField(
        innerField,
        Object.hasOwn(rawRow, key) ? rawRow[key] : undefined,
        context,
      )
      if ('error' in parsedField)
        errors[`${index}.${key}`] =
          typeof parsedField.error === 'string'
            ? [parsedField.error]
            : Object.values(parsedField.error).flat()
      else parsedRow[key] = parsedField.value
    }
    return parsedRow
  })
  return Object.keys(errors).length > 0 ? { error: errors } : { value }
}

function isBlankRow(field: ListField, row: unknown): boolean {
  if (typeof row !== 'object' || row === null) return false
  return Object.keys(field.fields).every((key) => !Object.hasOwn(row, key) || isEmpty((row as Details)[key]))
}

const FUTURE_DATE_MESSAGE = 'Please choose a date that is not in the future.'
/** Tolerance for times in the future, because the clock of a phone may be ahead of the server's clock. */
const CLOCK_TOLERANCE_MS = 10 * 60_000

function parseDateTime(
  field: Extract<Field, { kind: 'dateTime' }>,
  raw: unknown,
  context: ParseContext,
): ParsedValue {
  const { action, now, timeZone } = context
  const instant = typeof raw === 'string' ? parseTime(raw, timeZone) : null
  if (!instant) return { error: describeDateError(raw) }
  if (action === 'create') {
    if (field.isPastRefused && instant < getStartOfDay(now, timeZone)) return { error: PAST_DAY_MESSAGE }
    if (field.isFutureRefused && instant.getTime() > now.getTime() + CLOCK_TOLERANCE_MS)
      return { error: FUTURE_DATE_MESSAGE }
  }
  return { value: instant.toISOString() }
}

function parseDate(
  field: Extract<Field, { kind: 'date' }>,
  raw: unknown,
  context: ParseContext,
): ParsedValue {
  const instant = typeof raw === 'string' ? parseTime(raw, context.timeZone) : null
  if (!instant) return { error: describeDateError(raw) }
  const value = formatDay(instant, context.timeZone)
  return field.isFutureRefused && value > formatDay(context.now, context.timeZone)
    ? { error: FUTURE_DATE_MESSAGE }
    : { value }
}

const QUANTITY_RANGE = { min: 1, max: LIMITS.quantity, message: `Between 1 and ${LIMITS.quantity}.` }

function parseField(field: Field, raw: unknown, context: ParseContext): ParsedValue {
  if (isEmpty(raw)) {
    const message = getRequiredMessage(field, context.writer, context.action)
    if (message) return { error: message }
    if (field.kind === 'files') return { value: [] }
    if (field.kind === 'list')
      return context.action === 'create' ? parseList(field, [{}], context) : { value: [] }
    if (
      (field.kind === 'choice' || field.kind === 'money' || field.kind === 'switch') &&
      field.initial !== undefined &&
      context.action === 'create'
    )
      return { value: field.initial }
    return { value: null }
  }
  switch (field.kind) {
    case 'text':
      return parseText(field, raw, context)
    case 'choice': {
      const option = field.options.find(
        ({ value }) => value === raw || (typeof value === 'number' && value === parseNumber(raw)),
      )
      return option
        ? { value: option.value }
        : { error: `Please choose one of: ${field.options.map(({ label }) => label).join(', ')}.` }
    }
    case 'dateTime':
      return parseDateTime(field, raw, context)
    case 'date':
      return parseDate(field, raw, context)
    case 'money': {
      const givenNumber = parseNumber(raw)
      if (givenNumber === null) return { error: 'Please input an amount in pesos.' }
      if (Math.abs(givenNumber) > LIMITS.money) return { error: 'This amount is too large.' }
      const amount = roundToCentavo(givenNumber)
      if (amount === null) return { error: 'At most two decimals.' }
      if (amount < 0 && !field.mustBeNegative) return { error: 'This cannot be below 0.' }
      if (amount === 0 && field.mustBePositive) return { error: 'This must be above 0.' }
      return { value: amount }
    }
    case 'wholeNumber': {
      const count = parseNumber(raw)
      if (count === null) return { error: field.notNumberMessage }
      if (!Number.isInteger(count)) return { error: field.notWholeMessage }
      const { min, max, message } = field.range ?? QUANTITY_RANGE
      return count >= min && count <= max ? { value: count } : { error: message }
    }
    case 'reference': {
      const id = parseNumber(raw)
      return id !== null && Number.isSafeInteger(id) && id > 0
        ? { value: id }
        : { error: getTextForWriter(field.required, context.writer) ?? 'Please choose one.' }
    }
    case 'switch': {
      const switchValue = raw === true ? 1 : raw === false ? 0 : parseNumber(raw)
      return switchValue === 0 || switchValue === 1
        ? { value: switchValue }
        : { error: 'This must be on or off.' }
    }
    case 'richText': {
      const parseResult = parseRichText(raw)
      return 'problem' in parseResult ? { error: parseResult.problem } : { value: parseResult.document }
    }
    case 'files':
      return parseFiles(field, raw)
    case 'list':
      return parseList(field, raw, context)
  }
}

/**
 * Validates a body. On update, checks only the fields in the body, so that a caller may send only a status.
 * Drops fields that the writer may not fill in, without an error (rules 1.3).
 */
export function parseForm(module: Form, body: Readonly<Details>, context: ParseContext): ParseResult {
  const values: Details = {}
  const errors: FieldErrors = {}
  for (const [key, field] of Object.entries(module.fields)) {
    const isSent = Object.hasOwn(body, key)
    if (!isWritable(field, context.writer, context.action) || (context.action === 'update' && !isSent)) {
      if (context.action === 'create') values[key] = getDefaultValue(field)
      continue
    }
    const parsedField = parseField(field, isSent ? body[key] : undefined, context)
    if ('value' in parsedField) values[key] = parsedField.value
    else if (typeof parsedField.error === 'string') errors[key] = [parsedField.error]
    else
      for (const [innerKey, messages] of Object.entries(parsedField.error))
        errors[`${key}.${innerKey}`] = messages
  }
  if (Object.keys(errors).length === 0 && module.check) {
    Object.assign(errors, module.check({ ...context.storedValues, ...values }, context))
  }
  return { values, errors }
}

export function parseId(rawId: unknown): number | undefined {
  const id = typeof rawId === 'string' && /^\d{1,15}$/.test(rawId) ? Number(rawId) : rawId
  return typeof id === 'number' && Number.isSafeInteger(id) ? id : undefined
}

/** Returns errors for empty fields without which the ticket cannot be approved (rules 5.5). */
export function findApprovalErrors(
  { fields }: Pick<Form, 'fields'>,
  details: Readonly<Details>,
): FieldErrors {
  const missingFields = Object.entries(fields).filter(
    ([key, field]) => field.neededToApprove === true && isEmpty(details[key]),
  )
  return Object.fromEntries(
    missingFields.map(([key, field]) => [
      key,
      [getRequiredMessage(field, 'admin', 'update') ?? 'This is needed.'],
    ]),
  )
}

function getDefaultValue(field: Field): unknown {
  if (field.kind === 'files' || field.kind === 'list') return []
  return field.kind === 'money' ? (field.initial ?? null) : null
}
