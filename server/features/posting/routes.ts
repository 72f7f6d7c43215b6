import { Type } from 'typebox'
import { findBalance } from '#features/ledger/repository.ts'
import { ChargeSelection } from '#features/ledger/settle-charges.ts'
import { recordCopiedPayments } from '#features/payfile/record-copied-payments.ts'
import { toPayfileRow } from '#features/payfile/to-payfile-row.ts'
import {
  listPayments,
  paymentFilterFields,
  streamPaymentsForCsv,
  parsePaymentFilters,
} from '#features/payments/list-payments.ts'
import { requireStatusFlag } from '#features/payments/policy.ts'
import { presentPayment, requirePayment } from '#features/payments/present.ts'
import { listPaymentEvents } from '#features/payments/record-payment-event.ts'
import { findPaymentRow } from '#features/payments/repository.ts'
import { isForReservation, ReservationSelection } from '#features/payments/reservation-balance.ts'
import { getMoneyDay } from '#features/payments/select-money-day.ts'
import { storeLogo } from '#features/receipts/store-logo.ts'
import { confirmPassword } from '#features/sessions/confirm-password.ts'
import { findContact } from '#features/tenants/find-contact.ts'
import { TakenTimesQuery } from '#features/tickets/reservations/bookings.ts'
import { mayWithholdTax } from '#features/withholding/repository.ts'
import { requirePermission, type Actor, type AdminActor } from '#platform/actor.ts'
import type { DbOrTx, Tx } from '#platform/db/client.ts'
import { createIdempotently, CREATE_ROUTE } from '#platform/http/create-idempotently.ts'
import { AnyBody, toFormSchema } from '#platform/http/form-body.ts'
import { toPage } from '#platform/http/list-query.ts'
import { allowAdmins, allowResidentsAndAdmins } from '#platform/http/policy.ts'
import type { PortalApp } from '#platform/http/portal-app.ts'
import { streamRows } from '#platform/http/stream-rows.ts'
import { runInTransaction, type PlatformContext } from '#platform/platform-context.ts'
import { Id, oneOf, SuccessAnswer } from '@tahanan/contract/answers.ts'
import {
  ListedPayment,
  PayfileRow,
  Payment,
  PaymentList,
  PaymentWithHistory,
  SlotTakenByPayment,
} from '@tahanan/contract/billing/answers.ts'
import {
  depositForm,
  PAYMENT_STATUS,
  paymentReviewForm,
  reservationPaymentForm,
  REVERSAL_KIND_NAMES,
} from '@tahanan/contract/billing/payment.ts'
import { addWithholdingFields } from '@tahanan/contract/billing/withholding.ts'
import { LIMITS } from '@tahanan/contract/limits.ts'
import {
  CsvQuery,
  IdParams,
  ListQuery,
  createPasswordText,
  createRequiredText,
  createSortParam,
  createStrictQuery,
} from '@tahanan/contract/requests.ts'
import { PAYMENT_SORTS } from '@tahanan/contract/sorting.ts'
import { createDeposit, deletePayment, parseDeposit, reviewPayment } from './changes.ts'
import { DuplicateConfirmation } from './create-payment.ts'
import {
  approveReservationPayment,
  createReservationPayment,
  parseReservationPayment,
  listTimesHeldByPayments,
} from './create-reservation-payment.ts'
import { parseStatus, parseReview, parseReviewRemarks } from './parse-review.ts'
import { reversePayment } from './reverse-payment.ts'

const StatusFilter = Type.String({
  pattern: '^[1-5]?$',
  default: '',
  description: 'Empty shows all; 2 shows created ones too.',
})
const paymentListFields = {
  status: StatusFilter,
  sort: createSortParam(PAYMENT_SORTS),
  ...paymentFilterFields,
}
const PaymentListQuery = createStrictQuery({ ...ListQuery.properties, ...paymentListFields })
const ReviewBody = Type.Object({
  ...toFormSchema(paymentReviewForm, 'update').properties,
  status: Type.Integer({ description: '2 for verification, 3 verified, 4 posted, 5 rejected' }),
  confirmed: Type.Optional(
    Type.Boolean({ description: 'The second press, after 409 `gatewayPending`; with remarks and proof' }),
  ),
})
const ReversalBody = Type.Object({
  kind: oneOf(REVERSAL_KIND_NAMES),
  remarks: createRequiredText('Please input your remarks!', { maxLength: LIMITS.remarks }),
  password: createPasswordText(),
})
const ReservationPaymentBody = Type.Intersect([
  Type.Object({ tenantId: Id }),
  toFormSchema(reservationPaymentForm, 'create'),
])

