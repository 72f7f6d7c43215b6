import type { FastifyInstance } from 'fastify'
import { requireNoDemo } from '#demo/removal/remove-demo.ts'
import { seedDemo } from '#demo/seed-demo.ts'
import { createGateways } from '#features/gateways/gateways.ts'
import { createSessionStore } from '#features/sessions/find-session.ts'
import type { SuperAdminLogin } from '#features/sessions/reset-super-admin.ts'
import {
  countUnopenableSecrets,
  openSecondFactorKey,
} from '#features/sessions/second-factor/open-second-factor-key.ts'
import { createMailLogo } from '#features/settings/create-mail-logo.ts'
import { createPresence } from '#features/tenants/presence.ts'
import { createFileStore } from '#platform/files/store/file-store.ts'
import { ForeignBucketError } from '#platform/files/store/require-own-bucket.ts'
import { getPortalUrl } from '#platform/http/format-portal-url.ts'
import type { PortalApp } from '#platform/http/portal-app.ts'
import { startJobs } from '#platform/jobs/start-jobs.ts'
import { createMailer } from '#platform/mail/mailer.ts'
import { openGateway, type Gateway } from '#platform/realtime/gateway.ts'
import { createRelay } from '#platform/realtime/relay.ts'
import { buildApp, type PortalContext } from './app.ts'
import { createDeliveryContext } from './create-delivery-context.ts'
import { prepareFirstStart } from './first-start.ts'
import type { Foundation } from './start-portal.ts'
import { TASKS } from './tasks.ts'
import { createClientRequests, createTopicHandlers } from './topics.ts'

const SHUTDOWN_GRACE_MS = 10_000

/**
 * Builds the server and its background jobs. The database must be migrated. `onLoginGenerated` receives the
 * generated login of the first super-administrator, because its password is stored only as a hash.
 */
export async function buildPortal(
  { config, log, db, pool, connectionString, shutdown }: Foundation,
  onLoginGenerated: (login: SuperAdminLogin) => void,
): Promise<FastifyInstance> {
  const files = await createFileStore({ dataDir: config.dataDir, s3: config.s3 }, db)
  await files.requireOwnership().catch((error: unknown) => {
    if (error instanceof ForeignBucketError) throw error
    log.warn({ err: error }, 'the bucket cannot be reached: uploads are refused until it answers')
  })
  if (config.demo) {
    await seedDemo({ db, files, timeZone: config.communityTimeZone })
  } else await requireNoDemo(db)
  const generatedLogin = await prepareFirstStart(db, config, log)
  if (generatedLogin) onLoginGenerated(generatedLogin)

  // The gateway (live connections) is set later, because the three parts need each other: the relay (sender
  // of events) needs the gateway, the gateway needs the server, and the server needs the relay.
  const gatewayHolder: { gateway?: Gateway } = {}
  const relay = createRelay({
    db,
    handlers: createTopicHandlers({ config, files }),
    deliver: (deliveries) => gatewayHolder.gateway?.deliver(deliveries),
    log,
  })
  const mailer = createMailer({ config, log, logo: createMailLogo({ db, files, log }) })
  shutdown.onStop('mail', async () => mailer.close())
  const gateways = await createGateways(config, db)
  const secondFactorKey = await openSecondFactorKey(db, config.secondFactorKeyFile)
  const unreadableSecretCount = await countUnopenableSecrets(db, secondFactorKey)
  if (unreadableSecretCount > 0)
    log.warn(
      { accounts: unreadableSecretCount },
      'two-step login of some accounts was set up with another key: they can log in with a recovery code, or after ' +
        '`npm run super-admin -- turn-off-two-step`',
    )
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
    isStopping: shutdown.isStopping,
  }
  const app = await buildApp(services)
  const presence = createPresence({ db, relay, log })
  shutdown.onStop('presence', () => presence.stop())
  const gateway = await openGateway({
    httpServer: app.server,
    rateLimiter: app.admission,
    sessions: createSessionStore(db),
    config,
    clientRequests: createClientRequests(services),
    presence,
    log,
  })
  gatewayHolder.gateway = gateway
  // Steps run in reverse order, so the relay (sender of events) stops first. It must send the events of the
  // last calls before the live connections close.
  shutdown.onStop('live connections', () => gateway.close())
  relay.start()
  shutdown.onStop('relay', () => relay.stop())

  const mailContext = { ...services, portalUrl: () => getPortalUrl(config, app.server) }
  const taskContext = { ...mailContext, ...createDeliveryContext(mailContext) }
  const jobs = startJobs({ connectionString, db, tasks: TASKS, context: taskContext, log })
  shutdown.onStop('jobs', () => jobs.stop())

  limitCloseTime(app, gateway)
  return app as unknown as FastifyInstance
}

function limitCloseTime(app: PortalApp, gateway: Gateway): void {
  let forceCloseTimer: NodeJS.Timeout | undefined
  let sweepTimer: NodeJS.Timeout | undefined
  app.addHook('preClose', async () => {
    forceCloseTimer = setTimeout(() => app.server.closeAllConnections(), SHUTDOWN_GRACE_MS)
    // Closes idle connections repeatedly, because a keep-alive connection stays open after its last response.
    sweepTimer = setInterval(() => app.server.closeIdleConnections(), 50)
    gateway.disconnect()
  })
  app.addHook('onClose', async () => {
    clearTimeout(forceCloseTimer)
    clearInterval(sweepTimer)
  })
}
