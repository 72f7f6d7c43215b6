import { buildPortal } from '#boot/build-portal.ts'
import { loadConfig } from '#boot/config.ts'
import { startPortal } from '#boot/start-portal.ts'
import type { SuperAdminLogin } from '#features/sessions/reset-super-admin.ts'
import { createLogger } from '#platform/http/logger.ts'

/** Starts the whole portal on a port of its own, on a database that is there; for tests of its start, its end and its sockets. */
export async function serveTestPortal(
  place: { connectionString: string; dataDir: string },
  env: Readonly<Record<string, string>> = {},
) {
  const config = loadConfig({
    PORT: '0',
    DATA_DIR: place.dataDir,
    LOG_LEVEL: 'silent',
    DATABASE_URL: place.connectionString,
    ...env,
  })
  /** Logins of super-administrators that the start made up. */
  const told: SuperAdminLogin[] = []
  const { listening, shutdown } = await startPortal(config, createLogger(config), (foundation) =>
    buildPortal(foundation, (login) => told.push(login)),
  )
  return { url: `http://127.0.0.1:${listening.port}`, told, stop: () => shutdown.stop() }
}
