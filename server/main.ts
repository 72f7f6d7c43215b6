import { becomeOwnerOf } from '#boot/become-owner.ts'
import { buildPortal } from '#boot/build-portal.ts'
import { loadConfig, readEnvironment } from '#boot/config.ts'
import { collectShutdown, stopWhenAsked } from '#boot/shutdown.ts'
import { startPortal } from '#boot/start-portal.ts'
import { tellReady } from '#boot/tell-ready.ts'
import { firstLogin, welcome } from '#boot/welcome.ts'
import type { SuperAdminLogin } from '#features/sessions/reset-super-admin.ts'
import { ClusterInUseError } from '#platform/db/embedded/cluster-lock.ts'
import { NewerSchemaError, OlderPortalsRunError } from '#platform/db/migrate.ts'
import { createLogger } from '#platform/http/logger.ts'
import { explainToOperator } from '#platform/operator-errors.ts'
import { ConfigError } from '#platform/platform-config.ts'

try {
  const config = loadConfig(readEnvironment(process.cwd()))
  becomeOwnerOf(config.dataDir)
  const log = createLogger(config)
  const shutdown = collectShutdown(log)
  stopWhenAsked(shutdown)
  const made: SuperAdminLogin[] = []
  const { listening } = await startPortal(
    config,
    log,
    (foundation) => buildPortal(foundation, (login) => made.push(login)),
    shutdown,
  )
  await tellReady().catch((error: unknown) => log.warn({ err: error }, 'systemd could not be told'))
  console.log(welcome(config, listening))
  for (const login of made) console.log(firstLogin(login))
} catch (error) {
  const kinds = [ConfigError, ClusterInUseError, NewerSchemaError, OlderPortalsRunError]
  console.error(`\n${explainToOperator(error, kinds)}\n`)
  process.exit(1)
}
