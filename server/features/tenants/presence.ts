import { randomUUID } from 'node:crypto'
import { channels } from '@tahanan/contract/channels.ts'
import type { FastifyBaseLogger } from 'fastify'
import pLimit from 'p-limit'
import { prepared } from '../../platform/db/client.ts'
import type { Db, DbOrTx } from '../../platform/db/client.ts'
import type { ResidentsOnline } from '../../platform/realtime/gateway.ts'
import { tell } from '../../platform/realtime/outbox.ts'
import type { TopicHandler } from '../../platform/realtime/outbox.ts'
import type { Relay } from '../../platform/realtime/relay.ts'
import { activeAdmins, viewersAmong } from '../../platform/realtime/viewers.ts'

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

export interface PresenceParts {
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
/** The condition on `live_tenants l` that its process is alive. */
export const STILL_SAID = `l.at > clock_timestamp() - interval '2 minutes'`

const UPSERT = `insert into live_tenants (tenant_id, process) select unnest($1::bigint[]), $2
  on conflict (tenant_id, process) do update set at = clock_timestamp()`

/** Keeps the table of connected residents. Nothing is lost when the database is away: it is saved when it is back. */
export function createPresence({ db, relay, log, patience = PATIENCE_MS }: PresenceParts): Presence {
  const process = randomUUID()
  const sockets = new Map<number, number>()
  /** Presence changes not yet saved; monotonic milliseconds. */
  const changed = new Map<number, number>()
  let timer: NodeJS.Timeout | undefined
  const oneAtATime = pLimit(1)
  let stopped = false

  const beat = setInterval(() => {
    if (sockets.size > 0) prepared(db, 'presence.beat', UPSERT, [[...sockets.keys()], process]).catch(warn)
  }, BEAT_MS)
  beat.unref()

  function note(tenantId: number, difference: number): void {
    const count = (sockets.get(tenantId) ?? 0) + difference
    if (count > 0) sockets.set(tenantId, count)
    else sockets.delete(tenantId)
    // Only the first socket and the last one change whether somebody is there.
    if (count === 0 || (count === 1 && difference > 0)) changed.set(tenantId, performance.now())
    schedule()
  }

  function schedule(): void {
    if (timer || stopped || changed.size === 0) return
    timer = setTimeout(() => {
      timer = undefined
      flush(patience).catch(warn).finally(schedule)
    }, FLUSH_MS)
    timer.unref()
  }

  const warn = (error: unknown): void => log.warn({ err: error }, 'Who is connected could not be written.')

  const flush = (wait: number): Promise<void> => oneAtATime(() => writeChanges(wait))

  async function writeChanges(wait: number): Promise<void> {
    const now = performance.now()
    const here = [...changed.keys()].filter((id) => sockets.has(id))
    const gone = [...changed].filter(([id, at]) => !sockets.has(id) && now - at >= wait).map(([id]) => id)
    if (here.length + gone.length === 0) return
    const noted = new Map(changed)
    await db.transaction().execute(async (tx) => {
      // A row that was inserted, not found, has no transaction that replaces it.
      const came = await prepared<{ tenantId: number; inserted: boolean }>(
        tx,
        'presence.arrivals',
        `${UPSERT} returning tenant_id as "tenantId", xmax = 0 as inserted`,
        [here, process],
      )
      const went = await prepared<{ tenantId: number }>(
        tx,
        'presence.departures',
        'delete from live_tenants where tenant_id = any($1::bigint[]) and process = $2 returning tenant_id as "tenantId"',
        [gone, process],
      )
      const news = [...came.filter(({ inserted }) => inserted), ...went]
      await tell(tx, 'presence', ...news.map(({ tenantId }) => ({ tenantId })))
    })
    relay.wake()
    // changes since then are still to be saved
    for (const id of [...here, ...gone]) if (changed.get(id) === noted.get(id)) changed.delete(id)
  }

  return {
    arrived: (tenantId) => note(tenantId, 1),
    left: (tenantId) => note(tenantId, -1),
    flush: () => flush(0),
    async stop() {
      stopped = true
      clearInterval(beat)
      clearTimeout(timer)
      await oneAtATime(() =>
        prepared(db, 'presence.end', 'delete from live_tenants where process = $1', [process]),
      ).catch(warn)
    },
  }
}

/** Deletes connections to processes that are gone. */
export async function forgetSilentProcesses(db: Db): Promise<void> {
  await prepared(db, 'presence.forget', `delete from live_tenants l where not (${STILL_SAID})`)
}

/** Tells administrators who may view the monitor that a resident came or went, as it is now. */
export const presenceTopic: TopicHandler<'presence'> = async (db, payloads) => {
  const { rooms: office } = viewersAmong(await activeAdmins(db), 'loggedInLogs')
  if (office.length === 0) return []
  const seen = await readPresence(
    db,
    payloads.map(({ tenantId }) => tenantId),
  )
  return seen.flatMap((data) => office.map((room) => ({ room, event: channels.loggedIn, data })))
}

interface Seen {
  tenantId: number
  online: boolean
  lastSeen: Date | null
}

function readPresence(db: DbOrTx, tenantIds: readonly number[]): Promise<Seen[]> {
  return prepared<Seen>(
    db,
    'presence.read',
    `select n.id as "tenantId", n.last_seen as "lastSeen", exists (
       select from live_tenants l where l.tenant_id = n.id and ${STILL_SAID}) as online
     from tenants n where n.id = any($1::bigint[]) and n.status <> 0`,
    [tenantIds],
  )
}
