import { bankEntries } from './entries/bank.ts'
import { amenityEntries, contentEntries } from './entries/content.ts'
import { conversationEntries } from './entries/conversations.ts'
import { fileEntries } from './entries/files.ts'
import { gateDeviceEntries } from './entries/gate-devices.ts'
import { gateEntries, walkInEntries } from './entries/gate.ts'
import { gatewayEntries } from './entries/gateways.ts'
import { importEntries } from './entries/imports.ts'
import { officeEntries } from './entries/office.ts'
import { operationEntries } from './entries/operations.ts'
import { passEntries } from './entries/passes.ts'
import { paymentEntries } from './entries/payments.ts'
import { postEntries } from './entries/posts.ts'
import { copyEntries } from './entries/privacy/copies.ts'
import { privacyEntries, readerEntries } from './entries/readers.ts'
import { receiptEntries } from './entries/receipts.ts'
import { secondFactorEntries } from './entries/second-factor.ts'
import { sessionEntries } from './entries/sessions.ts'
import { privacyNoticeEntries, settingEntries } from './entries/settings.ts'
import { tenantEntries } from './entries/tenants.ts'
import { ticketEntries } from './entries/tickets.ts'
import type { Entries } from './entry.ts'

export const ENTRIES: Entries = joinAreas([
  sessionEntries,
  secondFactorEntries,
  settingEntries,
  privacyNoticeEntries,
  tenantEntries,
  officeEntries,
  contentEntries,
  amenityEntries,
  postEntries,
  ticketEntries,
  passEntries,
  gateEntries,
  conversationEntries,
  paymentEntries,
  bankEntries,
  receiptEntries,
  gateDeviceEntries,
  walkInEntries,
  gatewayEntries,
  importEntries,
  readerEntries,
  privacyEntries,
  fileEntries,
  operationEntries,
  copyEntries,
])

/** Routes that the API document does not contain, with the reason why they need no session. */
export const OUTSIDE_THE_DOCUMENT: Readonly<Record<string, string>> = {
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
export const WEB_APP = [
  'GET /*',
  'GET /assets/*',
  'GET /app.webmanifest',
  'GET /pass',
  'GET /favicon.ico',
  'GET /sw.js',
]

function joinAreas(areas: readonly Entries[]): Entries {
  const all: Record<string, Entries[string]> = {}
  for (const entries of areas)
    for (const [route, entry] of Object.entries(entries)) {
      if (Object.hasOwn(all, route)) throw new Error(`${route} has two entries`)
      all[route] = entry
    }
  return all
}
