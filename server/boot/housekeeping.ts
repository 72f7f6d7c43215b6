import { backUpOnSchedule } from '../platform/backup/scheduler.ts'
import { inquireDuePayments } from '../features/billing/gateways/inquiries.ts'
import { removeOldMessages } from '../features/billing/gateways/messages.ts'
import { abandonOldImports } from '../features/billing/imports/abandon.ts'
import { resumeImports } from '../features/billing/imports/save.ts'
import { compactPaymentTallies } from '../features/billing/payments/housekeeping.ts'
import { compactReservations } from '../features/dashboard/reservations.ts'
import type { Db } from '../platform/db/client.ts'
import { prepared } from '../platform/db/client.ts'
import { removeOldNotifications } from '../features/notifications/retention.ts'
import { turnPosts } from '../features/posts/announce.ts'
import { compactViewTallies } from '../features/posts/views.ts'
import type { PortalServices } from '../app.ts'
import { removeExpiredSessions } from '../features/sessions/housekeeping.ts'
import { forgetSilentProcesses } from '../features/tenants/presence.ts'
import { compactBlocks } from '../features/tickets/blocks.ts'
import { compactTallies, expireIdentityData } from '../features/tickets/housekeeping.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

export type HousekeepingParts = Pick<
  PortalServices,
  'db' | 'files' | 'config' | 'relay' | 'gateways' | 'pool' | 'log'
>

/** Starts the portal's chores. Each may run in several processes at once without harm. */
export function startHousekeeping(parts: HousekeepingParts): { stop(): Promise<void> } {
  const { db, pool, files, config, log } = parts
  const chores = [
    every(10 * SECOND, 'tallies', () => compactWhenMany(db)),
    every(10 * SECOND, 'blocks of tickets', () => compactBlocks(db)),
    every(10 * SECOND, 'tallies of payments', () => compactPaymentTallies(db)),
    every(10 * SECOND, 'inquiries at payment gateways', () => inquireDuePayments(parts)),
    every(10 * SECOND, 'posts that begin or end', () => turnPosts(db)),
    every(30 * SECOND, 'scheduled backup', () => backUpOnSchedule({ config, pool, log })),
    every(30 * SECOND, 'imports that were broken off', () => resumeImports(parts)),
    every(MINUTE, 'views of posts', () => compactViewTallies(db)),
    every(5 * MINUTE, 'silent processes', () => forgetSilentProcesses(db)),
    every(10 * MINUTE, 'months of reservations', () => compactReservations(db, config.communityTimeZone)),
    every(10 * MINUTE, 'expired sessions', () => removeExpiredSessions(db)),
    every(HOUR, 'identity data', () => expireIdentityData(db, files, config.visitorIdRetentionDays)),
    every(HOUR, 'old messages of payment gateways', () => removeOldMessages(db)),
    every(6 * HOUR, 'imports that nobody saves', () => abandonOldImports(parts)),
    every(6 * HOUR, 'old notifications', () => removeOldNotifications(db)),
  ]
  return {
    stop: async () => {
      await Promise.all(chores.map((stop) => stop()))
    },
  }

  /** Runs a chore soon after the start and then at this interval after each run. A failed one is tried again then. */
  function every(milliseconds: number, name: string, chore: () => Promise<unknown>): () => Promise<void> {
    let stopped = false
    let running = Promise.resolve()
    let timer = setTimeout(run, Math.min(milliseconds, MINUTE)).unref()
    function run(): void {
      running = chore()
        .then(
          () => {},
          (error: unknown) =>
            log.warn({ err: error, chore: name }, 'housekeeping failed; it is tried again later'),
        )
        .finally(() => {
          if (!stopped) timer = setTimeout(run, milliseconds).unref()
        })
    }
    return () => {
      stopped = true
      clearTimeout(timer)
      return running
    }
  }
}

/** Differences below this are summed up faster than they are compacted. */
const FEW_TALLIES = 300

async function compactWhenMany(db: Db): Promise<void> {
  const [row] = await prepared<{ many: boolean }>(
    db,
    'tallies.many',
    `select count(*) > ${FEW_TALLIES} as many from ticket_tallies`,
  )
  if (row?.many) await compactTallies(db)
}
