import { parseDatabaseUrl, runCommand } from '#commands/command.ts'
import { openDatabase } from '#platform/db/client.ts'
import { connect } from '#platform/db/connect.ts'
import { migrate } from '#platform/db/migrate.ts'
import { startDatabase } from '#platform/db/start-database.ts'
import { fillDatabase, SEED_ADMIN, SEED_PASSWORD } from './fill-database.ts'
import { parseCounts, SEED_COMMAND } from './options.ts'

await runCommand(SEED_COMMAND, async ({ config, print, values }) => {
  const counts = parseCounts(values)
  const { dataDir, communityTimeZone } = config
  const namedDatabase =
    values.database === undefined ? undefined : parseDatabaseUrl('--database', values.database)
  const { databaseUrl } = namedDatabase ?? config
  const { connectionString, stop } = await startDatabase(
    { dataDir, databaseUrl },
    { debug: () => {}, info: print, warn: print },
    namedDatabase?.option,
  )
  try {
    const { db, close } = openDatabase({ connectionString, poolSize: 1, queryTimeoutMs: 0 })
    await migrate(db).finally(close)
    const client = await connect(connectionString, 'tahanan-seed')
    const size = { ...counts, now: new Date(), timeZone: communityTimeZone }
    await fillDatabase(client, size, print).finally(() => client.end())
    print(`done: ${counts.tenants} tenants (A-101 …) and ${SEED_ADMIN.email}, password ${SEED_PASSWORD}`)
  } finally {
    await stop()
  }
})
