import { loadConfig, readEnvironment } from '#boot/config.ts'
import { openDatabase } from '#platform/db/client.ts'
import { connect } from '#platform/db/connect.ts'
import { migrate } from '#platform/db/migrate.ts'
import { startDatabase } from '#platform/db/start-database.ts'
import { fillDatabase, SEED_ADMIN, SEED_PASSWORD } from './fill-database.ts'
import { readSeedOptions, SEED_USAGE } from './options.ts'

const started = performance.now()
const print = (what: string): void =>
  console.log(`${((performance.now() - started) / 1000).toFixed(1).padStart(6)} s  ${what}`)

try {
  const options = readSeedOptions(process.argv.slice(2))
  const config = loadConfig(readEnvironment(process.cwd()))
  const database = options.database ? { ...config, databaseUrl: options.database } : config
  const { connectionString, stop } = await startDatabase(database, {
    debug: () => {},
    info: print,
    warn: print,
  })
  try {
    const { db, close } = openDatabase({ connectionString, poolSize: 1, queryTimeoutMs: 0 })
    await migrate(db).finally(close)
    const client = await connect(connectionString, 'tahanan-seed')
    const size = { ...options, now: new Date(), timeZone: config.communityTimeZone }
    await fillDatabase(client, size, print).finally(() => client.end())
    print(`done: ${options.tenants} tenants (A-101 …) and ${SEED_ADMIN.email}, password ${SEED_PASSWORD}`)
  } finally {
    await stop()
  }
} catch (error) {
  console.error(`\n${error instanceof Error ? error.message : String(error)}\n\n${SEED_USAGE}\n`)
  process.exitCode = 1
}
