import { Type } from 'typebox'
import { findBalance } from '#features/ledger/repository.ts'
import { NamedCharge } from '#features/ledger/settle-charges.ts'
import { recordCopy } from '#features/payfile/record-copy.ts'
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
import { findRow } from '#features/payments/repository.ts'
import { isForReservation, NamedReservation } from '#features/payments/reservation-balance.ts'
import { getMoneyDay } from '#features/payments/select-money-day.ts'
import { storeLogo } from '#features/receipts/store-logo.ts'
import { confirmPassword } from '#features/sessions/confirm-password.ts'
import { findContact } from '#features/tenants/find-contact.ts'
import { TakenQuery } from '#features/tickets/reservations/bookings.ts'
import { mayWithholdTax } from '#features/withholding/repository.ts'
import { requirePermission, type Actor, type AdminActor } from '#platform/actor.ts'
import type { DbOrTx, Tx } from '#platform/db/client.ts'
import { createOnce, CREATING } from '#platform/http/create-once.ts'
import { AnyBody, toFormSchema } from '#platform/http/form-body.ts'
import { parseSelectedIds, toPage } from '#platform/http/list-query.ts'
import { adminsWith, residentsAndAdminsWith } from '#platform/http/policy.ts'
import type { PortalApp } from '#platform/http/portal-app.ts'
import { streamRows } from '#platform/http/stream-rows.ts'
import { change, type Services } from '#platform/services.ts'
import { Id, oneOf, Success } from '@tahanan/contract/answers.ts'
import {
  ListedPayment,
  PayfileRow,
  Payment,
  PaymentList,
  PaymentWithHistory,
  TakenByPayment,
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
  passwordText,
  requiredText,
  sortField,
  strictQuery,
} from '@tahanan/contract/requests.ts'
import { PAYMENT_SORTS } from '@tahanan/contract/sorting.ts'
import { createDeposit, deletePayment, parseDeposit, reviewPayment } from './changes.ts'
import { AnotherPayment } from './create-payment.ts'
import {
  approveReserved,
  createReservationPayment,
  parseReservationPayment,
  listTimesHeldByPayments,
} from './create-reservation-payment.ts'
import { parseStatus, parseReview, parseReviewRemarks } from './parse-review.ts'
import { reversePayment } from './reverse-payment.ts'

const Status = Type.String({
  pattern: '^[1-5]?$',
  default: '',
  description: 'Empty shows all; 2 shows created ones too.',
})
const narrowed = { status: Status, sort: sortField(PAYMENT_SORTS), ...paymentFilterFields }
const List = strictQuery({ ...ListQuery.properties, ...narrowed })
const Review = Type.Object({
  ...toFormSchema(paymentReviewForm, 'update').properties,
  status: Type.Integer({ description: '2 for verification, 3 verified, 4 posted, 5 rejected' }),
  confirmed: Type.Optional(
    Type.Boolean({ description: 'The second press, after 409 `gatewayPending`; with remarks and proof' }),
  ),
})
const Reversal = Type.Object({
  kind: oneOf(REVERSAL_KIND_NAMES),
  remarks: requiredText('Please input your remarks!', { maxLength: LIMITS.remarks }),
  password: passwordText(),
})
const ReservationPayment = Type.Intersect([
  Type.Object({ tenantId: Id }),
  toFormSchema(reservationPaymentForm, 'create'),
])

export function paymentRoutes(app: PortalApp, services: Services): void {
  addReadingRoutes(app, services)
  addWritingRoutes(app, services)
}

