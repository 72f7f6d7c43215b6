import { Type } from 'typebox'
import { mayOpenReceipt } from '#features/payments/policy.ts'
import { getOwnTenantId } from '#features/payments/present.ts'
import { findPaymentRow } from '#features/payments/repository.ts'
import type { AdminActor } from '#platform/actor.ts'
import type { Tx } from '#platform/db/client.ts'
import { requireFound } from '#platform/errors.ts'
import { createIdempotently, CREATE_ROUTE } from '#platform/http/create-idempotently.ts'
import { AnyBody, toFormSchema, parseFormBody } from '#platform/http/form-body.ts'
import { toPage } from '#platform/http/list-query.ts'
import { allowAdmins, allowResidentsAndAdmins } from '#platform/http/policy.ts'
import type { PortalApp } from '#platform/http/portal-app.ts'
import { PdfAnswer, sendPdf } from '#platform/http/send-pdf.ts'
import { runInTransactionAndRead, type PlatformContext } from '#platform/platform-context.ts'
import { Id } from '@tahanan/contract/answers.ts'
import { IssuedNumber, Series } from '@tahanan/contract/billing/series-answers.ts'
import {
  seriesConfirmationForm,
  receiptReplacementForm,
  SERIES_FORMS,
  SERIES_KIND_NAMES,
  voidNumberForm,
} from '@tahanan/contract/billing/series.ts'
import { IdParams, PageQuery } from '@tahanan/contract/requests.ts'
import { findInvoice, issueInvoice, voidInvoice } from './issue-invoice.ts'
import { findReceipt, setReplacement } from './issue-receipt.ts'
import { listNumbers, requireIssuedNumber } from './register.ts'
import { renderInvoicePdf, renderReceiptPdf } from './render-receipt-pdf.ts'
import { confirmSeries, findSeries, listSeries, openSeries, parseSeriesBody } from './series.ts'
import { findLogo } from './store-logo.ts'

const READ_POLICY = allowAdmins(['payments', 'view'])
const SERIES_POLICY = allowAdmins(['payments', 'series'])

/** Registers the API routes for receipts, invoices and their series (rules 18). */
export function receiptRoutes(app: PortalApp, services: PlatformContext): void {
  registerPaymentReceiptRoutes(app, services)
  registerSeriesRoutes(app, services)
  registerInvoiceRoutes(app, services)
}

function registerPaymentReceiptRoutes(app: PortalApp, services: PlatformContext): void {
  const { db, config } = services

  app.get('/payment/:id/receipt', {
    config: { policy: allowResidentsAndAdmins(['payments', 'view'], ['payments', 'counter']) },
    schema: {
      summary: 'The acknowledgement receipt of a posted payment, as a PDF; a cashier those that they gave',
      params: IdParams,
      response: PdfAnswer,
    },
    handler: async ({ actor, params }, reply) => {
      const row = await findPaymentRow(db, params.id, { tenantId: getOwnTenantId(actor) })
      const receipt = requireFound(row && mayOpenReceipt(actor, row) ? await findReceipt(db, row.id) : null)
      const { logo } = receipt.community
      const pdf = await renderReceiptPdf(receipt, logo ? await findLogo(db, logo) : undefined)
      return sendPdf(reply, receipt.number, pdf)
    },
  })

  app.post('/receipt/:id/replacement', {
    config: {
      policy: allowAdmins(['payments', 'series'], ['payments', 'reverse']),
      documentedBody: toFormSchema(receiptReplacementForm, 'create'),
    },
    schema: {
      summary: 'Name the receipt that was given in place of a void one, once; by the id of its number',
      params: IdParams,
      body: AnyBody,
      response: { 200: IssuedNumber },
    },
    handler: ({ params: { id }, body }) => {
      const timeZone = config.communityTimeZone
      const { values } = parseFormBody(receiptReplacementForm, body, { action: 'create', timeZone })
      const saveReplacement = (tx: Tx) => setReplacement(tx, id, String(values.replacedBy))
      return runInTransactionAndRead(services, saveReplacement, (tx) => requireIssuedNumber(tx, id))
    },
  })
}

