import { notifyTenant } from '#features/notifications/notify.ts'
import type { Tx } from '#platform/db/client.ts'
import { change, type Services } from '#platform/services.ts'
import { FAILED } from './make-copy.ts'
import { openCopyStore, type CopyStoreParts } from './open-copy-store.ts'
import { deleteCopiesOf, deleteOldRows, failOverdue, filterKept, markExpired } from './repository.ts'

/** Age at which a copy that is not made yet has failed: its job was given up or lost. */
const OVERDUE_SECONDS = 2 * 60 * 60
const ROW_DAYS = 90

type Parts = CopyStoreParts & Pick<Services, 'db' | 'relay'>

/**
 * Deletes copies after their days, copies that are not made in time, and files without a copy, as a killed process or a
 * deleted tenant leaves them. The rows go first: a file whose removal fails is found by the next run.
 */
export async function cleanCopies(parts: Parts): Promise<void> {
  const { db } = parts
  await markExpired(db)
  await change(parts, async (tx) => {
    for (const { tenantId, askedBy } of await failOverdue(tx, OVERDUE_SECONDS, 'It was not made in time.'))
      if (askedBy === 'client') await notifyTenant(tx, { ...FAILED, tenantId })
  })
  const store = openCopyStore(parts)
  const files = await store.list()
  const kept = await filterKept(db, files)
  for (const file of files) if (!kept.has(file)) await store.remove(file)
  await deleteOldRows(db, ROW_DAYS)
}

/** Deletes the copies of a tenant in the transaction of an erasure. Returns what removes their files after the commit. */
export async function eraseCopies(
  tx: Tx,
  parts: CopyStoreParts,
  tenantId: number,
): Promise<() => Promise<void>> {
  const rows = await deleteCopiesOf(tx, tenantId)
  return async () => {
    const store = openCopyStore(parts)
    for (const { file } of rows) await store.remove(file)
  }
}
