import { join } from 'node:path'
import { dropRestoredDeliveries } from '#features/deliveries/end-deliveries.ts'
import { replayErasures } from '#features/privacy/replay-erasures.ts'
import { stopSeries } from '#features/receipts/series.ts'
import { closeLines } from '#features/reminders/repository.ts'
import {
  countUnopenableSecrets,
  loadKeyFile,
} from '#features/sessions/second-factor/open-second-factor-key.ts'
import { restoreBackup, type RestoreResult, type RestoreOptions } from '#platform/backup/restore-backup.ts'
import type { Db } from '#platform/db/client.ts'
import { checkTallies } from './check-tallies.ts'

export interface RestorePortalOptions extends Omit<RestoreOptions, 'checkTallies'> {
  /** Path of the key file of two-step login; by default in `dataDir`. */
  readonly secondFactorKeyFile?: string
}

export interface RestorePortalResult extends RestoreResult {
  /**
   * Number of accounts that cannot use two-step login, because it was encrypted with a key that the key file
   * does not contain.
   */
  readonly unreadableSecretCount: number
  /** Number of erasures of personal data that were repeated; undefined if no record of erasures exists. */
  readonly erasures: number | undefined
}

/**
 * Restores a backup. Changes made after the backup are lost, so it also does three things. It blocks receipts
 * and invoices until the office confirms the last printed numbers (rules 18.9). It drops unsent mails, push
 * messages and reminders of the backup (rules 23.24). It repeats erasures made after the backup (rules 26.12).
 * With `files: false`, for a move to another database, it does none of these, because nothing is lost.
 */
export async function restorePortal(
  order: RestorePortalOptions,
  print?: (message: string) => void,
): Promise<RestorePortalResult> {
  const file = order.secondFactorKeyFile ?? join(order.dataDir, 'second-factor.key')
  let unreadableSecretCount = 0
  let erasureCount: number | undefined
  const finishRestore = async (db: Db): Promise<void> => {
    unreadableSecretCount = await countUnopenableSecrets(db, await loadKeyFile(file))
    await order.finish?.(db)
    if (order.files === false) return
    await stopSeries(db)
    const reason = 'A backup was restored before it was sent.'
    await dropRestoredDeliveries(db, reason)
    // Reminders of a backup may have been sent since, or are outdated.
    await closeLines(db, reason)
    erasureCount = await replayErasures(db, order.dataDir)
  }
  const restoreResult = await restoreBackup({ ...order, checkTallies, finish: finishRestore }, print)
  return { ...restoreResult, unreadableSecretCount, erasures: erasureCount }
}
