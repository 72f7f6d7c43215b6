import type { PlatformConfig } from '../platform-config.ts'
import type { SupervisorLog } from './embedded/server-process.ts'
import { startEmbedded } from './embedded/start-embedded.ts'
import { waitForDatabase } from './wait-for-database.ts'

export async function startDatabase(
  config: Pick<PlatformConfig, 'databaseUrl' | 'dataDir'>,
  log: SupervisorLog,
  setting = 'DATABASE_URL',
): Promise<{ connectionString: string; stop: () => Promise<void> }> {
  if (config.databaseUrl) {
    await waitForDatabase(config.databaseUrl, undefined, setting)
    return { connectionString: config.databaseUrl, stop: () => Promise.resolve() }
  }
  return startEmbedded({ dataDir: config.dataDir, log })
}
