import type { FastifyBaseLogger } from 'fastify'
import { secondsAgo } from '../db/clock.ts'
import type { Db } from '../db/client.ts'

/** Outbox rows whose handler failed: kept out of the batches for a while, and given up in the end. */
interface Retries {
  /** Ids that are not to be tried now. */
  heldBack(): number[]
  /** Notes that a row failed. Throws when it is the database that fails, which is no row's fault. */
  holdBack(id: number, error: Error): Promise<void>
}

/** Waits of 1, 2, 4 … 60 seconds: five minutes in all. */
const MAX_TRIES = 10
const LONGEST_WAIT_MS = 60_000
const LONGEST_LIFE_SECONDS = 3600
const FORGET_MS = 10 * LONGEST_WAIT_MS

/** Keeps the failures in memory: after a restart a row gets its tries anew, until it is an hour old. */
export function createRetries(db: Db, log: Pick<FastifyBaseLogger, 'warn' | 'error'>): Retries {
  const failed = new Map<number, { tries: number; until: number }>()
  return {
    heldBack() {
      const now = performance.now()
      const ids: number[] = []
      for (const [id, { until }] of failed) {
        if (until > now) ids.push(id)
        // Another process may have sent it meanwhile.
        else if (until + FORGET_MS < now) failed.delete(id)
      }
      return ids
    },

    async holdBack(id, error) {
      const tries = (failed.get(id)?.tries ?? 0) + 1
      // Also by age, for a row that several processes tried or that outlived restarts.
      const dropped = await db
        .deleteFrom('outbox')
        .where('id', '=', id)
        .$if(tries < MAX_TRIES, (rows) => rows.where('created_at', '<', secondsAgo(LONGEST_LIFE_SECONDS)))
        .returning(['topic', 'payload'])
        .executeTakeFirst()
      if (dropped) {
        failed.delete(id)
        log.error({ err: error, outboxId: id, tries, ...dropped }, 'An event was given up.')
        return
      }
      failed.set(id, { tries, until: performance.now() + Math.min(1000 * 2 ** (tries - 1), LONGEST_WAIT_MS) })
      if (tries === 1)
        log.warn({ err: error, outboxId: id }, 'An event could not be sent; trying again later.')
    },
  }
}
