import { parseKey } from '#platform/files/store/file-key.ts'
import type { Field, Fields } from '@tahanan/contract/forms/fields.ts'
import { isKnownModule, getModule } from '@tahanan/contract/tickets/index.ts'
import { formatDay } from '@tahanan/contract/time.ts'
import type { CopiedFile, CopiedFiles } from './copied-files.ts'
import type { CopiedTable, Row } from './stream-rows.ts'

export interface PresentContext {
  readonly files: CopiedFiles
  readonly timeZone: string
  readonly amenities: ReadonlyMap<number, string>
}

/**
 * Columns that contain the key of a stored file. If a prefix is given, the column contains only the part of
 * the key after the prefix.
 */
const FILE_KEY_COLUMNS: Readonly<Record<string, readonly [prefix: string, name: string]>> = {
  'tenants.image': ['', 'Picture'],
  'tenants.soa_name': ['soa/pdf/', 'Statement'],
  'statements.soa_name': ['soa/pdf/', 'Statement'],
}

/**
 * Converts a database row for a copy of personal data. A file becomes its path in the archive. Fields of a
 * ticket get their labels.
 */
export function presentRow(
  table: CopiedTable,
  row: Row,
  presentContext: PresentContext,
): Record<string, unknown> {
  const folder = table.title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
  const presentedRow: Record<string, unknown> = {}
  for (const { name } of table.columns) {
    const value = row[name]
    const key = FILE_KEY_COLUMNS[`${table.name}.${name}`]
    if (key && typeof value === 'string')
      presentedRow[name] = presentKey(key, value, row, folder, presentContext)
    else if (table.name === 'tickets' && name === 'details')
      presentedRow[name] = presentDetails(row, folder, presentContext)
    else presentedRow[name] = presentValue(value, folder, presentContext.files)
  }
  return presentedRow
}

function presentKey(
  [prefix, name]: readonly [string, string],
  value: string,
  row: Row,
  folder: string,
  { files, timeZone }: PresentContext,
): CopiedFile | null {
  const date = row['soa_date']
  const day = prefix !== '' && date instanceof Date ? ` ${formatDay(date, timeZone)}` : ''
  return files.add(`${prefix}${value}`, folder, `${name}${day}`)
}

function presentValue(value: unknown, folder: string, files: CopiedFiles): unknown {
  if (Array.isArray(value)) return value.map((item) => presentValue(item, folder, files))
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  const { name, url } = value as { name?: unknown; url?: unknown }
  if (typeof name === 'string' && typeof url === 'string' && parseKey(url))
    return files.add(url, folder, name)
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, presentValue(item, folder, files)]),
  )
}

/** Returns the fields of a ticket by label, without private data of other people (rules 26). */
function presentDetails(row: Row, folder: string, presentContext: PresentContext): Record<string, unknown> {
  const name = String(row['module'])
  if (!isKnownModule(name)) return {}
  const module = getModule(name)
  return presentFields(module.fields, (row['details'] ?? {}) as Row, folder, presentContext)
}

function presentFields(
  fields: Fields,
  values: Row,
  folder: string,
  presentContext: PresentContext,
): Record<string, unknown> {
  const shownFields = Object.entries(fields).filter(
    ([key, field]) => !isAboutOtherPeople(field) && values[key] !== undefined,
  )
  return Object.fromEntries(
    shownFields.map(([key, field]) => [
      field.label,
      presentField(field, values[key], folder, presentContext),
    ]),
  )
}

const isAboutOtherPeople = (field: Field): boolean =>
  field.private === true && (field.personal === 'visitor' || field.personal === 'worker')

function presentField(field: Field, value: unknown, folder: string, presentContext: PresentContext): unknown {
  if (field.kind === 'choice') return field.options.find((option) => option.value === value)?.label ?? value
  if (field.kind === 'switch') return value === 1
  if (field.kind === 'reference') return presentContext.amenities.get(Number(value)) ?? value
  if (field.kind === 'list' && Array.isArray(value))
    return value.map((item) => presentFields(field.fields, item as Row, folder, presentContext))
  return presentValue(value, folder, presentContext.files)
}
