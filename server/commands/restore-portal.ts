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
  /** Key file of two-step login; in `dataDir` by default. */
  readonly secondFactorKeyFile?: string
}

export interface RestoredPortal extends Restored {
  /** Number of accounts whose two-step login needs a key that is not in the key file. */
  readonly unopened: number
  /** Number of recorded erasures that were repeated; undefined without a record of erasures. */
  readonly erasures: number | undefined
}

/**
 * Restores a backup. Unless it is a move, which loses nothing: stops receipts and invoices until the office
 * confirms the last printed numbers (rules 18.9), drops the backup's unsent mails and push messages (rules
 * 23.24), and repeats the erasures that the backup does not have (rules 26.12).
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
