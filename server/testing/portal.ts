import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { buildApp, type PortalContext } from '#boot/app.ts'
import { loadConfig, type Config } from '#boot/config.ts'
import { createDeliveryContext } from '#boot/create-delivery-context.ts'
import { TASKS } from '#boot/tasks.ts'
import { createTopicHandlers } from '#boot/topics.ts'
import { fanOutNotifications } from '#features/deliveries/fan-out-notifications.ts'
import { sendDueDeliveries } from '#features/deliveries/send-due-deliveries.ts'
import { createGateways } from '#features/gateways/gateways.ts'
import { markSessionAsConfirmed } from '#features/sessions/confirm-session.ts'
import { createSession } from '#features/sessions/sessions.ts'
import { createMailLogo } from '#features/settings/create-mail-logo.ts'
import { insertDefaultSettings } from '#features/settings/insert-default-settings.ts'
import type { Db } from '#platform/db/client.ts'
import { createTestDatabase, type TestDatabase } from '#platform/db/testing.ts'
import { createFileStore } from '#platform/files/store/file-store.ts'
import { formatPortalUrl } from '#platform/http/format-portal-url.ts'
import type { PortalApp } from '#platform/http/portal-app.ts'
import { RUN_AGAIN } from '#platform/jobs/define-task.ts'
import { runDueJobs } from '#platform/jobs/testing.ts'
import { createLogger } from '#platform/log/create-logger.ts'
import { createMailer } from '#platform/mail/mailer.ts'
import type { OutgoingEvent } from '#platform/realtime/outbox.ts'
import { createRelay } from '#platform/realtime/relay.ts'
import { CHANNELS } from '@tahanan/contract/deliveries/channels-and-states.ts'
import type { Area } from '@tahanan/contract/limits.ts'
import {
  createTestAdmin,
  createTestSuperAdmin,
  createTestTenant,
  type AdminOverrides,
  type TenantOverrides,
  type TestAdmin,
  type TestSuperAdmin,
  type TestTenant,
} from './accounts.ts'
import { createCaller, type Caller, type LoggedInCaller } from './callers.ts'
import { createDemoDatabase } from './demo-database.ts'

export interface TestPortal {
  readonly app: PortalApp
  readonly services: PortalContext
  readonly db: Db
  readonly nobody: Caller
  from(address: string, headers?: Record<string, string>): Caller
  as(area: 'client', overrides?: TenantOverrides): Promise<LoggedInCaller<TestTenant>>
  as(area: 'admin', overrides?: AdminOverrides): Promise<LoggedInCaller<TestAdmin>>
  as(
    area: 'super-admin',
    overrides?: { name?: string; email?: string },
  ): Promise<LoggedInCaller<TestSuperAdmin>>
  as(area: 'admin' | 'super-admin'): Promise<LoggedInCaller<TestAdmin | TestSuperAdmin>>
  as(area: Area): Promise<LoggedInCaller<TestTenant | TestAdmin | TestSuperAdmin>>
  /**
   * Logs an account in and confirms its password, so that the session can make changes that require a
   * confirmed password.
   */
  logIn<Account extends { id: number }>(
    area: LoggedInCaller['area'],
    account: Account,
  ): Promise<LoggedInCaller<Account>>
  /** Processes the event outbox, then returns the live events that were sent since the last call. */
  drainEvents(): Promise<OutgoingEvent[]>
  /** Runs the due jobs of the queue. No worker runs in this portal, so tests must call it. */
  runJobs(): Promise<void>
  /** Creates the mails and push messages of new notifications, then sends those that are due at `time`. */
  deliverAt(time: Date): Promise<void>
  close(): Promise<void>
}

/**
 * Opens a portal for the tests of a file and closes it after them.
 *
 * ```ts
 * const portal = await openTestPortal()
 * const resident = await portal.as('client')
 *
 * test('a resident reads their tickets', async () => {
 *   expect((await resident.get('/tickets')).status).toBe(200)
 * })
 * ```
 */
export async function openTestPortal(overrides: Partial<Config> = {}): Promise<TestPortal> {
  const portal = await createTestPortal(overrides)
  afterAll(portal.close)
  return portal
}

export async function openDemoPortal(overrides: Partial<Config> = {}): Promise<TestPortal> {
  const portal = await createTestPortal(overrides, createDemoDatabase)
  afterAll(portal.close)
  return portal
}

export async function createTestPortal(
  overrides: Partial<Config> = {},
  createDatabase: (dataDir: string) => Promise<TestDatabase> = () => createTestDatabase(),
): Promise<TestPortal> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tahanan-portal-'))
  const database = await createDatabase(dataDir)
  const { db, pool } = database
  const config: Config = {
    ...loadConfig({ NODE_ENV: 'test', DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'error', DEMO: 'false' }),
    ...overrides,
  }
  await insertDefaultSettings(db)
  const log = createLogger(config)
  const files = await createFileStore({ dataDir: config.dataDir, s3: config.s3, reserveBytes: 0 }, db)
  const sentEvents: OutgoingEvent[] = []
  const relay = createRelay({
    db,
    handlers: createTopicHandlers({ config, files }),
    deliver: (deliveries) => void sentEvents.push(...deliveries),
    log,
  })
  const mailer = createMailer({ config, log, logo: createMailLogo({ db, files, log }) })
  const gateways = await createGateways(config, db)
  const secondFactorKey = randomBytes(32)
  const services: PortalContext = {
    config,
    db,
    pool,
    files,
    relay,
    gateways,
    mailer,
    secondFactorKey,
    log,
    isStopping: () => false,
  }
  const app = await buildApp(services)
  await app.ready()

  async function logIn<Account extends { id: number }>(
    area: LoggedInCaller['area'],
    account: Account,
  ): Promise<LoggedInCaller<Account>> {
    const { token, sessionId } = await createSession(db, area, account.id)
    await markSessionAsConfirmed(db, { sessionId })
    return { ...createCaller(app, token), area, id: account.id, account, token, sessionId }
  }
  const mailContext = { ...services, portalUrl: () => formatPortalUrl(config) }
  const taskContext = { ...mailContext, ...createDeliveryContext(mailContext) }
  const createAccount = {
    client: createTestTenant,
    admin: createTestAdmin,
    'super-admin': createTestSuperAdmin,
  }

  return {
    app,
    services,
    db,
    nobody: createCaller(app),
    from: (address, headers) => createCaller(app, undefined, { address, headers }),
    as: (async (area: keyof typeof createAccount, accountOverrides: TenantOverrides & AdminOverrides = {}) =>
      logIn(area, await createAccount[area](db, accountOverrides))) as TestPortal['as'],
    logIn,
    drainEvents: async () => {
      await relay.drain()
      return sentEvents.splice(0)
    },
    runJobs: () =>
      runDueJobs({
        connectionString: database.connectionString,
        db,
        tasks: TASKS,
        context: taskContext,
        log,
      }),
    deliverAt: async (time) => {
      const contextAtTime = { ...taskContext, now: () => time }
      await fanOutNotifications(contextAtTime)
      for (const channel of CHANNELS) while ((await sendDueDeliveries(contextAtTime, channel)) === RUN_AGAIN);
    },
    close: async () => {
      await app.close()
      await relay.stop()
      mailer.close()
      await database.destroy()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
