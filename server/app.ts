import { randomUUID } from 'node:crypto'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import compress from '@fastify/compress'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import { LIMITS } from '@tahanan/contract/limits.ts'
import fastify, { LogController } from 'fastify'
import { adminRoutes } from './admins/routes.ts'
import { advertisementRoutes } from './advertisements/routes.ts'
import { amenityRoutes } from './amenities/routes.ts'
import { recordRefusals } from './audit/refusals.ts'
import { auditRoutes } from './audit/routes.ts'
import { backupRoutes } from './backup/routes.ts'
import { gatewayRoutes } from './billing/gateways/routes.ts'
import { importRoutes } from './billing/imports/routes.ts'
import { paymentRoutes } from './billing/payments/routes.ts'
import { statementRoutes } from './billing/statements/routes.ts'
import { dashboardRoutes } from './dashboard/routes.ts'
import { feedbackRoutes } from './feedback/routes.ts'
import { fileReaders } from './file-readers.ts'
import { fileDownloads } from './files/downloads.ts'
import { fileRoutes } from './files/routes.ts'
import { apiDocumentPage } from './http/api-document-page.ts'
import { describeCalls } from './http/api-document.ts'
import { readJsonBodies } from './http/body-parser.ts'
import { logCalls } from './http/call-log.ts'
import { answerError, answerErrors } from './http/error-answers.ts'
import { operationRoutes } from './http/operations.ts'
import { refuseForeignOrigins } from './http/origin.ts'
import type { PortalApp } from './http/portal-app.ts'
import {
  createAdmission,
  limitAddresses,
  limitRecords,
  limitSessions,
  trustedProxies,
  warnOfUnknownProxy,
} from './http/rate-limits.ts'
import { createAnswerHeaders, secureAnswers } from './http/security-headers.ts'
import { requireSessions } from './http/session.ts'
import { createValidatorCompiler } from './http/validation.ts'
import { installableApp } from './http/installable.ts'
import { DIST, serveWebApp } from './http/web-app.ts'
import { memorandumRoutes } from './memorandums/routes.ts'
import { notificationsRoutes } from './notifications/routes.ts'
import { policyRoutes } from './policies/routes.ts'
import { postRoutes } from './posts/routes.ts'
import { resetRoutes } from './reset/routes.ts'
import { searchRoutes } from './search/routes.ts'
import type { Services } from './services.ts'
import { choosePasswordRoutes } from './sessions/choose-password-routes.ts'
import { forgotPasswordRoutes } from './sessions/forgot-password-routes.ts'
import { sessionRoutes } from './sessions/routes.ts'
import { secondFactorRoutes } from './sessions/second-factor-routes.ts'
import { sessionListRoutes } from './sessions/session-list-routes.ts'
import { settingsRoutes } from './settings/routes.ts'
import { readSettings } from './settings/website-settings.ts'
import { serviceSettingRoutes } from './settings/service-routes.ts'
import { tenantRoutes } from './tenants/routes.ts'
import { ticketRoutes } from './tickets/routes.ts'

/** Every area's calls, under `/api`. */
const AREAS: readonly ((app: PortalApp, services: Services) => void)[] = [
  sessionRoutes,
  choosePasswordRoutes,
  forgotPasswordRoutes,
  secondFactorRoutes,
  sessionListRoutes,
  settingsRoutes,
  serviceSettingRoutes,
  tenantRoutes,
  adminRoutes,
  auditRoutes,
  amenityRoutes,
  advertisementRoutes,
  memorandumRoutes,
  policyRoutes,
  feedbackRoutes,
  dashboardRoutes,
  ticketRoutes,
  paymentRoutes,
  statementRoutes,
  importRoutes,
  gatewayRoutes,
  postRoutes,
  searchRoutes,
  notificationsRoutes,
  backupRoutes,
  resetRoutes,
  (app, services) => fileRoutes(app, services, fileReaders),
]

/** The whole server but its sockets: what every call shares, then each area's routes. Throws where a route names no policy. */
export async function buildApp(services: Services): Promise<PortalApp> {
  const { config, log } = services
  const headers = createAnswerHeaders(config)
  const app: PortalApp = fastify<Server, IncomingMessage, ServerResponse>({
    loggerInstance: log,
    // One line a call is written by ourselves, without anything personal; see call-log.ts.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    trustProxy: trustedProxies(config.trustProxy),
    bodyLimit: LIMITS.jsonBody,
    // Nothing for a minute ends a connection; a large upload may take ten minutes as long as it flows.
    connectionTimeout: 60_000,
    requestTimeout: 600_000,
    keepAliveTimeout: 72_000,
    http: { headersTimeout: 20_000, connectionsCheckingInterval: 5000 },
    forceCloseConnections: 'idle',
    // A call that came before the port was closed is answered, not refused: nobody else got it.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 300 },
    frameworkErrors: (error, request, reply) => answerError(error, request, reply.headers(headers)),
  }).withTypeProvider<TypeBoxTypeProvider>()

  app.setValidatorCompiler(createValidatorCompiler())
  answerErrors(app)
  recordRefusals(app, services)
  readJsonBodies(app)
  logCalls(app)
  secureAnswers(app, headers)
  await app.register(compress, { threshold: 1024, encodings: ['gzip'], globalDecompression: false })
  refuseForeignOrigins(app, config)
  warnOfUnknownProxy(app, config)
  const admission = await createAdmission(config, log)
  limitAddresses(app, admission)
  requireSessions(app, services)
  limitSessions(app, admission)
  limitRecords(app, admission)

  operationRoutes(app, services)
  await app.register(
    async (api: PortalApp) => {
      await describeCalls(api)
      apiDocumentPage(api, config)
      for (const routes of AREAS) routes(api, services)
    },
    { prefix: '/api' },
  )
  fileDownloads(app, services)
  await serveWebApp(app, config)
  installableApp(app, DIST, async () => {
    const [name] = await readSettings(services.db, ['websiteName'])
    return name?.value || 'Tahanan'
  })
  return app
}
