import { sql } from 'kysely'
import type { DbOrTx } from '#platform/db/client.ts'
import { CLOCK, secondsAgo } from '#platform/db/expressions.ts'
import { COPY_DAYS } from '@tahanan/contract/privacy/copies.ts'

const SHOWN = 20

const selectCopies = (db: DbOrTx) =>
  db
    .selectFrom('data_copies')
    .select(['id', 'tenant_id', 'asked_by_area as askedBy', 'state', 'file', 'bytes', 'files', 'problem'])
    .select(['created_at', 'made_at'])
    .select(
      sql<Date | null>`case when state = 'ready' then made_at + make_interval(days => ${COPY_DAYS}) end`.as(
        'deletes_at',
      ),
    )

export const findCopy = (db: DbOrTx, id: number) => selectCopies(db).where('id', '=', id).executeTakeFirst()

/** Lists the newest copies of a tenant. */
export const listCopies = (db: DbOrTx, tenantId: number) =>
  selectCopies(db).where('tenant_id', '=', tenantId).orderBy('id', 'desc').limit(SHOWN).execute()

const selectNamed = (db: DbOrTx, tenantId: number) =>
  db
    .selectFrom('tenants')
    .select(['id', 'client_code as code', 'uoccname as name'])
    .where('id', '=', tenantId)

/** Finds a tenant, deleted or not. */
export const findNamed = (db: DbOrTx, tenantId: number) => selectNamed(db, tenantId).executeTakeFirst()

/** Locks the tenant, so that of two requests the second sees the first; undefined without such a tenant. */
export const lockTenant = (tx: DbOrTx, tenantId: number) =>
  selectNamed(tx, tenantId).forNoKeyUpdate().executeTakeFirst()

/** Counts a tenant's copies of the last day, and whether one of them is being made. */
export const countRecent = (db: DbOrTx, tenantId: number) =>
  db
    .selectFrom('data_copies')
    .select((eb) => [
      eb.fn
        .countAll<number>()
        .filterWhere('state', '<>', 'failed')
        .filterWhere('created_at', '>', secondsAgo(24 * 3600))
        .as('made'),
      eb.fn.countAll<number>().filterWhere('state', 'in', ['waiting', 'making']).as('running'),
      sql<number | null>`extract(epoch from min(created_at)
        filter (where state <> 'failed' and created_at > ${secondsAgo(24 * 3600)})
        - ${secondsAgo(24 * 3600)})::float8`.as('wait'),
    ])
    .where('tenant_id', '=', tenantId)
    .executeTakeFirstOrThrow()

export async function insertCopy(
  tx: DbOrTx,
  tenantId: number,
  by: { readonly area: 'client' | 'super-admin'; readonly id: number },
): Promise<number> {
  const { id } = await tx
    .insertInto('data_copies')
    .values({ tenant_id: tenantId, asked_by_area: by.area, asked_by_id: by.id })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Notes the file of a new try. Returns the copy as it was before; undefined if it is not to be made. */
export async function beginTry(tx: DbOrTx, id: number, file: string) {
  const before = await tx
    .selectFrom('data_copies')
    .select(['tenant_id as tenantId', 'file'])
    .where('id', '=', id)
    .where('state', 'in', ['waiting', 'making'])
    .forUpdate()
    .executeTakeFirst()
  if (before)
    await tx.updateTable('data_copies').set({ state: 'making', file }).where('id', '=', id).execute()
  return before
}

/** Marks a copy as ready. Returns undefined if another try or a deletion came first. */
export const markReady = (
  tx: DbOrTx,
  { id, file, ...made }: { id: number; file: string; bytes: number; files: number; problem: string | null },
) =>
  tx
    .updateTable('data_copies')
    .set({ ...made, state: 'ready', made_at: CLOCK })
    .where('id', '=', id)
    .where('file', '=', file)
    .where('state', '=', 'making')
    .returning('tenant_id as tenantId')
    .executeTakeFirst()

const fail = (tx: DbOrTx, problem: string) =>
  tx
    .updateTable('data_copies')
    .set({ state: 'failed', problem, deleted_at: CLOCK })
    .returning(['tenant_id as tenantId', 'asked_by_area as askedBy', 'file'])

/** Marks a try as failed. Returns undefined if another try came first. */
export const markFailed = (tx: DbOrTx, id: number, file: string, problem: string) =>
  fail(tx, problem)
    .where('id', '=', id)
    .where('file', '=', file)
    .where('state', '=', 'making')
    .executeTakeFirst()

/** Marks copies as failed that no job finishes any more. */
export const failOverdue = (tx: DbOrTx, seconds: number, problem: string) =>
  fail(tx, problem)
    .where('state', 'in', ['waiting', 'making'])
    .where('created_at', '<', secondsAgo(seconds))
    .execute()

/** Marks copies as deleted whose days are over; returns their files. */
export const markExpired = (db: DbOrTx) =>
  db
    .updateTable('data_copies')
    .set({ state: 'deleted', deleted_at: CLOCK })
    .where('state', '=', 'ready')
    .where('made_at', '<', secondsAgo(COPY_DAYS * 24 * 3600))
    .returning('file')
    .execute()

/** Returns those of the files that belong to a copy which is being made or is ready. */
export async function filterKept(db: DbOrTx, files: readonly string[]): Promise<Set<string>> {
  if (files.length === 0) return new Set()
  const rows = await db
    .selectFrom('data_copies')
    .select('file')
    .where('file', 'in', files)
    .where('state', 'in', ['making', 'ready'])
    .execute()
  return new Set(rows.flatMap(({ file }) => file ?? []))
}

/** Deletes the rows of copies whose file is gone for long. */
export async function deleteOldRows(db: DbOrTx, days: number): Promise<void> {
  await db
    .deleteFrom('data_copies')
    .where('state', 'in', ['failed', 'deleted'])
    .where('deleted_at', '<', secondsAgo(days * 24 * 3600))
    .execute()
}

/** Deletes the copies of a tenant; returns their files. */
export const deleteCopiesOf = (tx: DbOrTx, tenantId: number) =>
  tx.deleteFrom('data_copies').where('tenant_id', '=', tenantId).returning('file').execute()
