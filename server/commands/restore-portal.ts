import { join } from 'node:path'
import { dropRestored } from '#features/deliveries/end-deliveries.ts'
import { replayErasures } from '#features/privacy/replay-erasures.ts'
import { stopSeries } from '#features/receipts/series.ts'
import { endStartedLines } from '#features/reminders/repository.ts'
import { countUnopened, loadKeyFile } from '#features/sessions/second-factor/open-second-factor-key.ts'
import { restoreBackup, type Restored, type RestoreOrder } from '#platform/backup/restore-backup.ts'
import type { Db } from '#platform/db/client.ts'
import { checkTallies } from './check-tallies.ts'

export interface PortalOrder extends Omit<RestoreOrder, 'checkTallies' | 'finish'> {
  /** Path of the key file of two-step login; by default in `dataDir`. */
  readonly secondFactorKeyFile?: string
}

export interface RestoredPortal extends Restored {
  /** Number of accounts whose two-step login was encrypted with a key that the key file does not contain. */
  readonly unopened: number
  /** Number of erasures of personal data that were repeated; undefined without a record of erasures. */
  readonly erasures: number | undefined
}

/**
 * Restores a backup. Data newer than the backup is lost, so it then does three things: stops receipts and
 * invoices until the office confirms the last printed numbers (rules 18.9), drops the backup's unsent mails
 * and push messages (rules 23.24), and repeats erasures made after the backup (rules 26.12). A move to
 * another database loses nothing and skips them.
 */
export async function restorePortal(
  order: PortalOrder,
  print?: (what: string) => void,
): Promise<RestoredPortal> {
  const file = order.secondFactorKeyFile ?? join(order.dataDir, 'second-factor.key')
  let unopened = 0
  let erasures: number | undefined
  const finish = async (db: Db): Promise<void> => {
    unopened = await countUnopened(db, await loadKeyFile(file))
    if (order.files === false) return
    await stopSeries(db)
    const reason = 'A backup was restored before it was sent.'
    await dropRestored(db, reason)
    await endStartedLines(db, reason)
    erasures = await replayErasures(db, order.dataDir)
  }
  const restored = await restoreBackup({ ...order, checkTallies, finish }, print)
  return { ...restored, unopened, erasures }
}
