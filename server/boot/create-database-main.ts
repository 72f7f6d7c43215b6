// Creates the embedded database, with the demo community if configured. Does nothing if a database exists or
// DATABASE_URL is set. The first `npm start` runs it while it builds the web app; operators do not run it.
import { loadConfig, loadEnvironment } from '#boot/config.ts'
import { dropPrivileges } from '#boot/drop-privileges.ts'
import { createShutdown, stopOnSignals } from '#boot/shutdown.ts'
import { openFoundation } from '#boot/start-portal.ts'
import { seedDemo } from '#demo/seed-demo.ts'
import { findEmbedded } from '#platform/db/embedded/find-embedded.ts'
import { explainToOperator } from '#platform/explain-to-operator.ts'
import { createFileStore } from '#platform/files/store/file-store.ts'
import { createLogger } from '#platform/log/create-logger.ts'
import { ConfigError } from '#platform/platform-config.ts'

try {
  const config = loadConfig(loadEnvironment(process.cwd()))
  dropPrivileges(config.dataDir)
  if (!config.databaseUrl && findEmbedded(config.dataDir).state === 'none') {
    const log = createLogger({ logLevel: 'silent' })
    const shutdown = createShutdown(log)
    stopOnSignals(shutdown)
    try {
      const { db } = await openFoundation(config, log, shutdown)
      const files = await createFileStore({ dataDir: config.dataDir, s3: config.s3 }, db)
      if (config.demo) await seedDemo({ db, files, timeZone: config.communityTimeZone })
    } finally {
      await shutdown.stop()
    }
  }
} catch (error) {
  console.error(explainToOperator(error, [ConfigError]))
  process.exitCode = 1
}
