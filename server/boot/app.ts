import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import compress from '@fastify/compress'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import fastify, { LogController } from 'fastify'
import { isDemoPassword } from '#demo/logins.ts'
import { adminRoutes } from '#features/admins/routes.ts'
import { amenityRuleRoutes } from '#features/amenity-rules/routes.ts'
import { bankAccountRoutes } from '#features/bank-accounts/routes.ts'
import { bankMatchingRoutes } from '#features/bank-matching/routes.ts'
import { conversationRoutes } from '#features/conversation/routes.ts'
import { counterRoutes } from '#features/counter/routes.ts'
import { dashboardRoutes } from '#features/dashboard/routes.ts'
import { deliveryRoutes } from '#features/deliveries/routes.ts'
import { deliveryChoiceRoutes } from '#features/delivery-choices/routes.ts'
import { unsubscribeRoutes } from '#features/delivery-choices/unsubscribe-routes.ts'
import { deskRoutes } from '#features/desk/routes.ts'
import { diagnosticsRoutes } from '#features/diagnostics/routes.ts'
import { dueRuleRoutes } from '#features/due-rules/routes.ts'
import { feedbackRoutes } from '#features/feedback/routes.ts'
import { gateDeviceRoutes } from '#features/gate/devices/routes.ts'
import { doNotAdmitRoutes } from '#features/gate/do-not-admit/routes.ts'
import { gateLogRoutes } from '#features/gate/log-routes.ts'
import { gateRoutes } from '#features/gate/routes.ts'
import { walkInRoutes } from '#features/gate/walk-ins/routes.ts'
import type { GatewayContext } from '#features/gateways/gateways.ts'
import { gatewayRoutes } from '#features/gateways/routes.ts'
import { importRoutes } from '#features/imports/routes.ts'
import { internalNoteRoutes } from '#features/internal-notes/routes.ts'
import { ledgerRoutes } from '#features/ledger/routes.ts'
import { listViewRoutes } from '#features/list-views/routes.ts'
import { notificationsRoutes } from '#features/notifications/routes.ts'
import { passRoutes } from '#features/passes/routes.ts'
import { payfileRoutes } from '#features/payfile/routes.ts'
import { paymentRoutes } from '#features/posting/routes.ts'
import { postRoutes } from '#features/posts/routes.ts'
import { privacyNoticeRoutes } from '#features/privacy-notice/routes.ts'
import { dataCopyRoutes } from '#features/privacy/copies/routes.ts'
import { erasureRoutes } from '#features/privacy/erasure-routes.ts'
import { processingRoutes } from '#features/privacy/processing/routes.ts'
import { privacyRequestRoutes } from '#features/privacy/requests/routes.ts'
import { privacyRoutes } from '#features/privacy/routes.ts'
import { pushRoutes } from '#features/push/routes.ts'
import { receiptRoutes } from '#features/receipts/routes.ts'
import { recordRoutes } from '#features/records/routes.ts'
import { reminderRoutes } from '#features/reminders/routes.ts'
import { reportRoutes } from '#features/reports/routes.ts'
import { resetRoutes } from '#features/reset/routes.ts'
import { searchRoutes } from '#features/search/routes.ts'
import { createSessionStore } from '#features/sessions/find-session.ts'
import { passwordLinkRoutes } from '#features/sessions/passwords/password-link-routes.ts'
import { sessionRoutes } from '#features/sessions/routes.ts'
import type { SessionServices } from '#features/sessions/second-factor/open-second-factor-key.ts'
import { secondFactorRoutes } from '#features/sessions/second-factor/second-factor-routes.ts'
import { sessionListRoutes } from '#features/sessions/session-list-routes.ts'
import { settingsRoutes } from '#features/settings/routes.ts'
import { serviceSettingRoutes } from '#features/settings/service-routes.ts'
import { findCommunityName } from '#features/settings/website-settings.ts'
import { statementRoutes } from '#features/statements/routes.ts'
import { tenantRoutes } from '#features/tenants/routes.ts'
import { ticketRoutes } from '#features/tickets/routes.ts'
import { withholdingRoutes } from '#features/withholding/routes.ts'
import { auditRefusals } from '#platform/audit/audit-refusals.ts'
import { auditViews } from '#platform/audit/audit-views.ts'
import { auditRoutes } from '#platform/audit/routes.ts'
import { backupRoutes } from '#platform/backup/routes.ts'
import { registerFileDownloads } from '#platform/files/register-file-downloads.ts'
import { fileRoutes } from '#platform/files/routes.ts'
import { acceptJsonBodies } from '#platform/http/accept-json-bodies.ts'
import { createAnswerHeaders, addSecurityHeaders } from '#platform/http/add-security-headers.ts'
import { addSessionCheck } from '#platform/http/add-session-check.ts'
import { compileSerializer, compileValidator } from '#platform/http/compile-validator.ts'
import { serveApiDocumentPage } from '#platform/http/document/serve-api-document-page.ts'
import { serveApiDocument, setCallHeading } from '#platform/http/document/serve-api-document.ts'
import {
  createRateLimiter,
  limitAddresses,
  limitSessions,
  getTrustedProxies,
  warnOfUnknownProxy,
} from '#platform/http/limits/create-rate-limiter.ts'
import { createRequestIds, logCalls, logFailedLogins } from '#platform/http/log-calls.ts'
import { operationRoutes } from '#platform/http/operation-routes.ts'
import type { PortalApp } from '#platform/http/portal-app.ts'
import { refuseForeignOrigins } from '#platform/http/refuse-foreign-origins.ts'
import { answerError, addErrorHandler } from '#platform/http/set-error-answers.ts'
import { serveInstallableApp } from '#platform/http/web-app/serve-installable-app.ts'
import { DIST, serveWebApp } from '#platform/http/web-app/serve-web-app.ts'
import { LIMITS } from '@tahanan/contract/limits.ts'
import type { Config } from './config.ts'
import { fileReaders } from './file-readers.ts'

