import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import { exampleBody } from '@tahanan/contract/tickets/example.ts'
import { gatePass } from '@tahanan/contract/tickets/modules/gate-pass.ts'
import { buildApp } from '../server/app.ts'
import { loadConfig } from '../server/config.ts'
import { openDatabase } from '../server/platform/db/client.ts'
import { createFileStore } from '../server/platform/files/store/store.ts'
import { createLogger } from '../server/platform/http/logger.ts'
import { createGateways } from '../server/features/billing/gateways/gateways.ts'
import { createMailer } from '../server/platform/mail/mailer.ts'
import { createRelay } from '../server/platform/realtime/relay.ts'
import { topicHandlers } from '../server/topics.ts'
import { createSession } from '../server/features/sessions/sessions.ts'
import { recordStatements } from './recorder.ts'
import type { RecordedStatement } from './recorder.ts'

/** Calls that are measured; `status` and the rest are what main.ts asks for. */
export const LIST_STATUSES = ['1', '2', '4'] as const
export const LIST_PATH = '/api/tickets?page=1&limit=10'
/** The list of every module's tickets: the office's page that goes furthest back. */
export const SERVICES_PATH = '/api/services?limit=10'
export const CREATE_PATH = '/api/ticket'
/** A search that the index answers alone, and one whose findings are checked (ticket numbers, long terms). */
export const RECORDED_TERMS = ['recorded', 'GP-1999-000999'] as const

export interface RecordedPortal {
  /** By status. */
  lists: ReadonlyMap<string, RecordedStatement[]>
  /** The first page. */
  services: RecordedStatement[]
  /** By term of `RECORDED_TERMS`. */
  searches: ReadonlyMap<string, RecordedStatement[]>
  create: RecordedStatement[]
  /** One batch of the relay after that create. */
  relay: RecordedStatement[]
  ticketId: number
}

/** The body that files a gate pass. */
export function createBody(now: Date): Record<string, unknown> {
  return exampleBody(gatePass, now, 'Asia/Manila')
}

/** Lets the portal answer each of the measured calls once, and notes what it asks of the database. Files one ticket. */
export async function recordPortal(): Promise<RecordedPortal> {
  const config = loadConfig({ ...process.env, DEMO: 'false', LOG_LEVEL: 'error' })
  const { db, pool, close } = openDatabase({ connectionString: process.env['DATABASE_URL'] ?? '' })
  const files = await createFileStore({ dataDir: process.env['DATA_DIR'] ?? tmpdir() }, db)
  const log = createLogger(config)
  const relay = createRelay({ db, handlers: topicHandlers({ config, files }), deliver: () => {}, log })
  const gateways = createGateways(config, db)
  const mailer = createMailer({ config, log })
  const app = await buildApp({
    config,
    db,
    pool,
    files,
    relay,
    gateways,
    mailer,
    secondFactorKey: randomBytes(32),
    log,
  })
  await app.ready()
  await relay.drain()
  // Open, so that statements that do not wait for each other are seen not to.
  await Promise.all(Array.from({ length: 4 }, () => pool.query('select pg_sleep(0.05)')))

  const admin = await db
    .selectFrom('admins')
    .select('id')
    .where('status', '<>', 0)
    .orderBy('id')
    .executeTakeFirstOrThrow()
  const tenant = await db
    .selectFrom('tenants')
    .select('id')
    .where('soa_amount', '<', 1000)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  const adminToken = (await createSession(db, 'admin', admin.id)).token
  const residentToken = (await createSession(db, 'client', tenant.id)).token
  const get = (path: string) =>
    recordStatements(async () => {
      const { statusCode, body } = await app.inject({
        url: path,
        headers: { authorization: `Bearer ${adminToken}` },
      })
      if (statusCode !== 200) throw new Error(`${path}: ${statusCode} ${body}`)
    })

  const lists = new Map<string, RecordedStatement[]>()
  for (const status of LIST_STATUSES) lists.set(status, await get(`${LIST_PATH}&status=${status}`))
  const services = await get(`${SERVICES_PATH}&page=1`)
  const searches = new Map<string, RecordedStatement[]>()
  for (const term of RECORDED_TERMS)
    searches.set(term, await get(`${LIST_PATH}&searchTerm=${encodeURIComponent(term)}`))
  const made: { id: number }[] = []
  const create = await recordStatements(async () => {
    const answer = await app.inject({
      method: 'POST',
      url: CREATE_PATH,
      headers: { authorization: `Bearer ${residentToken}` },
      payload: createBody(new Date()),
    })
    if (answer.statusCode !== 201) throw new Error(`create: ${answer.statusCode} ${answer.body}`)
    made.push(answer.json())
  })
  const drained = await recordStatements(() => relay.drain())
  const end = drained.findIndex(({ text }) => text === 'commit')
  await app.close()
  await close()
  return {
    lists,
    services,
    searches,
    create,
    relay: drained.slice(0, end + 1),
    ticketId: made[0]?.id ?? 0,
  }
}