function registerSeriesRoutes(app: PortalApp, services: PlatformContext): void {
  const { db, config } = services
  const timeZone = config.communityTimeZone

  app.get('/receipt-series', {
    config: { policy: READ_POLICY },
    schema: {
      summary: 'The series of receipts and invoices, open ones first',
      response: { 200: Type.Object({ data: Type.Array(Series) }) },
    },
    handler: async () => ({ data: await listSeries(db) }),
  })

  app.post('/receipt-series', {
    config: {
      ...CREATE_ROUTE,
      policy: SERIES_POLICY,
      confirmed: true,
      documentedBody: Type.Union(
        SERIES_KIND_NAMES.map((kind) =>
          Type.Object({ kind: Type.Literal(kind), ...toFormSchema(SERIES_FORMS[kind], 'create').properties }),
        ),
      ),
    },
    schema: {
      summary: 'Open a series of receipts or invoices; the open one of its kind is closed',
      body: AnyBody,
      response: { 201: Series },
    },
    handler: async (request, reply) => {
      const { actor, body } = request
      const prepareSeries = () => {
        const series = parseSeriesBody(body, timeZone)
        return (tx: Tx) => openSeries(tx, actor as AdminActor, series)
      }
      return reply.code(201).send(await createIdempotently(services, request, prepareSeries, findSeries))
    },
  })

  app.post('/receipt-series/:id/confirmation', {
    config: {
      policy: SERIES_POLICY,
      confirmed: true,
      documentedBody: toFormSchema(seriesConfirmationForm, 'create'),
    },
    schema: {
      summary: 'Confirm the last printed number of a series after a restore',
      params: IdParams,
      body: AnyBody,
      response: { 200: Series },
    },
    handler: ({ actor, params: { id }, body }) => {
      const { values } = parseFormBody(seriesConfirmationForm, body, { action: 'create', timeZone })
      const saveConfirmation = (tx: Tx) =>
        confirmSeries(tx, actor as AdminActor, id, Number(values.lastPrinted), timeZone)
      return runInTransactionAndRead(services, saveConfirmation, (tx) => findSeries(tx, id))
    },
  })

  app.get('/receipt-register', {
    config: { policy: READ_POLICY },
    schema: {
      summary: 'Every issued number of a series, the last first',
      querystring: Type.Object({ ...PageQuery.properties, seriesId: Id }),
      response: { 200: Type.Object({ data: Type.Array(IssuedNumber), total: Type.Integer() }) },
    },
    handler: async ({ query }) => {
      const { rows, total } = await listNumbers(db, query.seriesId, toPage(query))
      return { data: rows, total }
    },
  })
}

function registerInvoiceRoutes(app: PortalApp, services: PlatformContext): void {
  const { db, config } = services
  const timeZone = config.communityTimeZone

  app.post('/invoice', {
    config: { ...CREATE_ROUTE, policy: allowAdmins(['payments', 'charge']) },
    schema: {
      summary: 'Issue the invoice of a charge, once',
      body: Type.Object({ entryId: Id }),
      response: { 201: IssuedNumber },
    },
    handler: async (request, reply) => {
      const { entryId } = request.body
      const prepareInvoice = () => (tx: Tx) =>
        issueInvoice(tx, request.actor as AdminActor, entryId, timeZone)
      return reply
        .code(201)
        .send(await createIdempotently(services, request, prepareInvoice, requireIssuedNumber))
    },
  })

  app.get('/invoice/:id', {
    config: { policy: allowResidentsAndAdmins(['billings', 'view'], ['payments', 'view']) },
    schema: {
      summary: 'An invoice as a PDF; a resident their own',
      params: IdParams,
      response: PdfAnswer,
    },
    handler: async ({ actor, params }, reply) => {
      const invoice = requireFound(await findInvoice(db, params.id, getOwnTenantId(actor)))
      // Residents do not read who issued an invoice (rules 6.19). The stored invoice keeps the name.
      const issuedBy = actor.area === 'client' ? 'PMO' : invoice.issuedBy
      return sendPdf(reply, invoice.number, await renderInvoicePdf({ ...invoice, issuedBy }))
    },
  })

  app.post('/invoice/:id/void', {
    config: {
      policy: allowAdmins(['payments', 'series'], ['payments', 'charge']),
      documentedBody: toFormSchema(voidNumberForm, 'create'),
    },
    schema: {
      summary: 'Void an invoice, which keeps its number',
      params: IdParams,
      body: AnyBody,
      response: { 200: IssuedNumber },
    },
    handler: ({ actor, params: { id }, body }) => {
      const { values } = parseFormBody(voidNumberForm, body, { action: 'create', timeZone })
      const voidOne = (tx: Tx) => voidInvoice(tx, actor as AdminActor, id, String(values.remarks))
      return runInTransactionAndRead(services, voidOne, (tx) => requireIssuedNumber(tx, id))
    },
  })
}
