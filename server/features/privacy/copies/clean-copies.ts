import { notifyTenant } from '#features/notifications/notify.ts'
import type { Tx } from '#platform/db/client.ts'
import { runInTransaction, type PlatformContext } from '#platform/platform-context.ts'
import { FAILED_NOTIFICATION } from './make-data-copy.ts'
import { openCopyStore, type CopyStoreContext } from './open-copy-store.ts'
import {
  deleteCopies,
  deleteOldRows,
  markOverdueAsFailed,
  findKeptFiles,
  markExpiredAsDeleted,
} from './repository.ts'

/**
 * A copy of personal data that is not ready after this time is marked as failed, because its job was
 * abandoned or lost.
 */
const OVERDUE_SECONDS = 2 * 60 * 60
const ROW_RETENTION_DAYS = 90

type CleanCopiesContext = CopyStoreContext & Pick<PlatformContext, 'db' | 'relay'>

/**
 * Deletes expired copies of personal data, and marks overdue ones as failed. Also deletes files without a
 * row, which remain after a killed process or a deleted tenant. Updates the rows before the files: if a file
 * cannot be removed, the next run finds it without a row.
 */
export async function cleanCopies(context: CleanCopiesContext): Promise<void> {
  const { db } = context
  await markExpiredAsDeleted(db)
  await runInTransaction(context, async (tx) => {
    for (const { tenantId, askedBy } of await markOverdueAsFailed(
      tx,
      OVERDUE_SECONDS,
      'It was not made in time.',
    ))
      if (askedBy === 'client') await notifyTenant(tx, { ...FAILED_NOTIFICATION, tenantId })
  })
  const store = openCopyStore(context)
  const files = await store.list()
  const keptFiles = await findKeptFiles(db, files)
  for (const file of files) if (!keptFiles.has(file)) await store.remove(file)
  await deleteOldRows(db, ROW_RETENTION_DAYS)
}

/**
 * Deletes the copies of a tenant's data in the transaction that erases the tenant. Returns a function that
 * removes their files; call it after the commit.
 */
export async function eraseCopies(
  tx: Tx,
  context: CopyStoreContext,
  tenantId: number,
): Promise<() => Promise<void>> {
  const rows = await deleteCopies(tx, tenantId)
  return async () => {
    const store = openCopyStore(context)
    for (const { file } of rows) await store.remove(file)
  }
}
