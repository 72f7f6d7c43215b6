import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#platform/db/client.ts'
import { listCopiedColumns, type CopiedColumn } from '@tahanan/contract/privacy/copied-columns.ts'
import { PERSONAL_TABLES } from '@tahanan/contract/privacy/register.ts'
import { createAuthorCondition, createTenantCondition } from '../create-tenant-condition.ts'

export type Row = Readonly<Record<string, unknown>>

export interface CopiedTable {
  readonly name: string
  readonly title: string
  readonly columns: readonly CopiedColumn[]
  readonly query: RawBuilder<unknown>
}

/**
 * Columns with the id of another record. A data copy shows the named column of that record instead of the
 * id.
 */
const RECORD_REFERENCES: Readonly<Record<string, readonly [table: string, shown: string]>> = {
  ticket_id: ['tickets', 'ticket_number'],
  payment_id: ['payments', 'reference_number'],
  thread_id: ['threads', 'about'],
  number_id: ['issued_numbers', 'number'],
  notification_id: ['notifications', 'title'],
  post_id: ['posts', 'title'],
}
const RECORD_COLUMN: CopiedColumn = { name: 'record', label: 'Record' }

/** SQL condition: the payment event has a remark that only the office can read (rules 8.8). */
const IS_OFFICE_MARK = sql`fields && array['setAside', 'note']`

/**
 * SQL conditions by table. Rows that do not meet the condition are only for the office, so a resident's copy
 * excludes them.
 */
const ROW_CONDITIONS: Readonly<Record<string, RawBuilder<boolean>>> = {
  notifications: sql<boolean>`area = 'client'`,
  // Residents do not see to which administrator a ticket was assigned (rules 4.29).
  ticket_events: sql<boolean>`assignee_name is null`,
  payment_events: sql<boolean>`not (${IS_OFFICE_MARK} and from_status is not distinct from to_status
    and from_outsource is not distinct from to_outsource)`,
}

/**
 * Replaces the names of staff and of other tenants, because they are not personal data of the tenant (rules
 * 6.19). Other tenants are authors in the history of a ticket that the office moved.
 */
const createNameExpression = (author: string, tenantId: number) => {
  const [area, name] = [sql.ref(`${author}_area`), sql.ref(`${author}_name`)]
  return sql`case when ${createAuthorCondition(author, tenantId)} or ${area} in ('system', 'gateway') then ${name}
    when ${area} = 'client' then 'Another tenant' else 'PMO' end`
}

const maskSignerName = (column: string, signer: 'postedBy' | 'issuedBy') =>
  sql`case when ${sql.ref(column)} ? ${signer} then jsonb_set(${sql.ref(column)}, array[${signer}], '"PMO"')
    else ${sql.ref(column)} end`

const AUTHOR_NAMES: Readonly<Record<string, string>> = {
  'payment_events.actor_name': 'actor',
  'ticket_events.actor_name': 'actor',
  'messages.author_name': 'author',
}

const VALUE_EXPRESSIONS: Readonly<Record<string, RawBuilder<unknown>>> = {
  'payment_events.remark': sql`case when ${IS_OFFICE_MARK} then null else remark end`,
  'payments.receipt': maskSignerName('receipt', 'postedBy'),
  'issued_numbers.document': maskSignerName('document', 'issuedBy'),
  'messages.record': sql`(select coalesce(k.ticket_number, p.reference_number, 'Ask the office') from threads o
    left join tickets k on k.id = o.ticket_id left join payments p on p.id = o.payment_id
    where o.id = messages.thread_id)`,
  'amenity_bookings.amenity_id': sql`(select title from amenities a where a.id = amenity_id)`,
  'waiting_entries.amenity_id': sql`(select title from amenities a where a.id = amenity_id)`,
}

/**
 * Returns a table's columns and query for a copy of personal data; null if the copy contains none of its
 * columns.
 */
export function describeTable(name: string, tenantId: number): CopiedTable | null {
  const entry = PERSONAL_TABLES[name]
  const columns = listCopiedColumns(name)
  if (!entry || columns.length === 0) return null
  const storedColumns = [...Object.keys(entry.personal), ...entry.plain]
  const reference = Object.keys(RECORD_REFERENCES).find((column) => storedColumns.includes(column))
  const values = columns.map((column) => {
    const path = `${name}.${column.name}`
    const author = AUTHOR_NAMES[path]
    const value = author ? createNameExpression(author, tenantId) : (VALUE_EXPRESSIONS[path] ?? sql.ref(path))
    return sql`${value} as ${sql.id(column.name)}`
  })
  if (reference)
    values.unshift(
      sql`${VALUE_EXPRESSIONS[`${name}.record`] ?? createRecordExpression(name, reference)} as record`,
    )
  const orderColumn = ['id', 'created_at', 'at'].find((column) => storedColumns.includes(column))
  const query = sql`select ${sql.join(values)} from ${sql.table(name)}
    where ${createTenantCondition(name, tenantId)} and ${ROW_CONDITIONS[name] ?? sql`true`}
    ${orderColumn ? sql`order by ${sql.ref(`${name}.${orderColumn}`)} desc` : sql``}`
  return { name, title: entry.title, columns: reference ? [RECORD_COLUMN, ...columns] : columns, query }
}

function createRecordExpression(table: string, column: string): RawBuilder<unknown> {
  const [referencedTable = '', labelColumn = ''] = RECORD_REFERENCES[column] ?? []
  return sql`(select ${sql.ref(`o.${labelColumn}`)} from ${sql.table(referencedTable)} o
    where o.id = ${sql.ref(`${table}.${column}`)})`
}

export async function findFilledColumns(db: Db, { columns, query }: CopiedTable) {
  const filledExpressions = columns.map(
    ({ name }) =>
      sql`coalesce(bool_or(coalesce(r.${sql.id(name)}::text, '') not in ('', '[]', '{}')), false) as ${sql.id(name)}`,
  )
  const { rows } = await sql<Record<string, unknown>>`
    select count(*)::int as "#", ${sql.join(filledExpressions)} from (${query}) r`.execute(db)
  const [firstRow = {}] = rows
  return {
    count: Number(firstRow['#'] ?? 0),
    columns: columns.filter(({ name }) => firstRow[name] === true),
  }
}

const ROWS_PER_FETCH = 500

/** Yields the rows of a table in batches. Requires a transaction in which no other cursor is open. */
export async function* streamRows(db: Db, { query }: CopiedTable): AsyncGenerator<Row[]> {
  await sql`declare copied_rows no scroll cursor for ${query}`.execute(db)
  for (;;) {
    const { rows } = await sql<Row>`fetch ${sql.lit(ROWS_PER_FETCH)} from copied_rows`.execute(db)
    if (rows.length > 0) yield rows
    if (rows.length < ROWS_PER_FETCH) break
  }
  await sql`close copied_rows`.execute(db)
}
