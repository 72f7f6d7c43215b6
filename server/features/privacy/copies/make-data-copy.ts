import { Type } from 'typebox'
import { notifyTenant, type TenantNotificationInput } from '#features/notifications/notify.ts'
import { findCommunityName } from '#features/settings/website-settings.ts'
import { getConnectionString } from '#platform/db/connect.ts'
import { isDatabaseUnavailable } from '#platform/db/is-database-unavailable.ts'
import { isDiskFull, PortalError } from '#platform/errors.ts'
import { defineTask } from '#platform/jobs/define-task.ts'
import { runInTransaction, type PlatformContext } from '#platform/platform-context.ts'
import { COPY_RETENTION_DAYS } from '@tahanan/contract/privacy/copies.ts'
import { formatCount } from '@tahanan/contract/time.ts'
import { createCopyName, openCopyStore, type CopyStore } from './open-copy-store.ts'
import { beginCopyAttempt, markAsFailed, markAsReady } from './repository.ts'
import { StoppingError, writeCopy, type WrittenCopy } from './write-copy.ts'

export type CopyContext = Pick<
  PlatformContext,
  'config' | 'db' | 'pool' | 'files' | 'relay' | 'log' | 'isStopping'
>

/**
 * Job that creates a copy of a tenant's personal data. If its process is killed, the queue runs the job
 * again.
 */
export const makeDataCopy = defineTask({
  name: 'make-data-copy',
  payload: Type.Object({ id: Type.Integer() }),
  run: (context: CopyContext, { id }) => createCopy(context, id),
})

/**
 * Creates a copy of a tenant's data and notifies the tenant. Throws only temporary errors
 * (`isTemporaryError`), so that the queue runs the job again. Stores any other error in the copy's row and
 * does not throw it.
 */
async function createCopy(context: CopyContext, id: number): Promise<void> {
  const { db, log } = context
  const store = openCopyStore(context)
  const file = createCopyName(id)
  const pendingCopy = await db.transaction().execute((tx) => beginCopyAttempt(tx, id, file))
  if (!pendingCopy) return
  try {
    await store.remove(pendingCopy.file)
    const writtenCopy = await writeCopyFile(context, store, file, pendingCopy.tenantId)
    const isMarkedReady = await runInTransaction(context, async (tx) => {
      const readyCopy = await markAsReady(tx, { id, file, ...toResult(writtenCopy) })
      if (readyCopy) await notifyTenant(tx, { ...READY_NOTIFICATION, tenantId: readyCopy.tenantId })
      return readyCopy !== undefined
    })
    if (!isMarkedReady) await store.remove(file)
  } catch (error) {
    await store.remove(file).catch(() => {})
    if (isTemporaryError(error)) throw error
    log.error({ err: error, copy: id }, 'a copy of personal data failed')
    await runInTransaction(context, async (tx) => {
      const failedCopy = await markAsFailed(tx, id, file, describeFailure(error))
      if (failedCopy?.askedBy === 'client')
        await notifyTenant(tx, { ...FAILED_NOTIFICATION, tenantId: failedCopy.tenantId })
    })
  }
}

async function writeCopyFile(
  { config, db, pool, files, isStopping }: CopyContext,
  store: CopyStore,
  file: string,
  tenantId: number,
): Promise<WrittenCopy> {
  const writtenCopy = await writeCopy({
    connectionString: getConnectionString(pool),
    disk: files.disk,
    path: store.beginFile(file),
    tenantId,
    community: await findCommunityName(db),
    timeZone: config.communityTimeZone,
    isStopping,
  })
  await store.finishFile(file)
  return writtenCopy
}

const toResult = ({ bytes, files, missing }: WrittenCopy) => ({
  bytes,
  files,
  problem: missing === 0 ? null : `${formatCount(missing, 'file')} could not be found any more.`,
})

const isTemporaryError = (error: unknown): boolean =>
  error instanceof StoppingError ||
  isDatabaseUnavailable(error) ||
  (error instanceof PortalError && error.code === 'unavailable')

const describeFailure = (error: unknown): string =>
  isDiskFull(error) ? 'There was no room left on the disk.' : 'Something went wrong on our side.'

const NOTIFICATION_BASE = { kind: 'security', link: '/your-data' } as const

const READY_NOTIFICATION = {
  ...NOTIFICATION_BASE,
  title: 'Copy of your data',
  message: `A copy of your data is ready. Download it in 'Your data' within ${formatCount(COPY_RETENTION_DAYS, 'day')}.`,
  brief: 'A copy of your data is ready.',
} satisfies Omit<TenantNotificationInput, 'tenantId'>

export const FAILED_NOTIFICATION = {
  ...NOTIFICATION_BASE,
  title: 'Copy of your data',
  message: 'The copy of your data could not be made. Please ask for it again.',
  brief: 'The copy of your data could not be made.',
} satisfies Omit<TenantNotificationInput, 'tenantId'>
