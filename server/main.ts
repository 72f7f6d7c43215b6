import { buildPortal } from '#boot/build-portal.ts'
import { loadConfig, loadEnvironment } from '#boot/config.ts'
import { dropPrivileges } from '#boot/drop-privileges.ts'
import { formatFirstLogin, formatWelcome } from '#boot/format-welcome.ts'
import { notifySystemd } from '#boot/notify-systemd.ts'
import { createShutdown, stopOnSignals } from '#boot/shutdown.ts'
import { startPortal } from '#boot/start-portal.ts'
import type { SuperAdminLogin } from '#features/sessions/reset-super-admin.ts'
import { ClusterInUseError } from '#platform/db/embedded/lock-cluster.ts'
import { describeRoot, isRoot } from '#platform/db/embedded/ordinary-user.ts'
import { NewerSchemaError, OlderPortalRunningError } from '#platform/db/migrate.ts'
import { explainToOperator } from '#platform/explain-to-operator.ts'
import { ForeignBucketError } from '#platform/files/store/require-own-bucket.ts'
import { createLogger } from '#platform/log/create-logger.ts'
import { ConfigError } from '#platform/platform-config.ts'
import { describeVersion } from '#platform/version.ts'

if (process.argv.includes('--version')) {
  console.log(describeVersion())
  process.exit()
}

try {
  const config = loadConfig(loadEnvironment(process.cwd()))
  dropPrivileges(config.dataDir)
  const log = createLogger(config)
  for (const warning of config.unknownSettings) log.warn(warning)
  if (config.backupRecipients.length === 0 && !config.demo && !config.drill)
    log.warn('backups are not encrypted: set BACKUP_RECIPIENTS (see "Backups" in docs/operations.md)')
  if (isRoot()) log.warn(describeRoot(config.dataDir))
  const shutdown = createShutdown(log)
  stopOnSignals(shutdown)
  const generatedLogins: SuperAdminLogin[] = []
  const { listening } = await startPortal(
    config,
    log,
    (foundation) => buildPortal(foundation, (login) => generatedLogins.push(login)),
    shutdown,
  )
  await notifySystemd().catch((error: unknown) => log.warn({ err: error }, 'systemd could not be notified'))
  console.log(formatWelcome(config, listening))
  for (const login of generatedLogins) console.log(formatFirstLogin(login))
} catch (error) {
  const errorClasses = [
    ConfigError,
    ClusterInUseError,
    NewerSchemaError,
    OlderPortalRunningError,
    ForeignBucketError,
  ]
  console.error(`\n${explainToOperator(error, errorClasses)}\n`)
  process.exit(1)
}
