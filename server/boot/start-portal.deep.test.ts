import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { startEmbedded } from '#platform/db/embedded/start-embedded.ts'
import { createTestDatabase } from '#platform/db/testing.ts'
import { explainToOperator } from '#platform/explain-to-operator.ts'
import { createLogger } from '#platform/log/create-logger.ts'
import { loadConfig } from './config.ts'
import { type Foundation, startPortal } from './start-portal.ts'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'tahanan-portal-'))
  chmodSync(dataDir, 0o711)
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

const createConfig = (env: NodeJS.ProcessEnv = {}) =>
  loadConfig({ PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'silent', ...env })

const buildTestApp = ({ db }: Foundation): Promise<FastifyInstance> => {
  const app = fastify()
  app.get('/settings', () => db.selectFrom('settings').select('name').execute())
  return Promise.resolve(app)
}

const failToBuild = (): Promise<never> => Promise.reject(new Error('no such thing'))

test('a portal starts on an empty DATA_DIR, answers, and stops', async () => {
  const config = createConfig()
  const { listening, shutdown } = await startPortal(config, createLogger(config), buildTestApp)
  const settingsResponse = await fetch(`http://127.0.0.1:${listening.port}/settings`)
  expect(settingsResponse.status).toBe(200)
  await shutdown.stop()
  await expect(fetch(`http://127.0.0.1:${listening.port}/settings`)).rejects.toThrow()
})

test('a port in use is refused before anything is started', async () => {
  const otherServer = createServer()
  await new Promise<void>((resolve) => otherServer.listen(0, '127.0.0.1', resolve))
  const { port } = otherServer.address() as AddressInfo
  const config = createConfig({ PORT: String(port) })
  await expect(startPortal(config, createLogger(config), buildTestApp)).rejects.toThrow(
    `Port ${port} is already in use`,
  )
  otherServer.close()
})

test('a full disk during a migration is explained in a sentence, and the migration is rolled back', async () => {
  const { pool, connectionString, destroy } = await createTestDatabase({ empty: true })
  onTestFinished(destroy)
  await pool.query(`
    create table kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null);
    create function full_disk() returns trigger language plpgsql as
      $$ begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$;
    create trigger full_disk before insert on kysely_migration for each row execute function full_disk()`)
  const config = createConfig({ DATABASE_URL: connectionString })
  const error: unknown = await startPortal(config, createLogger(config), buildTestApp).catch(
    (e: unknown) => e,
  )
  expect(explainToOperator(error, [])).toMatch(
    /no room left on the disk \(Migration 0001_version_1 failed.* make room/,
  )
  const { rows } = await pool.query(`select to_regclass('tenants') as made`)
  expect(rows).toEqual([{ made: null }])
})

test('if the application cannot be built, the database is stopped', async () => {
  const config = createConfig()
  await expect(startPortal(config, createLogger(config), failToBuild)).rejects.toThrow('no such thing')
  const log = createLogger(config)
  await (await startEmbedded({ dataDir, log })).stop()
})