export interface PortalContext extends GatewayContext, SessionServices {
  readonly config: Config
}

type Routes = (app: PortalApp, services: PortalContext) => void

const ROUTES_BY_HEADING: readonly (readonly [heading: string, ...Routes[]])[] = [
  [
    'Sessions',
    (app, services) => {
      const isPublished = (password: string) => !services.config.demo && isDemoPassword(password)
      sessionRoutes(app, { ...services, isPublished })
    },
    passwordLinkRoutes,
    secondFactorRoutes,
    sessionListRoutes,
  ],
  ['Settings', settingsRoutes, serviceSettingRoutes, dueRuleRoutes],
  ['Tenants', tenantRoutes],
  ['Administrators', adminRoutes],
  ['Audit log', auditRoutes],
  [
    'Personal data',
    privacyRoutes,
    erasureRoutes,
    privacyNoticeRoutes,
    dataCopyRoutes,
    processingRoutes,
    privacyRequestRoutes,
  ],
  ['Records', recordRoutes],
  ['Feedback', feedbackRoutes],
  ['Dashboard', dashboardRoutes, deskRoutes],
  ['Services', ticketRoutes],
  ['Amenities', amenityRuleRoutes],
  ['Gate', passRoutes, gateRoutes, gateLogRoutes, gateDeviceRoutes, doNotAdmitRoutes, walkInRoutes],
  ['Conversations', conversationRoutes, internalNoteRoutes],
  ['Payments', paymentRoutes, withholdingRoutes, payfileRoutes, gatewayRoutes],
  ['Bank Accounts', bankAccountRoutes],
  ['Billings', statementRoutes, ledgerRoutes, reminderRoutes],
  ['Reports', reportRoutes],
  ['Bank matching', bankMatchingRoutes],
  ['Receipts', receiptRoutes],
  ['Counter', counterRoutes],
  ['Imports', importRoutes],
  ['Announcements and events', postRoutes],
  ['Search', searchRoutes],
  ['Views', listViewRoutes],
  ['notifications', notificationsRoutes, deliveryRoutes, deliveryChoiceRoutes, unsubscribeRoutes, pushRoutes],
  ['Diagnostics', diagnosticsRoutes],
  ['Backups', backupRoutes],
  ['Database reset', resetRoutes],
  ['Files', (app, services) => fileRoutes(app, services, fileReaders)],
]

export async function buildApp(services: PortalContext): Promise<PortalApp> {
  const { config, log } = services
  const headers = createAnswerHeaders(config)
  const app: PortalApp = fastify<Server, IncomingMessage, ServerResponse>({
    loggerInstance: log,
    // Turns Fastify's own request log off, because `logCalls` writes one line per call, without personal
    // data.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: createRequestIds(config),
    requestIdHeader: false,
    trustProxy: getTrustedProxies(config.trustProxy),
    bodyLimit: LIMITS.jsonBody,
    // A connection without any data is closed after one minute. A request may take ten minutes, because
    // uploads can be large.
    connectionTimeout: 60_000,
    requestTimeout: 600_000,
    keepAliveTimeout: 72_000,
    http: { headersTimeout: 20_000, connectionsCheckingInterval: 5000 },
    forceCloseConnections: 'idle',
    // While the server stops, it still answers calls that it has already received: the proxy sends them to no
    // other server.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 300 },
    frameworkErrors: (error, request, reply) =>
      answerError(error, request, reply.headers({ ...headers, 'x-request-id': request.id })),
  }).withTypeProvider<TypeBoxTypeProvider>()

  app.setValidatorCompiler(compileValidator)
  app.setSerializerCompiler(compileSerializer)
  addErrorHandler(app)
  auditRefusals(app, services)
  auditViews(app, services)
  acceptJsonBodies(app)
  logCalls(app)
  logFailedLogins(app, config)
  addSecurityHeaders(app, headers)
  await app.register(compress, { threshold: 1024, encodings: ['gzip'], globalDecompression: false })
  refuseForeignOrigins(app, config)
  warnOfUnknownProxy(app, config)
  const rateLimiter = await createRateLimiter(config, log)
  limitAddresses(app, rateLimiter)
  addSessionCheck(app, services, createSessionStore(services.db))
  limitSessions(app, rateLimiter)

  operationRoutes(app, services)
  await app.register(
    async (api: PortalApp) => {
      await serveApiDocument(api)
      serveApiDocumentPage(api, config)
      for (const [heading, ...areas] of ROUTES_BY_HEADING)
        await api.register(async (scope: PortalApp) => {
          setCallHeading(scope, heading)
          for (const registerRoutes of areas) registerRoutes(scope, services)
        })
    },
    { prefix: '/api' },
  )
  // Everybody may open the terms, the privacy notice and their pictures, even without a login (rules 6.10).
  registerFileDownloads(app, services, ['terms', 'privacyNotice'])
  await serveWebApp(app, config)
  serveInstallableApp(app, DIST, () => findCommunityName(services.db))
  return app
}
