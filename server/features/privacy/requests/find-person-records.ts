import { sql, type RawBuilder } from 'kysely'
import type { ViewedRows } from '#platform/audit/record-action.ts'
import type { DbOrTx } from '#platform/db/client.ts'
import { buildAnyOfIds } from '#platform/db/expressions.ts'
import { buildTermCondition } from '#platform/db/lists/build-search-condition.ts'
import { capitalize } from '@tahanan/contract/capitalize.ts'
import type { Details } from '@tahanan/contract/forms/validate.ts'
import {
  PERSON_RECORDS,
  PERSON_RECORD_KINDS,
  PERSON_SEARCH_LIMITS,
  type PersonRecord,
  type PersonRecordKind,
} from '@tahanan/contract/privacy-requests/request-form.ts'
import { MODULES } from '@tahanan/contract/tickets/index.ts'
import { formatLongDay, formatDay } from '@tahanan/contract/time.ts'

const PEOPLE_WITHOUT_ACCOUNT: readonly unknown[] = ['visitor', 'worker']

/** Short ticket fields with data of visitors and workers, by module. Private fields are included. */
const PERSON_FIELDS = MODULES.flatMap(({ name, noun, fields }) => {
  const keys = Object.entries(fields).flatMap(([key, field]) => {
    const isShort = field.kind === 'list' || (field.kind === 'text' && !field.multiline)
    return isShort && PEOPLE_WITHOUT_ACCOUNT.includes(field.personal) ? [key] : []
  })
  return keys.length > 0 ? [{ module: name, noun: noun.one, keys }] : []
})

interface Row {
  readonly kind: PersonRecordKind
  readonly id: number
  readonly number: string
  readonly module: string | null
  readonly details: Details | null
  readonly name: string
  readonly detail: string
  readonly unit: string | null
  readonly at: Date
}

export interface FoundRecord extends PersonRecord {
  readonly name: string
  readonly detail: string
  readonly at: Date
  readonly number: string
}

const TICKET_TEXT = sql<string>`case r.module ${sql.join(
  PERSON_FIELDS.map(
    ({ module, keys }) =>
      sql`when ${sql.lit(module)} then concat_ws(E'\n', ${sql.join(keys.map((key) => sql`r.details ->> ${sql.lit(key)}`))})`,
  ),
  sql` `,
)} end`

interface Source {
  readonly table: string
  readonly columns: RawBuilder<unknown>
  readonly text: RawBuilder<string>
  readonly where: RawBuilder<unknown>
  readonly at: string
}

/** Tables that are searched. Deleted tickets are included, because they still contain personal data. */
const SOURCES: Readonly<Record<PersonRecordKind, Source>> = {
  ticket: {
    table: 'tickets',
    columns: sql`r.ticket_number as number, r.module, r.details, '' as name, '' as detail`,
    text: TICKET_TEXT,
    where: sql`r.module in (${sql.join(PERSON_FIELDS.map(({ module }) => sql.lit(module)))})`,
    at: 'created_at',
  },
  walkIn: {
    table: 'walk_ins',
    columns: sql`'' as number, null as module, null as details, r.name, r.plate as detail`,
    text: sql`concat_ws(E'\n', r.name, r.plate)`,
    where: sql`r.name <> ''`,
    at: 'created_at',
  },
  gateEvent: {
    table: 'gate_events',
    columns: sql`'' as number, null as module, null as details,
      concat_ws(', ', nullif(r.name, ''), nullif(array_to_string(r.workers, ', '), '')) as name, r.plate as detail`,
    text: sql`concat_ws(E'\n', r.name, r.plate, array_to_string(r.workers, E'\n'))`,
    where: sql`(r.name <> '' or r.workers <> '{}')`,
    at: 'at',
  },
}

async function findRecordsOfKind(
  db: DbOrTx,
  kind: PersonRecordKind,
  condition: RawBuilder<boolean>,
): Promise<Row[]> {
  const { table, columns, where, at } = SOURCES[kind]
  const { rows } = await sql<Omit<Row, 'kind'>>`
    select r.id, ${columns}, n.unit_number as unit, r.${sql.ref(at)} as at
    from ${sql.table(table)} r left join tenants n on n.id = r.tenant_id
    where ${where} and ${condition} order by r.id desc limit ${sql.lit(PERSON_SEARCH_LIMITS.found)}`.execute(
    db,
  )
  return rows.map((row) => ({ ...row, kind }))
}

