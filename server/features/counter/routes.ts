import { Type } from 'typebox'
import { ChargeSelection } from '#features/ledger/settle-charges.ts'
import { mayOpenChequeSlip } from '#features/payments/policy.ts'
import { presentPayment, requirePayment } from '#features/payments/present.ts'
import { findPaymentRow } from '#features/payments/repository.ts'
import { DuplicateConfirmation } from '#features/posting/create-payment.ts'
import { isTwoPersonRuleEnabled } from '#features/posting/posting-checks.ts'
import { renderChequeSlipPdf } from '#features/receipts/render-receipt-pdf.ts'
import { getNextReceiptPrefix } from '#features/receipts/series.ts'
import { findCommunityName, findCounterLimit } from '#features/settings/website-settings.ts'
import type { AdminActor } from '#platform/actor.ts'
import type { DbOrTx, Tx } from '#platform/db/client.ts'
import { createNotFoundError } from '#platform/errors.ts'
import { requireConfirmedSession } from '#platform/http/add-session-check.ts'
import { createIdempotently, CREATE_ROUTE } from '#platform/http/create-idempotently.ts'
import { AnyBody, toFormSchema } from '#platform/http/form-body.ts'
import { createPageAnswer, listAnswer, toPage } from '#platform/http/list-query.ts'
import { allowAdmins } from '#platform/http/policy.ts'
import type { PortalApp } from '#platform/http/portal-app.ts'
import { PdfAnswer, sendPdf } from '#platform/http/send-pdf.ts'
import type { PlatformContext } from '#platform/platform-context.ts'
import { Id, ListOf } from '@tahanan/contract/answers.ts'
import { CashClose, NextCashClose, Payment } from '@tahanan/contract/billing/answers.ts'
import {
  cashCloseForm,
  counterForms,
  OFFICE_PAYMENT_TYPES,
  type OfficePaymentType,
} from '@tahanan/contract/billing/counter.ts'
import { addWithholdingFields } from '@tahanan/contract/billing/withholding.ts'
import { IdParams, PageQuery } from '@tahanan/contract/requests.ts'
import { closeDay, listCashCloses, findNextClose, requireCashClose, parseCloseBody } from './close-day.ts'
import { parseCounterPayment, createCounterPayment } from './create-counter-payment.ts'
import { listCounterPayments, listWaitingCheques } from './repository.ts'

const policy = allowAdmins(['payments', 'counter'])
/**
 * Permissions for opening a cheque slip: one of the two is enough. `mayOpenChequeSlip` then limits cashiers
 * to the cheques that they received.
 */
const RECEIPT_POLICY = allowAdmins(['payments', 'view'], ['payments', 'counter'])
const CREATE_CONFIG = { ...CREATE_ROUTE, policy }
const createBodySchema = (type: OfficePaymentType) =>
  Type.Intersect([
    Type.Object({ tenantId: Id, type: Type.Literal(type) }),
    toFormSchema(addWithholdingFields(counterForms[type]), 'create'),
    ChargeSelection,
    DuplicateConfirmation,
  ])
const CashCloseBody = Type.Object({
  ...toFormSchema(cashCloseForm, 'create').properties,
  expected: Type.Number({ description: 'As `GET /cash-closes` told it; 409 when it has changed since' }),
})

const ReceiptPrefix = Type.String({ description: 'Of the number that the next receipt gets: AR-2026-' })
const IsTaxedCashPostedLater = Type.Boolean({
  description: 'Whether cash with tax withheld begins for verification, because payments need two people',
})