function addReadingRoutes(app: PortalApp, services: Services): void {
  const { db, files, config } = services

  app.get('/payments', {
    config: { policy: residentsAndAdminsWith(['payments', 'view']) },
    schema: {
      summary: 'List payments; a resident their own',
      querystring: List,
      response: { 200: PaymentList },
    },
    handler: ({ actor, query }) => {
      const timeZone = config.communityTimeZone
      const page = { ...toPage(query), by: parsePaymentFilters(query, actor, timeZone) }
      return listPayments(db, actor, page, { timeZone, present: (row) => presentPayment(files, actor, row) })
    },
  })

  app.get('/payment/:id', {
    config: { policy: residentsAndAdminsWith(['payments', 'view']) },
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
    config: { policy: adminsWith(['payments', 'view']) },
    schema: {
      summary: 'Chosen payments, or all of a filter, as rows of Payfile.csv',
      querystring: strictQuery({ ...CsvQuery.properties, ...narrowed }),
      response: { 200: Type.Object({ data: Type.Array(PayfileRow) }) },
    },
    handler: async ({ actor, query }, reply) => {
      const timeZone = config.communityTimeZone
      const { status, searchTerm, all } = query
      const by = parsePaymentFilters(query, actor, timeZone)
      const ids = all === '1' ? {} : { ids: parseSelectedIds(query.selectedIds) }
      await change(services, (tx) => recordCopy(tx, actor.id, { status, searchTerm, by, ...ids }))
      return streamRows(reply, streamPaymentsForCsv(db, query, by), (row) =>
        toPayfileRow({ ...row, amount: row.amount_paid, day: getMoneyDay(row, timeZone) }),
      )
    },
  })

  app.get('/listed-payments', {
    config: { policy: adminsWith(['payments', 'view']) },
    schema: {
      summary: 'Chosen payments, or all of a filter, as the list shows them; no copy of a Payfile',
      querystring: strictQuery({ ...CsvQuery.properties, ...narrowed }),
      response: { 200: Type.Object({ data: Type.Array(ListedPayment) }) },
    },
    handler: async ({ actor, query }, reply) => {
      const by = parsePaymentFilters(query, actor, config.communityTimeZone)
      return streamRows(reply, streamPaymentsForCsv(db, query, by), (row) =>
        presentPayment(files, actor, row),
      )
    },
  })

  app.get('/get-payment-schedules', {
    config: { policy: adminsWith(['payments', 'view'], ['payments', 'add']) },
    schema: {
      summary: 'Times that reservation payments hold',
      querystring: TakenQuery,
      response: { 200: Type.Array(TakenByPayment) },
    },
    handler: ({ query }) => listTimesHeldByPayments(db, query, config.communityTimeZone),
  })
}

function addWritingRoutes(app: PortalApp, services: Services): void {
  const context = { timeZone: services.config.communityTimeZone }

  app.post('/payment', {
    config: {
      ...CREATING,
      policy: residentsAndAdminsWith(['payments', 'add']),
      documentedBody: Type.Union([
        Type.Intersect([
          toFormSchema(addWithholdingFields(depositForm), 'create'),
          NamedCharge,
          NamedReservation,
          AnotherPayment,
        ]),
        ReservationPayment,
      ]),
    },
    schema: {
      summary: 'A resident: a direct deposit with its slip. The office: a reservation and its payment',
      body: AnyBody,
      response: { 201: Payment },
    },
    handler: async (request, reply) => {
      const { actor, body } = request
      const prepare = () => prepareCreate(services, actor, body)
      const read = (db: DbOrTx, id: number) => requirePayment({ ...services, db }, actor, id)
      return reply.code(201).send(await createOnce(services, request, prepare, read))
    },
  })

  app.put('/payment/:id', {
    config: { policy: adminsWith(['payments', 'edit']), documentedBody: Review },
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
      await requireForReview(services, admin, params.id, body)
      const review = parseReview(body, context.timeZone)
      if (review.status === PAYMENT_STATUS.posted) await storeLogo(services)
      await change(services, (tx) => reviewPayment(tx, admin, params.id, review, context))
      return requirePayment(services, actor, params.id)
    },
  })

  app.put('/payment/reserved/:id', {
    config: {
      policy: adminsWith(['payments', 'verify']),
      documentedBody: Type.Omit(Review, ['status', 'proof', 'confirmed']),
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
      await change(services, (tx) => approveReserved(tx, actor as AdminActor, params.id, review, context))
      return requirePayment(services, actor, params.id)
    },
  })

  app.post('/payment/:id/reversal', {
    config: { policy: adminsWith(['payments', 'reverse']) },
    schema: {
      summary: 'Reverse a posted payment, once',
      params: IdParams,
      body: Reversal,
      response: { 201: Payment },
    },
    handler: async ({ actor, params, body, ip }, reply) => {
      await confirmPassword(services.db, actor, { password: body.password, address: ip })
      const reversal = { ...body, remarks: body.remarks.trim() }
      await change(services, (tx) => reversePayment(tx, actor as AdminActor, params.id, reversal, context))
      return reply.code(201).send(await requirePayment(services, actor, params.id))
    },
  })

  app.delete('/payment/:id', {
    config: { policy: adminsWith(['payments', 'reject']) },
    schema: {
      summary: 'Delete a payment that nobody decided on and no gateway says was paid',
      params: IdParams,
      response: { 200: Success },
    },
    handler: async ({ actor, params }) => {
      await change(services, (tx) => deletePayment(tx, actor as AdminActor, params.id, context))
      return { success: true }
    },
  })
}

async function prepareCreate(services: Services, actor: Actor, body: Readonly<Record<string, unknown>>) {
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
 * Checks the caller's flags for the new status first, before it validates the body or reads the payment
 * (rules 14.7).
 */
async function requireForReview(
  { db }: Services,
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
    if ((await findRow(db, id))?.status !== status) throw error
  }
}