/** Finds records of visitors and workers by name, phone, e-mail or plate, the newest first; 50 at most. */
export async function searchPersonRecords(
  db: DbOrTx,
  term: string,
  timeZone: string,
): Promise<FoundRecord[]> {
  const rowsByKind = await Promise.all(
    PERSON_RECORD_KINDS.map((kind) => {
      const { text } = SOURCES[kind]
      const searchedText = {
        text: sql<string>`folded(${text})`,
        // Only the usual separators of phone numbers are removed, because a regular expression for all
        // non-digits takes twice as long.
        phones: sql<string>`translate(${text}, ' -().+/', '')`,
      }
      return findRecordsOfKind(db, kind, buildTermCondition(searchedText, term))
    }),
  )
  return rowsByKind
    .flat()
    .toSorted((one, other) => other.at.getTime() - one.at.getTime())
    .slice(0, PERSON_SEARCH_LIMITS.found)
    .map((row) => describeRecord(row, timeZone))
}

/** Finds records by kind and id. Records that do not exist are missing in the result. */
export async function findPersonRecords(
  db: DbOrTx,
  refs: readonly Pick<PersonRecord, 'kind' | 'id'>[],
  timeZone: string,
): Promise<FoundRecord[]> {
  const rowsByKind = await Promise.all(
    PERSON_RECORD_KINDS.map((kind) => {
      const ids = refs.filter((ref) => ref.kind === kind).map(({ id }) => id)
      return ids.length > 0 ? findRecordsOfKind(db, kind, sql<boolean>`r.id = ${buildAnyOfIds(ids)}`) : []
    }),
  )
  return rowsByKind.flat().map((row) => describeRecord(row, timeZone))
}

function describeRecord(row: Row, timeZone: string): FoundRecord {
  const { kind, id, number, at } = row
  const fields = PERSON_FIELDS.find(({ module }) => module === row.module)
  const [name = '', ...otherValues] = fields
    ? listValues(row.details ?? {}, fields.keys)
    : [row.name, row.detail]
  const recordNoun = fields ? `${capitalize(fields.noun)} ${number}` : PERSON_RECORDS[kind]
  const label = [
    `${recordNoun}: ${name}`,
    formatLongDay(formatDay(at, timeZone)),
    row.unit && `unit ${row.unit}`,
  ]
  return {
    kind,
    id,
    label: label.filter(Boolean).join(', ').slice(0, MAX_TEXT_LENGTH),
    name: name.slice(0, MAX_TEXT_LENGTH),
    detail: [...otherValues, row.unit && `unit ${row.unit}`]
      .filter(Boolean)
      .join(', ')
      .slice(0, MAX_TEXT_LENGTH),
    at,
    number,
  }
}

const MAX_TEXT_LENGTH = 300

const listValues = (details: Details, keys: readonly string[]): string[] =>
  keys.flatMap((key) => {
    const value = details[key]
    const rows: readonly unknown[] = Array.isArray(value) ? value : [value]
    return rows.flatMap((row) =>
      (typeof row === 'object' && row !== null ? Object.values(row) : [row]).filter(isFilled),
    )
  })

const isFilled = (value: unknown): value is string => typeof value === 'string' && value !== ''

/**
 * Returns the audit entries for a search: one for the search itself and one for each record in its result.
 */
export function toViewedRecords(foundRecords: readonly FoundRecord[]): ViewedRows[] {
  const detail = 'Search for a person'
  const tickets = foundRecords.filter(({ kind }) => kind === 'ticket')
  const otherRecords = foundRecords.filter(({ kind }) => kind !== 'ticket')
  return [
    {
      subject: 'privacy_requests',
      records: [
        { id: null, name: detail },
        ...otherRecords.map(({ kind, id }) => ({ id: null, name: `${PERSON_RECORDS[kind]} ${id}` })),
      ],
      detail,
    },
    { subject: 'tickets', records: tickets.map(({ id, number }) => ({ id, name: number })), detail },
  ]
}