export function counterRoutes(app: PortalApp, services: PlatformContext): void {
  const { db, files, config } = services
  const timeZone = config.communityTimeZone

  app.post('/counter-payment', {
    config: {
      ...CREATE_CONFIG,
      documentedBody: Type.Union(OFFICE_PAYMENT_TYPES.map(({ type }) => createBodySchema(type))),
    },
    schema: {
      summary: 'Enter cash (4), which is posted at once, a cheque (5) or a bank transfer (6)',
      description:
        'Above the amount of the website settings it needs a confirmation (`POST /api/confirmation`), ' +
        'also 403.',
      body: AnyBody,
      response: { 201: Payment },
    },
    handler: async (request, reply) => {
      const { actor, body, found } = request
      const preparePayment = async () => {
        const payment = await parseCounterPayment(services, actor as AdminActor, body)
        if (payment.amount_paid > (await findCounterLimit(db))) requireConfirmedSession(found)
        return (tx: Tx) => createCounterPayment(tx, actor as AdminActor, payment)
      }
      const findCreatedPayment = (from: DbOrTx, id: number) => requirePayment({ db: from, files }, actor, id)
      return reply
        .code(201)
        .send(await createIdempotently(services, request, preparePayment, findCreatedPayment))
    },
  })

  app.get('/counter-payments', {
    config: { policy },
    schema: {
      summary: 'Payments that the caller took at the counter, the newest first',
      querystring: PageQuery,
      response: { 200: ListOf(Payment) },
    },
    handler: async ({ actor, query }) => {
      const page = toPage(query)
      const payments = await listCounterPayments(db, actor.id, page)
      return listAnswer(page, payments, (row) => presentPayment(files, actor, row))
    },
  })

  app.get('/waiting-cheques', {
    config: { policy },
    schema: {
      summary: 'Post-dated cheques that are not posted, by their dates',
      querystring: PageQuery,
      response: { 200: ListOf(Payment) },
    },
    handler: async ({ actor, query }) => {
      const page = toPage(query)
      const cheques = await listWaitingCheques(db, page, timeZone)
      return listAnswer(page, cheques, (row) => presentPayment(files, actor, row))
    },
  })

  app.get('/payment/:id/cheque-slip', {
    config: { policy: RECEIPT_POLICY },
    schema: {
      summary: 'A PDF that says that a cheque was received; it is no receipt',
      params: IdParams,
      response: PdfAnswer,
    },
    handler: async ({ actor, params }, reply) => {
      const row = await findPaymentRow(db, params.id)
      if (!row?.cheque_date || !mayOpenChequeSlip(actor, row)) throw createNotFoundError()
      const cheque = { ...row, cheque_date: row.cheque_date }
      const pdf = await renderChequeSlipPdf(cheque, await findCommunityName(db), timeZone)
      return sendPdf(reply, `Cheque ${row.reference_number}`, pdf)
    },
  })

  app.get('/cash-closes', {
    config: { policy },
    schema: {
      summary: 'The closes of the day, newest first, and what the next would hold',
      querystring: PageQuery,
      response: {
        200: Type.Object({
          ...ListOf(CashClose).properties,
          next: NextCashClose,
          receiptPrefix: ReceiptPrefix,
          isTaxedCashPostedLater: IsTaxedCashPostedLater,
        }),
      },
    },
    handler: async ({ query }) => {
      const { ids, expected, takenBy } = await findNextClose(db)
      const cashCloses = await createPageAnswer(query, (page) => listCashCloses(db, page))
      const receiptPrefix = await getNextReceiptPrefix(db, timeZone)
      return {
        ...cashCloses,
        next: { payments: ids.length, expected, takenBy },
        receiptPrefix,
        isTaxedCashPostedLater: await isTwoPersonRuleEnabled(db),
      }
    },
  })

  app.post('/cash-close', {
    config: { ...CREATE_CONFIG, documentedBody: CashCloseBody },
    schema: {
      summary: 'Close the day over all cash that no close holds yet',
      body: AnyBody,
      response: { 201: CashClose },
    },
    handler: async (request, reply) => {
      const { actor, body } = request
      const prepareCashClose = () => {
        const count = parseCloseBody(body, timeZone)
        return (tx: Tx) => closeDay(tx, actor as AdminActor, count)
      }
      return reply
        .code(201)
        .send(await createIdempotently(services, request, prepareCashClose, requireCashClose))
    },
  })
}
