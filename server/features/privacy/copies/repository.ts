import { sql } from 'kysely'
import type { DbOrTx } from '#platform/db/client.ts'
import { CLOCK, secondsAgo } from '#platform/db/expressions.ts'
import { COPY_RETENTION_DAYS } from '@tahanan/contract/privacy/copies.ts'

const MAX_LISTED_COPIES = 20

const selectCopies = (db: DbOrTx) =>
  db
    .selectFrom('data_copies')
    .select(['id', 'tenant_id', 'asked_by_area as askedBy', 'state', 'file', 'bytes', 'files', 'problem'])
    .select(['created_at', 'made_at'])
    .select(
      sql<Date | null>`case when state = 'ready' then made_at + make_interval(days => ${COPY_RETENTION_DAYS}) end`.as(
        'deletes_at',
      ),
    )

export const findCopy = (db: DbOrTx, id: number) => selectCopies(db).where('id', '=', id).executeTakeFirst()

export const listCopies = (db: DbOrTx, tenantId: number) =>
  selectCopies(db).where('tenant_id', '=', tenantId).orderBy('id', 'desc').limit(MAX_LISTED_COPIES).execute()

const selectTenantName = (db: DbOrTx, tenantId: number) =>
  db
    .selectFrom('tenants')
    .select(['id', 'client_code as code', 'uoccname as name'])
    .where('id', '=', tenantId)

/** Finds the name of a tenant, even of a deleted one. */
export const findTenantName = (db: DbOrTx, tenantId: number) =>
  selectTenantName(db, tenantId).executeTakeFirst()

/**
 * Locks the tenant, so that the second of two simultaneous requests sees the copy of the first. Returns
 * undefined for an unknown tenant.
 */
export const lockTenant = (tx: DbOrTx, tenantId: number) =>
  selectTenantName(tx, tenantId).forNoKeyUpdate().executeTakeFirst()

/**
 * Counts a tenant's data copies: those of the last 24 hours (`made`) and those that are not finished
 * (`running`). `wait`: seconds until the oldest copy of the last 24 hours is no longer counted.
 */
export const countRecentCopies = (db: DbOrTx, tenantId: number) =>
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
  requester: { readonly area: 'client' | 'super-admin'; readonly id: number },
): Promise<number> {
  const { id } = await tx
    .insertInto('data_copies')
    .values({ tenant_id: tenantId, asked_by_area: requester.area, asked_by_id: requester.id })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/**
 * Stores the file name of a new attempt to create a copy. Returns the copy with the file name of the previous
 * attempt; undefined if the copy is already finished or deleted.
 */
export async function beginCopyAttempt(tx: DbOrTx, id: number, file: string) {
  const pendingCopy = await tx
    .selectFrom('data_copies')
    .select(['tenant_id as tenantId', 'file'])
    .where('id', '=', id)
    .where('state', 'in', ['waiting', 'making'])
    .forUpdate()
    .executeTakeFirst()
  if (pendingCopy)
    await tx.updateTable('data_copies').set({ state: 'making', file }).where('id', '=', id).execute()
  return pendingCopy
}

/** Returns undefined if a newer attempt to create this copy has started, or if the copy was deleted. */
export const markAsReady = (
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

const updateAsFailed = (tx: DbOrTx, problem: string) =>
  tx
    .updateTable('data_copies')
    .set({ state: 'failed', problem, deleted_at: CLOCK })
    .returning(['tenant_id as tenantId', 'asked_by_area as askedBy', 'file'])

/** Returns undefined if a newer attempt to create this copy has started. */
export const markAsFailed = (tx: DbOrTx, id: number, file: string, problem: string) =>
  updateAsFailed(tx, problem)
    .where('id', '=', id)
    .where('file', '=', file)
    .where('state', '=', 'making')
    .executeTakeFirst()

export const markOverdueAsFailed = (tx: DbOrTx, seconds: number, problem: string) =>
  updateAsFailed(tx, problem)
    .where('state', 'in', ['waiting', 'making'])
    .where('created_at', '<', secondsAgo(seconds))
    .execute()

export const markExpiredAsDeleted = (db: DbOrTx) =>
  db
    .updateTable('data_copies')
    .set({ state: 'deleted', deleted_at: CLOCK })
    .where('state', '=', 'ready')
    .where('made_at', '<', secondsAgo(COPY_RETENTION_DAYS * 24 * 3600))
    .returning('file')
    .execute()

/**
 * Returns the given files that belong to an unfinished or finished copy. The caller may remove the others.
 */
export async function findKeptFiles(db: DbOrTx, files: readonly string[]): Promise<Set<string>> {
  if (files.length === 0) return new Set()
  const copyRows = await db
    .selectFrom('data_copies')
    .select('file')
    .where('file', 'in', files)
    .where('state', 'in', ['making', 'ready'])
    .execute()
  return new Set(copyRows.flatMap(({ file }) => file ?? []))
}

export async function deleteOldRows(db: DbOrTx, days: number): Promise<void> {
  await db
    .deleteFrom('data_copies')
    .where('state', 'in', ['failed', 'deleted'])
    .where('deleted_at', '<', secondsAgo(days * 24 * 3600))
    .execute()
}

export const deleteCopies = (tx: DbOrTx, tenantId: number) =>
  tx.deleteFrom('data_copies').where('tenant_id', '=', tenantId).returning('file').execute()
