import { Type, type Static } from 'typebox'
import { findOpenSeries } from '#features/receipts/series.ts'
import { hasPermission, type Actor, type AdminActor } from '#platform/actor.ts'
import type { Db, Tx } from '#platform/db/client.ts'
import { createInvalidInputError } from '#platform/errors.ts'
import { findTenant } from '#platform/find-tenant.ts'
import { createIdempotently, CREATE_ROUTE } from '#platform/http/create-idempotently.ts'
import { AnyBody, toFormSchema, parseFormBody } from '#platform/http/form-body.ts'
import { toPage } from '#platform/http/list-query.ts'
import { allowAdmins, allowResidentsAndAdmins } from '#platform/http/policy.ts'
import type { PortalApp } from '#platform/http/portal-app.ts'
import type { PlatformContext } from '#platform/platform-context.ts'
import { Id } from '@tahanan/contract/answers.ts'
import { Ledger, LedgerEntry, OpenCharges } from '@tahanan/contract/billing/answers.ts'
import { ledgerEntryForm, type LedgerKind } from '@tahanan/contract/billing/ledger.ts'
import { TENANT_REQUIRED } from '@tahanan/contract/billing/payment.ts'
import type { FieldErrors } from '@tahanan/contract/errors.ts'
import type { Details } from '@tahanan/contract/forms/validate.ts'
import { PageQuery } from '@tahanan/contract/requests.ts'
import { addLedgerEntry } from './ledger-entries.ts'
import {
  listLedgerEntries,
  requireLedgerEntry,
  requireLedger,
  describeLedgerView,
  type LedgerEntryRow,
} from './repository.ts'
import { listOpenCharges } from './settle-charges.ts'

/** Registers the calls for ledgers (rules 16). */
export function ledgerRoutes(app: PortalApp, services: PlatformContext): void {
  const { db, config } = services

  app.get('/ledger/:tenantId', {
    config: { policy: allowResidentsAndAdmins(['billings', 'view']) },
    schema: {
      summary: "The entries of a tenant's ledger, newest first; a resident's own",
      params: Type.Object({ tenantId: Id }),
      querystring: PageQuery,
      response: { 200: Ledger },
    },
    handler: async (request) => {
      const { actor, params, query } = request
      const balance = await requireLedger(db, actor, params.tenantId)
      request.viewed = () => describeLedgerView(db, params.tenantId, 'Ledger')
      const { rows, total } = await listLedgerEntries(db, params.tenantId, toPage(query))
      const mayInvoice = actor.area === 'admin' && hasPermission(actor, 'payments', 'charge')
      const canInvoice = mayInvoice && (await findOpenSeries(db, 'invoice')) !== undefined
      return { data: rows.map((row) => presentLedgerEntry(actor, row)), total, balance, canInvoice }
    },
  })

  app.get('/open-charges/:tenantId', {
    config: {
      policy: allowResidentsAndAdmins(['billings', 'view'], ['payments', 'counter']),
    },
    schema: {
      summary: "A tenant's open charges, the oldest first, and what is left to pay in all; a resident's own",
      params: Type.Object({ tenantId: Id }),
      response: { 200: OpenCharges },
    },
    handler: async ({ actor, params }) => {
      const leftToPay = await requireLedger(db, actor, params.tenantId)
      return { data: await listOpenCharges(db, params.tenantId), leftToPay }
    },
  })

  app.post('/ledger-entry', {
    config: {
      ...CREATE_ROUTE,
      policy: allowAdmins(['payments', 'charge']),
      confirmed: true,
      documentedBody: Type.Intersect([
        Type.Object({ tenantId: Id }),
        toFormSchema(ledgerEntryForm, 'create'),
      ]),
    },
    schema: { summary: 'Charge a tenant, or give a credit', body: AnyBody, response: { 201: LedgerEntry } },
    handler: async (request, reply) => {
      const { actor, body } = request
      const prepareLedgerEntry = () =>
        parseLedgerEntry(db, actor as AdminActor, body, config.communityTimeZone)
      const entry = await createIdempotently(services, request, prepareLedgerEntry, requireLedgerEntry)
      return reply.code(201).send(presentLedgerEntry(actor, entry))
    },
  })
}

async function parseLedgerEntry(db: Db, admin: AdminActor, body: Readonly<Details>, timeZone: string) {
  const tenant = await findTenant(db, body.tenantId)
  const errors: FieldErrors = tenant ? {} : { tenantId: [TENANT_REQUIRED] }
  const { values } = parseFormBody(ledgerEntryForm, body, { action: 'create', timeZone, errors })
  if (!tenant) throw createInvalidInputError(errors)
  const kind = values.kind as LedgerKind & ('charge' | 'credit')
  const entry = {
    tenant_id: tenant.id,
    kind,
    amount: kind === 'charge' ? Number(values.amount) : -Number(values.amount),
    date: String(values.date),
    due_date: typeof values.dueDate === 'string' ? values.dueDate : null,
    label: String(values.label),
    remarks: String(values.remarks),
    admin_id: admin.id,
  }
  return (tx: Tx) => addLedgerEntry(tx, entry, timeZone)
}

function presentLedgerEntry(actor: Actor, { by, ...entry }: LedgerEntryRow): Static<typeof LedgerEntry> {
  return { ...entry, by: actor.area === 'admin' ? by : null }
}
