import { randomBytes } from 'node:crypto'
import { buildApp } from '#boot/app.ts'
import { loadConfig } from '#boot/config.ts'
import { openDatabase } from '#platform/db/client.ts'
import { createFileStore } from '#platform/files/store/file-store.ts'
import { createLogger } from '#platform/log/create-logger.ts'
import { createMailer } from '#platform/mail/mailer.ts'
import { createRelay } from '#platform/realtime/relay.ts'
import { createGateways } from '../gateways.ts'

/**
 * Child process that runs a portal; tests kill it. It processes requests but never answers, so a test can
 * kill it between commit and answer. Prints its URL.
 */
const config = loadConfig({ ...process.env, NODE_ENV: 'test', PORT: '0', LOG_LEVEL: 'silent', DEMO: 'false' })
const { db, pool } = openDatabase({ connectionString: config.databaseUrl ?? '' })
const log = createLogger(config)
const files = await createFileStore({ dataDir: config.dataDir, s3: undefined, reserveBytes: 0 }, db)
const relay = createRelay({ db, handlers: {}, deliver: () => {}, log })
const gateways = await createGateways(config, db)
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
  isStopping: () => false,
})
app.server.prependListener('request', (_request, response) => {
  response.end = () => response
})
process.stdout.write(`${await app.listen({ host: '127.0.0.1', port: 0 })}\n`)
