import { sql, type InferResult } from 'kysely'
import type { DbOrTx, Tx } from '#platform/db/client.ts'
import { CLOCK, DELETED_STATUS } from '#platform/db/expressions.ts'
import {
  normalizeName,
  normalizePlate,
  createBarredCheck,
  type BarredCheck,
} from '@tahanan/contract/gate/create-barred-check.ts'

export interface BarredFields {
  readonly name: string
  readonly plate: string
  readonly reason: string
  readonly endsOn: string | null
}

const BARRED_COLUMNS = [
  'id',
  'name',
  'plate',
  'reason',
  'ends_on as endsOn',
  'created_at',
  'updated_at',
] as const
const selectBarredPeople = (db: DbOrTx) =>
  db.selectFrom('do_not_admit').select(BARRED_COLUMNS).where('status', '<>', DELETED_STATUS)
export type BarredRow = InferResult<ReturnType<typeof selectBarredPeople>>[number]

export const listBarredPeople = (db: DbOrTx): Promise<BarredRow[]> =>
  selectBarredPeople(db).orderBy('id', 'desc').execute()

export const findBarredPerson = (db: DbOrTx, id: number): Promise<BarredRow | undefined> =>
  selectBarredPeople(db).where('id', '=', id).executeTakeFirst()

export const lockBarredPerson = (tx: Tx, id: number): Promise<BarredRow | undefined> =>
  selectBarredPeople(tx).where('id', '=', id).forUpdate().executeTakeFirst()

/**
 * Lists the normalized names and plates of entries that are still in force today, by the community's
 * calendar.
 */
export async function listBarredKeys(db: DbOrTx, timeZone: string): Promise<string[]> {
  const barredRows = await db
    .selectFrom('do_not_admit')
    .select(['name', 'plate'])
    .where('status', '<>', DELETED_STATUS)
    .where((row) =>
      row.or([
        row('ends_on', 'is', null),
        row('ends_on', '>=', sql<string>`(clock_timestamp() at time zone ${timeZone})::date`),
      ]),
    )
    .execute()
  return barredRows.flatMap(toBarredKeys)
}

const toBarredKeys = ({ name, plate }: Pick<BarredFields, 'name' | 'plate'>): string[] =>
  [normalizeName(name), normalizePlate(plate)].filter((key) => key !== '')

/**
 * Loads the do-not-admit list. Returns a function that checks names and plates. Use the function for one
 * request only, because the list may change.
 */
export const loadBarredCheck = async (db: DbOrTx, timeZone: string): Promise<BarredCheck> =>
  createBarredCheck(await listBarredKeys(db, timeZone))

export function upsertBarredPerson(
  tx: Tx,
  { endsOn, ...fields }: BarredFields,
  id?: number,
): Promise<BarredRow> {
  const row = { ...fields, ends_on: endsOn }
  const query =
    id === undefined
      ? tx.insertInto('do_not_admit').values(row).returning(BARRED_COLUMNS)
      : tx
          .updateTable('do_not_admit')
          .set({ ...row, updated_at: CLOCK })
          .where('id', '=', id)
          .returning(BARRED_COLUMNS)
  return query.executeTakeFirstOrThrow()
}

export const deleteBarredPerson = (tx: Tx, id: number): Promise<{ id: number } | undefined> =>
  tx
    .updateTable('do_not_admit')
    .set({ status: 0, updated_at: CLOCK })
    .where('id', '=', id)
    .where('status', '<>', DELETED_STATUS)
    .returning('id')
    .executeTakeFirst()
