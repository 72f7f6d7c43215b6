import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { expressionBuilder, sql } from 'kysely'
import pLimit from 'p-limit'
import { viewersRooms } from '#features/admins/viewers.ts'
import type { Db, DbOrTx } from '#platform/db/client.ts'
import { CLOCK, secondsAgo } from '#platform/db/expressions.ts'
import type { ResidentsOnline } from '#platform/realtime/gateway.ts'
import { tell, toEach, type TopicHandler } from '#platform/realtime/outbox.ts'
import type { Relay } from '#platform/realtime/relay.ts'
import { channels } from '@tahanan/contract/channels.ts'

declare module '../../platform/realtime/outbox.ts' {
  interface Topics {
    /** A resident's first live connection came or the last one went. */
    presence: { tenantId: number }
  }
}

/** Residents with a live connection to this process, written down so that every process knows (rules 3.14). */
export interface Presence extends ResidentsOnline {
  /** Saves the changes now; happens by itself every second while there are some. */
  flush(): Promise<void>
  /** Saves that nobody is connected here any more, for a graceful shutdown. */
  stop(): Promise<void>
}

interface PresenceParts {
  readonly db: Db
  readonly relay: Pick<Relay, 'wake'>
  readonly log: Pick<FastifyBaseLogger, 'warn'>
  /** Debounce of a reloaded page, in milliseconds (rules 3.14). */
  readonly patience?: number
}

const FLUSH_MS = 1000
const PATIENCE_MS = 4000
/** Heartbeat, well inside the two minutes after which a silent process counts as gone. */
const BEAT_MS = 45_000
/** A process that is silent for two minutes is gone, and with it those who were connected to it. */
const STILL_SAID = secondsAgo(120)

/** Whether the tenant `n` of a query has a live connection to any process. */
export const isOnline = (db: Pick<Db, 'selectFrom'>) =>
  expressionBuilder()
    .exists(
      db
        .selectFrom('live_tenants as l')
        .select('l.tenant_id')
        .where('l.tenant_id', '=', sql.ref<number>('n.id'))
        .where('l.at', '>', STILL_SAID),
    )
    .$castTo<boolean>()

/** Keeps the table of connected residents. Nothing is lost when the database is away: it is saved when it is back. */
export function createPresence({ db, relay, log, patience = PATIENCE_MS }: PresenceParts): Presence {
  const process = randomUUID()
  const sockets = new Map<number, number>()
  const saved = new Set<number>()
  /** Saved residents whose last socket went, with when; monotonic milliseconds. */
  const gone = new Map<number, number>()
  const oneAtATime = pLimit(1)

  const warn = (error: unknown): void => log.warn({ err: error }, 'Who is connected could not be written.')
  const flush = (wait: number): Promise<void> => oneAtATime(() => writeChanges(wait))
  const flushing = setInterval(() => {
    if (oneAtATime.activeCount === 0) flush(patience).catch(warn)
  }, FLUSH_MS).unref()
  const beat = setInterval(() => {
    if (sockets.size > 0) keep(db, [...sockets.keys()], process).catch(warn)
  }, BEAT_MS).unref()

  function note(tenantId: number, difference: number): void {
    const count = (sockets.get(tenantId) ?? 0) + difference
    if (count > 0) sockets.set(tenantId, count)
    else sockets.delete(tenantId)
    if (count > 0) gone.delete(tenantId)
    else gone.set(tenantId, performance.now())
  }

  async function writeChanges(wait: number): Promise<void> {
    const now = performance.now()
    const here = [...sockets.keys()].filter((id) => !saved.has(id))
    const left = [...gone].filter(([, at]) => now - at >= wait).map(([id]) => id)
    if (here.length + left.length === 0) return
    await db.transaction().execute(async (tx) => {
      const came = await keep(tx, here, process)
      const went =
        left.length === 0
          ? []
          : await tx
              .deleteFrom('live_tenants')
              .where('tenant_id', 'in', left)
              .where('process', '=', process)
              .returning('tenant_id as tenantId')
              .execute()
      const news = [...came.filter(({ inserted }) => inserted), ...went]
      await tell(tx, 'presence', ...news.map(({ tenantId }) => ({ tenantId })))
    })
    relay.wake()
    for (const id of here) saved.add(id)
    for (const id of left) saved.delete(id)
    // who came back meanwhile is saved anew, and who went stays noted for the next time
    for (const id of left) if ((gone.get(id) ?? Infinity) <= now) gone.delete(id)
  }

  return {
    arrived: (tenantId) => note(tenantId, 1),
    left: (tenantId) => note(tenantId, -1),
    flush: () => flush(0),
    async stop() {
      clearInterval(flushing)
      clearInterval(beat)
      await oneAtATime(() => db.deleteFrom('live_tenants').where('process', '=', process).execute()).catch(
        warn,
      )
    },
  }
}

/** Saves that these tenants have a connection to this process now. */
async function keep(db: DbOrTx, tenantIds: readonly number[], process: string) {
  if (tenantIds.length === 0) return []
  return (
    db
      .insertInto('live_tenants')
      .values(tenantIds.map((tenantId) => ({ tenant_id: tenantId, process })))
      .onConflict((known) => known.columns(['tenant_id', 'process']).doUpdateSet({ at: CLOCK }))
      // A row that was inserted, not found, has no transaction that replaces it.
      .returning(['tenant_id as tenantId', sql<boolean>`xmax = 0`.as('inserted')])
      .execute()
  )
}

/** Deletes connections to processes that are gone. */
export async function forgetSilentProcesses(db: Db): Promise<void> {
  await db.deleteFrom('live_tenants').where('at', '<=', STILL_SAID).execute()
}

/** Tells administrators who may view the monitor that a resident came or went, as it is now. */
export const presenceTopic: TopicHandler<'presence'> = async (db, payloads) => {
  const office = await viewersRooms(db, 'loggedInLogs')
  if (office.length === 0) return []
  const ids = payloads.map(({ tenantId }) => tenantId)
  // `at` tells a newer state from an older: events may come in any order
  const seen = await db
    .selectFrom('tenants as n')
    .select(['n.id as tenantId', 'n.last_seen as lastSeen', isOnline(db).as('online'), CLOCK.as('at')])
    .where('n.id', 'in', ids)
    .where('n.status', '<>', 0)
    .execute()
  return seen.flatMap((data) => toEach(office, channels.loggedIn, data))
}
