import fastify, { type FastifyInstance } from 'fastify'
import { collectShutdown, stopWhenAsked } from './boot/shutdown.ts'
import { type Foundation, startPortal } from './boot/start-portal.ts'
import { welcome } from './boot/welcome.ts'
import { ConfigError, loadConfig, readEnvironment } from './config.ts'
import { ClusterInUseError } from './db/embedded/cluster-lock.ts'
import { NewerSchemaError } from './db/migrate.ts'
import { createLogger } from './http/logger.ts'

try {
  const config = loadConfig(readEnvironment(process.cwd()))
  const log = createLogger(config)
  const shutdown = collectShutdown(log)
  stopWhenAsked(shutdown)
  const { listening } = await startPortal(config, log, build, shutdown)
  console.log(welcome(config, listening))
} catch (error) {
  // What the operator can mend is said in a sentence; only faults of ours carry a stack.
  console.error(`\n${explain(error)}\n`)
  process.exit(1)
}

function build({ log, db }: Foundation): Promise<FastifyInstance> {
  const app = fastify({ loggerInstance: log, disableRequestLogging: true })
  app.get('/healthz', () => ({ status: 'ok' }))
  app.get('/readyz', async () => {
    await db.selectFrom('settings').select('name').limit(1).execute()
    return { status: 'ok' }
  })
  return Promise.resolve(app as unknown as FastifyInstance)
}

function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const forOperator = [ConfigError, ClusterInUseError, NewerSchemaError].some((kind) => error instanceof kind)
  return forOperator || error.constructor === Error ? error.message : (error.stack ?? error.message)
}