export function paymentRoutes(app: PortalApp, services: PlatformContext): void {
  addReadingRoutes(app, services)
  addWritingRoutes(app, services)
}

function addReadingRoutes(app: PortalApp, services: PlatformContext): void {
  const { db, files, config } = services

  app.get('/payments', {
    config: { policy: allowResidentsAndAdmins(['payments', 'view']) },
    schema: {
      summary: 'List payments; a resident their own',
      querystring: PaymentListQuery,
      response: { 200: PaymentList },
    },
    handler: ({ actor, query }) => {
      const timeZone = config.communityTimeZone
      const page = { ...toPage(query), by: parsePaymentFilters(query, actor, timeZone) }
      return listPayments(db, actor, page, { timeZone, present: (row) => presentPayment(files, actor, row) })
    },
  })

  app.get('/payment/:id', {
    config: { policy: allowResidentsAndAdmins(['payments', 'view']) },
    schema: {
      summary: 'One payment with its history',
      params: IdParams,
      response: { 200: PaymentWithHistory },
    },
    handler: async ({ actor, params }) => {
      const payment = await requirePayment(services, actor, params.id)
      const history = await listPaymentEvents(db, actor, payment.id)
      const leftToPay = actor.area === 'admin' ? await findBalance(db, payment.tenantId) : undefined
      const contact = await findContact(db, actor, payment.tenantId)
      return { ...payment, leftToPay: leftToPay ?? null, contact, history }
    },
  })

  app.get('/paymentIds', {
    config: { policy: allowAdmins(['payments', 'view']) },
    schema: {
      summary: 'Chosen payments, or all of a filter, as rows of Payfile.csv',
      querystring: createStrictQuery({ ...CsvQuery.properties, ...paymentListFields }),
      response: { 200: Type.Object({ data: Type.Array(PayfileRow) }) },
    },
    handler: async ({ actor, query }, reply) => {
      const timeZone = config.communityTimeZone
      const rows = streamPaymentsForCsv(db, query, parsePaymentFilters(query, actor, timeZone))
      const recordedRows = recordCopiedPayments(services, actor.id, rows, { includesReversals: false })
      return streamRows(reply, recordedRows, (row) =>
        toPayfileRow({ ...row, amount: row.amount_paid, day: getMoneyDay(row, timeZone) }),
      )
    },
  })

  app.get('/listed-payments', {
    config: { policy: allowAdmins(['payments', 'view']) },
    schema: {
      summary: 'Chosen payments, or all of a filter, as the list shows them; no copy of a Payfile',
      querystring: createStrictQuery({ ...CsvQuery.properties, ...paymentListFields }),
      response: { 200: Type.Object({ data: Type.Array(ListedPayment) }) },
    },
    handler: async ({ actor, query }, reply) => {
      const rowFilter = parsePaymentFilters(query, actor, config.communityTimeZone)
      return streamRows(reply, streamPaymentsForCsv(db, query, rowFilter), (row) =>
        presentPayment(files, actor, row),
      )
    },
  })

  app.get('/get-payment-schedules', {
    config: { policy: allowAdmins(['payments', 'view'], ['payments', 'add']) },
    schema: {
      summary: 'Times that reservation payments hold',
      querystring: TakenTimesQuery,
      response: { 200: Type.Array(SlotTakenByPayment) },
    },
    handler: ({ query }) => listTimesHeldByPayments(db, query, config.communityTimeZone),
  })
}

