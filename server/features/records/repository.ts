import type { FileRef } from '@tahanan/contract/forms/fields.ts'
import type { Details } from '@tahanan/contract/forms/validate.ts'
import { prepared } from '../../platform/db/client.ts'
import type { DbOrTx, Tx } from '../../platform/db/client.ts'
import type { Page } from '../../platform/http/list-query.ts'
import { likePattern } from '../../platform/db/lists/search-patterns.ts'
import { columnOf } from './record-kind.ts'
import type { RecordKind } from './record-kind.ts'

/** A record as the database gives it, under the names that readers see. */
export interface RecordRow extends Details {
  id: number
  status: number
  created_at: Date
  updated_at: Date
}

/** The columns of a kind, as a select names them; also for the SQL of its own area. `alias` is the table's. */
export function columnsOf(kind: RecordKind, alias: string): string {
  const named = [...Object.keys(kind.form.fields), ...Object.keys(kind.columns ?? {})]
  return [
    ...['id', 'status', 'created_at', 'updated_at'].map((column) => `${alias}.${column}`),
    ...named.map((field) => `${alias}.${columnOf(field)} as "${field}"`),
  ].join(', ')
}

/** Returns a page of records that were not deleted, with their total. */
export async function listRecords(
  db: DbOrTx,
  kind: RecordKind,
  page: Page,
): Promise<{ rows: RecordRow[]; total: number }> {
  const searched = page.searchTerm !== ''
  const name = `${kind.name}${searched ? '.searched' : ''}`
  const term = searched ? [likePattern(page.searchTerm)] : []
  const where = (place: string) => `r.status <> 0${searched ? ` and r.search_text like ${place}` : ''}`
  const [rows, [count]] = await Promise.all([
    prepared<RecordRow>(
      db,
      `${name}.list`,
      `select ${columnsOf(kind, 'r')} from ${kind.table} r where ${where('$3')} order by ${kind.order} limit $1 offset $2`,
      [page.limit, page.offset, ...term],
    ),
    prepared<{ n: number }>(
      db,
      `${name}.count`,
      `select count(*) as n from ${kind.table} r where ${where('$1')}`,
      term,
    ),
  ])
  return { rows, total: count?.n ?? 0 }
}

/** Finds a record that was not deleted. */
export async function findRecord(db: DbOrTx, kind: RecordKind, id: number): Promise<RecordRow | undefined> {
  return one(db, kind, id, '')
}

/** Finds a record and locks it against other changes until the transaction ends. */
export async function lockRecord(tx: Tx, kind: RecordKind, id: number): Promise<RecordRow | undefined> {
  return one(tx, kind, id, ' for no key update')
}

async function one(db: DbOrTx, kind: RecordKind, id: number, lock: string): Promise<RecordRow | undefined> {
  const [row] = await prepared<RecordRow>(
    db,
    `${kind.name}.${lock ? 'lock' : 'find'}`,
    `select ${columnsOf(kind, 'r')} from ${kind.table} r where r.id = $1 and r.status <> 0${lock}`,
    [id],
  )
  return row
}

/** Adds a record; `more` are columns beside the form's. Answers its id. */
export async function insertRecord(
  tx: Tx,
  kind: RecordKind,
  values: Readonly<Details>,
  more: Readonly<Record<string, unknown>> = {},
): Promise<number> {
  const columns = [...Object.keys(values).map(columnOf), ...Object.keys(more)]
  const places = columns.map((_, index) => `$${index + 1}`)
  const [row] = await prepared<{ id: number }>(
    tx,
    `${kind.name}.insert`,
    `insert into ${kind.table} (${columns.join(', ')}) values (${places.join(', ')}) returning id`,
    [...Object.values(values).map(asColumn), ...Object.values(more)],
  )
  if (!row) throw new Error(`${kind.table} gave no id.`)
  return row.id
}

/** Writes all of the form's fields. `updated_at` always moves on, so that an older version is refused. */
export async function updateRecord(
  tx: Tx,
  kind: RecordKind,
  id: number,
  values: Readonly<Details>,
): Promise<void> {
  const sets = Object.keys(values).map((field, index) => `${columnOf(field)} = $${index + 2}`)
  await prepared(
    tx,
    `${kind.name}.update`,
    `update ${kind.table} set ${sets.join(', ')}, ${MOVES_ON} where id = $1`,
    [id, ...Object.values(values).map(asColumn)],
  )
}

/** Deletes softly: status 0 (rules 9.13). */
export async function removeRecord(tx: Tx, kind: RecordKind, id: number): Promise<void> {
  await prepared(
    tx,
    `${kind.name}.remove`,
    `update ${kind.table} set status = 0, ${MOVES_ON} where id = $1`,
    [id],
  )
}

const MOVES_ON = `updated_at = greatest(clock_timestamp(), updated_at + interval '1 millisecond')`

/** Lists of files are kept as JSON; pg would make an array of PostgreSQL's of them. */
function asColumn(value: unknown): unknown {
  return Array.isArray(value) ? JSON.stringify(value as FileRef[]) : value
}
