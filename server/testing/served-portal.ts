import { buildPortal } from '#boot/build-portal.ts'
import { loadConfig } from '#boot/config.ts'
import { startPortal } from '#boot/start-portal.ts'
import type { SuperAdminLogin } from '#features/sessions/reset-super-admin.ts'
import { TEST_QUERY_MS } from '#platform/db/testing-clones.ts'
import { createLogger } from '#platform/log/create-logger.ts'

export async function serveTestPortal(
  location: { connectionString: string; dataDir: string },
  env: Readonly<Record<string, string>> = {},
) {
  const config = loadConfig({
    PORT: '0',
    DATA_DIR: location.dataDir,
    LOG_LEVEL: 'silent',
    DATABASE_URL: location.connectionString,
    ...env,
  })
  const logins: SuperAdminLogin[] = []
  const { listening, shutdown } = await startPortal(config, createLogger(config), (foundation) => {
    foundation.pool.options.connectionTimeoutMillis = TEST_QUERY_MS
    return buildPortal(foundation, (login) => logins.push(login))
  })
  return { url: `http://127.0.0.1:${listening.port}`, logins, stop: () => shutdown.stop() }
}
