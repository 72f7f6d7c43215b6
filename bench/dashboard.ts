import { randomBytes } from 'node:crypto'
/**
 * `node bench/dashboard.ts [--tickets 1000000] [--views 100000] [--tenants 5000] [--keep folder]`: how long the dashboards,
 * the monitor and the search take, over HTTP on loopback, on a seeded embedded database. A kept folder is filled once.
 */
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { Client } from 'pg'
import { buildApp } from '../server/app.ts'
import { loadConfig } from '../server/config.ts'
import { openDatabase } from '../server/platform/db/client.ts'
import { silentLog } from '../server/platform/db/embedded/log.ts'
import { startEmbedded } from '../server/platform/db/embedded/start-embedded.ts'
import { migrate } from '../server/platform/db/migrate.ts'
import { createFileStore } from '../server/platform/files/store/store.ts'
import { createLogger } from '../server/platform/http/logger.ts'
import { createGateways } from '../server/features/billing/gateways/gateways.ts'
import { createMailer } from '../server/platform/mail/mailer.ts'
import { createRelay } from '../server/platform/realtime/relay.ts'
import { fillDatabase } from '../server/seed/fill-database.ts'
import { createSession } from '../server/features/sessions/sessions.ts'
import { insertDefaultSettings } from '../server/features/settings/defaults.ts'

const { values } = parseArgs({
  options: {
    tickets: { type: 'string', default: '1000000' },
    views: { type: 'string', default: '100000' },
    tenants: { type: 'string', default: '5000' },
    rounds: { type: 'string', default: '60' },
    keep: { type: 'string' },
  },
})
const rounds = Number(values.rounds)
const BUDGET_MS = 50
const search = (term: string): string => `/search?searchTerm=${encodeURIComponent(term)}`
const say = (line: string): void => console.log(line)

const folder = values.keep ? resolve(values.keep) : mkdtempSync(join(tmpdir(), 'tahanan-dashboards-'))
mkdirSync(folder, { recursive: true })
// Started by root, the database runs as another account, which must be able to pass through.
chmodSync(folder, 0o711)
const embedded = await startEmbedded({ dataDir: folder, log: silentLog })
try {
  await fillOnce(embedded.connectionString)
  if (!(await measure(embedded.connectionString))) process.exitCode = 1
} finally {
  await embedded.stop()
  if (!values.keep) rmSync(folder, { recursive: true, force: true })
}

async function fillOnce(connectionString: string): Promise<void> {
  const { db, close } = openDatabase({ connectionString, poolSize: 1, statementTimeoutMs: 0 })
  await migrate(db)
  await insertDefaultSettings(db)
  const filled = await db.selectFrom('tenants').select('id').limit(1).executeTakeFirst()
  await close()
  if (filled) return
  const client = new Client({ connectionString })
  await client.connect()
  const size = {
    tenants: Number(values.tenants),
    tickets: Number(values.tickets),
    views: Number(values.views),
    now: new Date(),
    timeZone: 'Asia/Manila',
  }
  await fillDatabase(client, size, say).finally(() => client.end())
}

/** Answers whether every call keeps the budget at its median. */
async function measure(connectionString: string): Promise<boolean> {
  const { db, pool, close } = openDatabase({ connectionString })
  const config = loadConfig({
    NODE_ENV: 'test',
    DATA_DIR: join(folder, 'bench-data'),
    PORT: '0',
    LOG_LEVEL: 'silent',
    DEMO: 'false',
    RATE_LIMIT_PER_MINUTE: '0',
  })
  const log = createLogger(config)
  const files = await createFileStore({ dataDir: config.dataDir, s3: undefined }, db)
  const relay = createRelay({ db, handlers: {}, deliver: () => {}, log })
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
  try {
    const origin = await app.listen({ port: 0, host: '127.0.0.1' })
    const admin = await db.selectFrom('admins').select('id').executeTakeFirstOrThrow()
    const tenant = await db
      .selectFrom('tenants')
      .select(['id', 'uoccname', 'client_code'])
      .orderBy('id')
      .offset(40)
      .limit(1)
      .executeTakeFirstOrThrow()
    const ticket = await db
      .selectFrom('tickets')
      .select('ticket_number')
      .orderBy('id')
      .offset(500)
      .limit(1)
      .executeTakeFirstOrThrow()
    const office = (await createSession(db, 'admin', admin.id)).token
    const resident = (await createSession(db, 'client', tenant.id)).token
    const calls: [token: string, path: string][] = [
      [office, '/summary-reports'],
      [office, '/summary-requests'],
      [office, '/summary-reservations'],
      [office, '/post-analytic-reports?limit=10'],
      [office, '/logged-in-monitor'],
      [office, '/logged-in-monitor?searchTerm=reyes'],
      [office, search(tenant.uoccname)],
      [office, search(tenant.client_code)],
      [office, search(ticket.ticket_number)],
      [office, search('faucet')],
      [office, search('an')],
      [office, search('nobody has this')],
      [resident, search('elevator')],
      [resident, search('an')],
      [resident, search('nobody has this')],
    ]
    let kept = true
    for (const [token, path] of calls) {
      const { p50, p95 } = await timed(async () => {
        const answer = await fetch(`${origin}/api${path}`, { headers: { authorization: `Bearer ${token}` } })
        if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
        await answer.arrayBuffer()
      })
      kept &&= p50 <= BUDGET_MS
      const who = token === office ? 'office  ' : 'resident'
      say(`${p50.toFixed(1).padStart(7)} ms p50 ${p95.toFixed(1).padStart(7)} ms p95  ${who} ${path}`)
    }
    return kept
  } finally {
    await app.close()
    await close()
  }
}

async function timed(call: () => Promise<void>): Promise<{ p50: number; p95: number }> {
  for (let round = 0; round < 8; round++) await call()
  const took: number[] = []
  for (let round = 0; round < rounds; round++) {
    const started = performance.now()
    await call()
    took.push(performance.now() - started)
  }
  took.sort((a, b) => a - b)
  const at = (share: number) => took[Math.min(took.length - 1, Math.floor(share * took.length))] ?? Number.NaN
  return { p50: at(0.5), p95: at(0.95) }
}
