import type { AccessCases } from './access-case.ts'
import { bankCases } from './entries/bank.ts'
import { amenityCases, contentCases } from './entries/content.ts'
import { conversationCases } from './entries/conversations.ts'
import { fileCases } from './entries/files.ts'
import { gateDeviceCases } from './entries/gate-devices.ts'
import { gateCases, walkInCases } from './entries/gate.ts'
import { gatewayCases } from './entries/gateways.ts'
import { importCases } from './entries/imports.ts'
import { officeCases } from './entries/office.ts'
import { operationCases } from './entries/operations.ts'
import { passCases } from './entries/passes.ts'
import { paymentCases } from './entries/payments.ts'
import { postCases } from './entries/posts.ts'
import { copyCases } from './entries/privacy/copies.ts'
import { privacyCases, readerCases } from './entries/readers.ts'
import { receiptCases } from './entries/receipts.ts'
import { secondFactorCases } from './entries/second-factor.ts'
import { sessionCases } from './entries/sessions.ts'
import { privacyNoticeCases, settingCases } from './entries/settings.ts'
import { tenantCases } from './entries/tenants.ts'
import { ticketCases } from './entries/tickets.ts'

export const ENTRIES: AccessCases = mergeAccessCases([
  sessionCases,
  secondFactorCases,
  settingCases,
  privacyNoticeCases,
  tenantCases,
  officeCases,
  contentCases,
  amenityCases,
  postCases,
  ticketCases,
  passCases,
  gateCases,
  conversationCases,
  paymentCases,
  bankCases,
  receiptCases,
  gateDeviceCases,
  walkInCases,
  gatewayCases,
  importCases,
  readerCases,
  privacyCases,
  fileCases,
  operationCases,
  copyCases,
])

/** Routes that are missing in the API document. The value says why no login is needed. */
export const UNDOCUMENTED_ROUTES: Readonly<Record<string, string>> = {
  'GET /healthz': 'only whether the process is alive',
  'GET /readyz': 'only whether it can serve',
  'GET /metrics': 'for callers of this machine or with the token: server/platform/http/operations.test.ts',
  'GET /api/openapi.json': 'the document itself',
  'GET /api/docs': 'the page that shows it',
  'GET /api/docs/scalar.js': 'its script',
  'GET /api/sandbox/dragonpay/{reference}': 'pays play money at a secret address: sandbox.test.ts',
  'POST /api/sandbox/dragonpay/{reference}': 'the same',
  'GET /api/sandbox/aqwire/{reference}': 'the same',
  'POST /api/sandbox/aqwire/{reference}': 'the same',
  'GET /files/*': 'needs a signed link: proof/attacks/',
}
export const WEB_APP_ROUTES = [
  'GET /*',
  'GET /assets/*',
  'GET /app.webmanifest',
  'GET /pass',
  'GET /favicon.ico',
  'GET /sw.js',
]

function mergeAccessCases(areas: readonly AccessCases[]): AccessCases {
  const mergedCases: Record<string, AccessCases[string]> = {}
  for (const areaCases of areas)
    for (const [route, entry] of Object.entries(areaCases)) {
      if (Object.hasOwn(mergedCases, route)) throw new Error(`${route} has two entries`)
      mergedCases[route] = entry
    }
  return mergedCases
}