function addWritingRoutes(app: PortalApp, services: PlatformContext): void {
  const context = { timeZone: services.config.communityTimeZone }

  app.post('/payment', {
    config: {
      ...CREATE_ROUTE,
      policy: allowResidentsAndAdmins(['payments', 'add']),
      documentedBody: Type.Union([
        Type.Intersect([
          toFormSchema(addWithholdingFields(depositForm), 'create'),
          ChargeSelection,
          ReservationSelection,
          DuplicateConfirmation,
        ]),
        ReservationPaymentBody,
      ]),
    },
    schema: {
      summary: 'A resident: a direct deposit with its slip. The office: a reservation and its payment',
      body: AnyBody,
      response: { 201: Payment },
    },
    handler: async (request, reply) => {
      const { actor, body } = request
      const preparePayment = () => prepareNewPayment(services, actor, body)
      const loadCreatedPayment = (db: DbOrTx, id: number) => requirePayment({ ...services, db }, actor, id)
      return reply
        .code(201)
        .send(await createIdempotently(services, request, preparePayment, loadCreatedPayment))
    },
  })

  app.put('/payment/:id', {
    config: { policy: allowAdmins(['payments', 'edit']), documentedBody: ReviewBody },
    schema: {
      summary: 'Verify, post or reject a payment, or change its remarks',
      description:
        'Needs the flag of the new status beside payments.edit. A posted payment is final. An online ' +
        'payment is verified and posted on its gateway’s word.',
      params: IdParams,
      body: AnyBody,
      response: { 200: Payment },
    },
    handler: async ({ actor, params, body }) => {
      const admin = actor as AdminActor
      await requireReviewPermission(services, admin, params.id, body)
      const review = parseReview(body, context.timeZone)
      if (review.status === PAYMENT_STATUS.posted) await storeLogo(services)
      await runInTransaction(services, (tx) => reviewPayment(tx, admin, params.id, review, context))
      return requirePayment(services, actor, params.id)
    },
  })

  app.put('/payment/reserved/:id', {
    config: {
      policy: allowAdmins(['payments', 'verify']),
      documentedBody: Type.Omit(ReviewBody, ['status', 'proof', 'confirmed']),
    },
    schema: {
      summary: 'Approve a reservation payment: the reservation is reserved, the payment verified',
      description: 'Needs reservations.approve too, and payments.edit where it says remarks.',
      params: IdParams,
      body: Type.Unsafe<Record<string, unknown> | null>({ type: ['object', 'null'] }),
      response: { 200: Payment },
    },
    handler: async ({ actor, params, body }) => {
      requirePermission(actor, 'reservations', 'approve')
      const review = parseReviewRemarks(body ?? {}, context.timeZone)
      if (review.remarks !== undefined) requirePermission(actor, 'payments', 'edit')
      await runInTransaction(services, (tx) =>
        approveReservationPayment(tx, actor as AdminActor, params.id, review, context),
      )
      return requirePayment(services, actor, params.id)
    },
  })

  app.post('/payment/:id/reversal', {
    config: { policy: allowAdmins(['payments', 'reverse']) },
    schema: {
      summary: 'Reverse a posted payment, once',
      params: IdParams,
      body: ReversalBody,
      response: { 201: Payment },
    },
    handler: async ({ actor, params, body, ip }, reply) => {
      await confirmPassword(services.db, actor, { password: body.password, address: ip })
      const reversal = { ...body, remarks: body.remarks.trim() }
      await runInTransaction(services, (tx) =>
        reversePayment(tx, actor as AdminActor, params.id, reversal, context),
      )
      return reply.code(201).send(await requirePayment(services, actor, params.id))
    },
  })

  app.delete('/payment/:id', {
    config: { policy: allowAdmins(['payments', 'reject']) },
    schema: {
      summary: 'Delete a payment that nobody decided on and no gateway says was paid',
      params: IdParams,
      response: { 200: SuccessAnswer },
    },
    handler: async ({ actor, params }) => {
      await runInTransaction(services, (tx) => deletePayment(tx, actor as AdminActor, params.id, context))
      return { success: true }
    },
  })
}

async function prepareNewPayment(
  services: PlatformContext,
  actor: Actor,
  body: Readonly<Record<string, unknown>>,
) {
  const context = { timeZone: services.config.communityTimeZone }
  if (actor.area === 'client') {
    const deposit = parseDeposit(body, {
      ...context,
      withholdsTax: !isForReservation(body) && (await mayWithholdTax(services.db, actor.id)),
    })
    return (tx: Tx) => createDeposit(tx, actor, deposit, context)
  }
  const reservation = await parseReservationPayment(services.db, body, context)
  return (tx: Tx) => createReservationPayment(tx, actor as AdminActor, reservation, context)
}

/**
 * Checks the caller's permission flags for the new status. Runs before the body is validated and the payment
 * is read (rules 14.7).
 */
async function requireReviewPermission(
  { db }: PlatformContext,
  actor: AdminActor,
  id: number,
  body: Readonly<Record<string, unknown>>,
): Promise<void> {
  const status = parseStatus(body)
  if (status === undefined) return
  try {
    requireStatusFlag(actor, status)
  } catch (error) {
    // A form sends the status even if the user did not change it. An unchanged status needs no flag.
    if ((await findPaymentRow(db, id))?.status !== status) throw error
  }
}
