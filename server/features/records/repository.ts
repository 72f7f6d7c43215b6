import { sql, type Selectable } from 'kysely'
import type { DbOrTx, Tx } from '#platform/db/client.ts'
import { buildAnyOfIds, CLOCK, DELETED_STATUS } from '#platform/db/expressions.ts'
import type { DB } from '#platform/db/generated.ts'
import { buildWordsCondition } from '#platform/db/lists/build-search-condition.ts'
import { findPageWithTotal } from '#platform/db/lists/find-page-with-total.ts'
import type { Page } from '#platform/http/list-query.ts'
import type { Details } from '@tahanan/contract/forms/validate.ts'
import type { RecordKind, RecordTable } from '@tahanan/contract/records/index.ts'

type CommonColumns = Pick<
  Selectable<DB[RecordTable]>,
  'id' | 'status' | 'created_at' | 'updated_at' | 'search_text'
>

export function selectRecords(db: Pick<DbOrTx, 'selectFrom'>, kind: RecordKind) {
  const fieldNames = [...Object.keys(kind.form.fields), ...(kind.numbers ?? [])]
  return db
    .selectFrom(sql<CommonColumns>`${sql.table(kind.table)}`.as('r'))
    .select(['r.id', 'r.status', 'r.created_at', 'r.updated_at'])
    .select(fieldNames.map((field) => sql.ref(`r.${toColumnName(field)}`).as(field)))
    .where('r.status', '<>', DELETED_STATUS)
}

export const findWithdrawnRecords = (tx: Tx, kind: RecordKind, notificationIds: readonly number[]) =>
  tx
    .selectFrom('notifications as n')
    .select('n.id')
    .where('n.id', '=', buildAnyOfIds(notificationIds))
    .where('n.link', 'like', `/${kind.path.many}?id=%`)
    .where(({ not, exists }) =>
      not(
        exists(
          selectRecords(tx, kind).where('r.id', '=', sql<number>`substring(n.link from '\\d+$')::bigint`),
        ),
      ),
    )
    .execute()

export function selectSortedRecords(
  db: DbOrTx,
  kind: RecordKind,
  searchTerm: string,
  { isLast = false } = {},
) {
  const direction = isLast ? 'asc' : 'desc'
  return selectRecords(db, kind)
    .$if(searchTerm !== '', (query) => query.where(buildWordsCondition(sql.ref('r.search_text'), searchTerm)))
    .$if(kind.sortDateField !== undefined, (query) =>
      query.orderBy(sql.ref(`r.${toColumnName(kind.sortDateField ?? '')}`), direction),
    )
    .orderBy('r.id', direction)
}

export function listRecords(
  db: DbOrTx,
  kind: RecordKind,
  page: Page,
): Promise<{ rows: RecordRow[]; total: number }> {
  return findPageWithTotal(
    db,
    selectSortedRecords(db, kind, page.searchTerm, { isLast: page.sort !== null }),
    page,
  )
}

export function findRecord(
  db: DbOrTx,
  kind: RecordKind,
  id: number,
  { lock = false } = {},
): Promise<RecordRow | undefined> {
  return selectRecords(db, kind)
    .where('r.id', '=', id)
    .$if(lock, (query) => query.forNoKeyUpdate())
    .executeTakeFirst()
}

export async function insertRecord(
  tx: Tx,
  kind: RecordKind,
  values: Readonly<Details>,
  extraColumns: Readonly<Record<string, unknown>> = {},
): Promise<number> {
  const row = [...toColumns(values), ...Object.entries(extraColumns)]
  const columns = row.map(([column]) => sql.ref(column))
  const { rows } = await sql<{ id: number }>`insert into ${sql.table(kind.table)} (${sql.join(columns)})
    values (${sql.join(row.map(([, value]) => value))}) returning id`.execute(tx)
  if (!rows[0]) throw new Error(`${kind.table} gave no id.`)
  return rows[0].id
}

export async function updateRecord(
  tx: Tx,
  kind: RecordKind,
  id: number,
  values: Readonly<Details>,
): Promise<void> {
  const sets = toColumns(values).map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
  await sql`update ${sql.table(kind.table)} set ${sql.join(sets)}, updated_at = ${CLOCK}
    where id = ${id}`.execute(tx)
}

/** Soft-deletes a record by setting its status to 0 (rules 9.13). */
export async function markRecordAsDeleted(tx: Tx, kind: RecordKind, id: number): Promise<void> {
  await tx
    .updateTable(kind.table)
    .set({ status: DELETED_STATUS, updated_at: CLOCK })
    .where('id', '=', id)
    .execute()
}

const toColumns = (values: Readonly<Details>) =>
  Object.entries(values).map(
    ([field, value]) => [toColumnName(field), Array.isArray(value) ? JSON.stringify(value) : value] as const,
  )

/** Record from the database. Its fields have the names of the API, not of the columns. */
export interface RecordRow extends Details {
  id: number
  status: number
  created_at: Date
  updated_at: Date
}

export function toColumnName(field: string): string {
  return field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
