import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { expressionBuilder, sql } from 'kysely'
import pLimit from 'p-limit'
import { listViewerRooms } from '#features/admins/viewers.ts'
import type { Db, DbOrTx } from '#platform/db/client.ts'
import { CLOCK, secondsAgo, DELETED_STATUS } from '#platform/db/expressions.ts'
import type { PresenceListener } from '#platform/realtime/gateway.ts'
import { publishEvent, createEventsForRooms, type TopicHandler } from '#platform/realtime/outbox.ts'
import type { Relay } from '#platform/realtime/relay.ts'
import { liveChannels } from '@tahanan/contract/live-channels.ts'

declare module '../../platform/realtime/outbox.ts' {
  interface Topics {
    presence: { tenantId: number }
  }
}

/**
 * Records which residents have a live connection. Each process stores its own connections in the database, so
 * that all processes know them (rules 3.14).
 */
export interface Presence extends PresenceListener {
  /** Saves changes now. Otherwise a timer saves them every second. */
  flush(): Promise<void>
  /** Deletes this process's connections from the database. Call it at a graceful shutdown. */
  stop(): Promise<void>
}

interface PresenceContext {
  readonly db: Db
  readonly relay: Pick<Relay, 'wake'>
  readonly log: Pick<FastifyBaseLogger, 'warn'>
  /**
   * Milliseconds after which a closed connection counts as offline. The delay is needed, because a page that
   * is reloaded connects again (rules 3.14).
   */
  readonly graceMs?: number
}

const FLUSH_MS = 1000
const GRACE_MS = 4000
// Interval at which a process confirms its connections. It is much shorter than the two minutes after which a
// silent process counts as crashed.
const HEARTBEAT_MS = 45_000
const OLDEST_CONFIRMATION = secondsAgo(120)

export const selectIsOnline = (db: Pick<Db, 'selectFrom'>) =>
  expressionBuilder()
    .exists(
      db
        .selectFrom('live_tenants as l')
        .select('l.tenant_id')
        .where('l.tenant_id', '=', sql.ref<number>('n.id'))
        .where('l.at', '>', OLDEST_CONFIRMATION),
    )
    .$castTo<boolean>()

/**
 * Creates the record of live connections. While the database is unavailable, changes stay in memory and are
 * saved later.
 */
export function createPresence({ db, relay, log, graceMs = GRACE_MS }: PresenceContext): Presence {
  const processId = randomUUID()
  const socketCounts = new Map<number, number>()
  const savedTenantIds = new Set<number>()
  // Residents whose last connection has closed but who are not yet stored as offline, with the time of
  // disconnection (monotonic milliseconds).
  const disconnectionTimes = new Map<number, number>()
  const writeLimit = pLimit(1)

  const logWarning = (error: unknown): void =>
    log.warn({ err: error }, 'Connections of residents could not be saved.')
  const flushChanges = (wait: number): Promise<void> => writeLimit(() => writeChanges(wait))
  const flushTimer = setInterval(() => {
    if (writeLimit.activeCount === 0) flushChanges(graceMs).catch(logWarning)
  }, FLUSH_MS).unref()
  const heartbeat = setInterval(() => {
    if (socketCounts.size > 0) confirmConnections(db, [...socketCounts.keys()], processId).catch(logWarning)
  }, HEARTBEAT_MS).unref()

  function countSockets(tenantId: number, difference: number): void {
    const count = (socketCounts.get(tenantId) ?? 0) + difference
    if (count > 0) socketCounts.set(tenantId, count)
    else socketCounts.delete(tenantId)
    if (count > 0) disconnectionTimes.delete(tenantId)
    else disconnectionTimes.set(tenantId, performance.now())
  }

  async function writeChanges(graceMs: number): Promise<void> {
    const now = performance.now()
    const newTenantIds = [...socketCounts.keys()].filter((id) => !savedTenantIds.has(id))
    const endedTenantIds = [...disconnectionTimes]
      .filter(([, disconnectedAt]) => now - disconnectedAt >= graceMs)
      .map(([id]) => id)
    if (newTenantIds.length + endedTenantIds.length === 0) return
    await db.transaction().execute(async (tx) => {
      const confirmedRows = await confirmConnections(tx, newTenantIds, processId)
      const removedRows =
        endedTenantIds.length === 0
          ? []
          : await tx
              .deleteFrom('live_tenants')
              .where('tenant_id', 'in', endedTenantIds)
              .where('process', '=', processId)
              .returning('tenant_id as tenantId')
              .execute()
      const changedRows = [...confirmedRows.filter(({ inserted }) => inserted), ...removedRows]
      await publishEvent(tx, 'presence', ...changedRows.map(({ tenantId }) => ({ tenantId })))
    })
    relay.wake()
    for (const id of newTenantIds) savedTenantIds.add(id)
    for (const id of endedTenantIds) savedTenantIds.delete(id)
    // Removes the handled entries. If a resident disconnected again during the query, the entry stays for a
    // later run. If a resident reconnected, the next run saves the connection again.
    for (const id of endedTenantIds)
      if ((disconnectionTimes.get(id) ?? Infinity) <= now) disconnectionTimes.delete(id)
  }

  return {
    onConnect: (tenantId) => countSockets(tenantId, 1),
    onDisconnect: (tenantId) => countSockets(tenantId, -1),
    flush: () => flushChanges(0),
    async stop() {
      clearInterval(flushTimer)
      clearInterval(heartbeat)
      await writeLimit(() => db.deleteFrom('live_tenants').where('process', '=', processId).execute()).catch(
        logWarning,
      )
    },
  }
}

async function confirmConnections(db: DbOrTx, tenantIds: readonly number[], process: string) {
  if (tenantIds.length === 0) return []
  return (
    db
      .insertInto('live_tenants')
      .values(tenantIds.map((tenantId) => ({ tenant_id: tenantId, process })))
      .onConflict((conflict) => conflict.columns(['tenant_id', 'process']).doUpdateSet({ at: CLOCK }))
      // `xmax` is 0 only for rows that were inserted, not for updated ones.
      .returning(['tenant_id as tenantId', sql<boolean>`xmax = 0`.as('inserted')])
      .execute()
  )
}

export async function removeSilentProcesses(db: Db): Promise<void> {
  await db.deleteFrom('live_tenants').where('at', '<=', OLDEST_CONFIRMATION).execute()
}

export const presenceTopic: TopicHandler<'presence'> = async (db, payloads) => {
  const officeRooms = await listViewerRooms(db, 'loggedInLogs')
  if (officeRooms.length === 0) return []
  const ids = payloads.map(({ tenantId }) => tenantId)
  // `at` is the time of this online or offline state. Clients compare it, because events may arrive in
  // another order.
  const presenceRows = await db
    .selectFrom('tenants as n')
    .select(['n.id as tenantId', 'n.last_seen as lastSeen', selectIsOnline(db).as('online'), CLOCK.as('at')])
    .where('n.id', 'in', ids)
    .where('n.status', '<>', DELETED_STATUS)
    .execute()
  return presenceRows.flatMap((data) => createEventsForRooms(officeRooms, liveChannels.loggedIn, data))
}
