import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import { confirmPassword } from '#features/sessions/confirm-password.ts'
import { endSessions } from '#features/sessions/sessions.ts'
import type { SuperAdminActor } from '#platform/actor.ts'
import { recordAction } from '#platform/audit/record-action.ts'
import { acquireBackupLock } from '#platform/backup/acquire-backup-lock.ts'
import { findBackup } from '#platform/backup/repository.ts'
import { startBackup } from '#platform/backup/start-backup.ts'
import { connect, getConnectionString, createKysely } from '#platform/db/connect.ts'
import { PortalError } from '#platform/errors.ts'
import { deleteAllJobs } from '#platform/jobs/queue.ts'
import type { PlatformContext } from '#platform/platform-context.ts'
import { RESET_GROUPS, type ResetGroup } from '@tahanan/contract/reset.ts'
import { closeGroups, emptyGroups } from './empty-groups.ts'
import { previewReset } from './preview-reset.ts'

const MAX_TRIES = 10
const LOCK_TIMEOUT = '1s'

export interface ResetResult {
  readonly summary: string
  readonly backup: string
}

/**
 * Resets groups of tables in one transaction (rules 12.1 to 12.8). Checks the password, makes the groups
 * read-only, makes and verifies a backup, and only then empties the groups. So the backup contains everything
 * that is deleted. The caller's account and session and the default settings stay; the caller's other
 * sessions end. Throws 400 for a wrong password, which counts as a failed login, and 429 after too many.
 * Throws 409 during another backup, and 503 `resetFailed` after any other failure. If it throws, nothing is
 * deleted.
 */
export async function resetData(
  services: PlatformContext,
  actor: SuperAdminActor,
  groups: readonly ResetGroup[],
  password: string,
  address: string,
): Promise<ResetResult> {
  await confirmPassword(services.db, actor, { password, address })
  const client = await connect(getConnectionString(services.pool), 'tahanan-reset')
  try {
    await client.query('begin')
    await client.query(`set local lock_timeout = '${LOCK_TIMEOUT}'`)
    await withRetries(client, () => closeGroups(client, groups))
    const backup = await createVerifiedBackup(services, actor)
    // With this lock no other backup can start while the tables are emptied.
    await acquireBackupLock(client)
    const deletedText = await withRetries(client, async () => {
      const preview = await previewReset(client, groups, actor.id)
      const deletedTexts = preview.filter(({ count }) => count > 0).map((group) => group.words)
      await emptyGroups(client, groups, actor.id, services.config.communityTimeZone)
      await endSessions(createKysely(client), actor.area, actor.id, actor.sessionId)
      await deleteAllJobs(createKysely(client))
      await recordAction(createKysely(client), {
        action: 'reset',
        subject: 'database',
        detail:
          `Reset of ${groups.map((name) => RESET_GROUPS[name].label).join(', ')}. ` +
          `The backup before it is ${backup}.`,
        after: Object.fromEntries(preview.map(({ name, words: countText }) => [name, countText])),
      })
      return deletedTexts.join(', ') || 'nothing'
    })
    await client.query('commit')
    services.relay.wake()
    return { summary: deletedText, backup }
  } catch (error) {
    // A `PortalError` is already the right response: either another backup is running, or the backup of this
    // reset failed and was recorded.
    if (error instanceof PortalError) throw error
    services.log.error({ err: error }, 'a database reset failed; nothing was deleted')
    await recordAction(services.db, {
      action: 'refused',
      subject: 'database',
      detail: 'A database reset failed; nothing was deleted.',
    })
    throw new PortalError('resetFailed')
  } finally {
    await client.end().catch(() => {})
  }
}

async function createVerifiedBackup(services: PlatformContext, actor: SuperAdminActor): Promise<string> {
  const { id, done } = await startBackup(services, 'reset', actor.name)
  const isBackupMade = await done
  const backup = await findBackup(services.db, id)
  if (isBackupMade && backup?.file) return backup.file
  await recordAction(services.db, {
    action: 'refused',
    subject: 'database',
    detail:
      'A database reset was not begun, because its backup failed: ' +
      (backup?.problem ?? 'for reasons unknown.'),
  })
  throw new PortalError('resetFailed')
}

async function withRetries<Result>(client: Client, operation: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    await client.query('savepoint work')
    try {
      return await operation()
    } catch (error) {
      const { code } = error as { code?: string }
      const busy = code === '55P03' || code === '40P01'
      if (!busy || attempt === MAX_TRIES) throw error
      await client.query('rollback to savepoint work')
      await sleep(200 * attempt)
    }
  }
}
