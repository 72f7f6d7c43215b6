import type { Payment } from '@tahanan/contract/billing/answers.ts'
import {
  payByDeposit,
  enableWithholding,
  createTaxFields,
  uploadCertificate,
  uploadSlip,
} from '@tahanan/server/features/posting/testing.ts'
import { createTestAmenity, TEST_PASSWORD } from '@tahanan/server/testing/accounts.ts'
import type { LoggedInCaller } from '@tahanan/server/testing/callers.ts'
import { withAnyFlag, withAllFlags, type AccessCases, type AllowedCallers } from '../access-case.ts'
import type { TestAccounts } from '../test-accounts.ts'

const READERS: AllowedCallers = { residents: 'owner', administrators: withAnyFlag('payments.view') }
const createDeposit = ({ portal, owner }: TestAccounts) => payByDeposit(portal, owner)

async function createCounterPayment(
  { office, owner }: TestAccounts,
  body: object,
  me = office,
): Promise<Payment> {
  const requestBody = { tenantId: owner.id, amountPaid: 100, confirmedDuplicate: true, ...body }
  const response = await me.post<Payment>('/counter-payment', requestBody)
  const successfulResponse =
    response.status === 201 ? response : await office.post<Payment>('/counter-payment', requestBody)
  if (successfulResponse.status !== 201) throw new Error(`not entered: ${successfulResponse.status}`)
  return successfulResponse.body
}

function createChequePayment(accounts: TestAccounts, me?: LoggedInCaller): Promise<Payment> {
  const chequeDate = new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10)
  return createCounterPayment(accounts, { type: 5, bank: 'BDO', bankReference: '000123', chequeDate }, me)
}

async function createPostedPayment(accounts: TestAccounts): Promise<number> {
  const { id } = await createDeposit(accounts)
  const { status } = await accounts.office.put(`/payment/${id}`, { status: 4 })
  if (status !== 200) throw new Error(`not posted: ${status}`)
  return id
}

async function createPaymentWithTax(
  { portal, owner, office }: TestAccounts,
  state?: 'posted',
): Promise<number> {
  await enableWithholding(portal, owner)
  const { id } = await payByDeposit(portal, owner, createTaxFields(100))
  if (state) await office.put(`/payment/${id}`, { status: 4 })
  return id
}

async function createReservationBody({ portal, owner }: TestAccounts) {
  const day = new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10)
  return {
    tenantId: owner.id,
    title: 'Event Booking',
    amenityId: (await createTestAmenity(portal.db)).id,
    description: 'Christmas party',
    startTime: `${day} 09:00:00`,
    endTime: `${day} 11:00:00`,
  }
}
async function createReservationPayment(accounts: TestAccounts): Promise<{ id: number; amenityId: number }> {
  const body = await createReservationBody(accounts)
  const paymentResponse = await accounts.office.post<{ id: number }>('/payment', body)
  if (paymentResponse.status !== 201) throw new Error(JSON.stringify(paymentResponse.body))
  return { id: paymentResponse.body.id, amenityId: body.amenityId }
}

/** Expected access to payments and statements (rules 7.1, 8.5, 8.7). */
export const paymentCases: AccessCases = {
  'GET /api/payments': {
    residents: 'theirs',
    administrators: withAnyFlag('payments.view'),
    prepare: async (accounts) => ({ expectedText: (await createDeposit(accounts)).referenceNumber }),
  },
  'GET /api/payment/{id}': {
    ...READERS,
    prepare: async (accounts) => {
      const { id, referenceNumber } = await createDeposit(accounts)
      return { path: { id }, expectedText: referenceNumber }
    },
  },
  'GET /api/payment/{id}/receipt': {
    residents: 'owner',
    administrators: withAnyFlag('payments.view', 'payments.counter'),
    prepare: async (accounts, me) => ({
      path: { id: (await createCounterPayment(accounts, { type: 4 }, me)).id },
    }),
  },
  'GET /api/payment/{id}/cheque-slip': {
    administrators: withAnyFlag('payments.view', 'payments.counter'),
    prepare: async (accounts, me) => ({ path: { id: (await createChequePayment(accounts, me)).id } }),
  },
  'POST /api/counter-payment': {
    administrators: withAnyFlag('payments.counter'),
    prepare: ({ owner }) => ({
      body: { tenantId: owner.id, type: 4, amountPaid: 100, confirmedDuplicate: true },
    }),
  },
  'GET /api/counter-payments': {
    administrators: withAnyFlag('payments.counter'),
    prepare: async (accounts, me) => ({
      query: { limit: 0 },
      expectedText: (await createCounterPayment(accounts, { type: 4 }, me)).referenceNumber,
    }),
  },
  'GET /api/waiting-cheques': {
    administrators: withAnyFlag('payments.counter'),
    prepare: async (accounts) => ({
      query: { limit: 0 },
      expectedText: (await createChequePayment(accounts)).referenceNumber,
    }),
  },
  'GET /api/cash-closes': {
    administrators: withAnyFlag('payments.counter'),
    prepare: () => ({ expectedText: '"next":' }),
  },
  'POST /api/cash-close': {
    administrators: withAnyFlag('payments.counter'),
    prepare: async ({ office, owner }) => {
      const cashPayment = { tenantId: owner.id, type: 4, amountPaid: 100, confirmedDuplicate: true }
      await office.post('/counter-payment', cashPayment)
      const { expected } = (await office.get<{ next: { expected: number } }>('/cash-closes')).body.next
      return { body: { counted: expected, expected } }
    },
  },
  'GET /api/paymentIds': {
    administrators: withAnyFlag('payments.view'),
    prepare: async (accounts) => {
      const { id, referenceNumber } = await createDeposit(accounts)
      return { query: { selectedIds: id }, expectedText: referenceNumber }
    },
  },
  'GET /api/listed-payments': {
    administrators: withAnyFlag('payments.view'),
    prepare: async (accounts) => {
      const { id, referenceNumber } = await createDeposit(accounts)
      return { query: { selectedIds: id }, expectedText: referenceNumber }
    },
  },
  'GET /api/get-payment-schedules': {
    administrators: withAnyFlag('payments.view', 'payments.add'),
    prepare: async (accounts) => {
      const { id, amenityId } = await createReservationPayment(accounts)
      return { query: { amenityId }, expectedText: `"paymentId":${id}` }
    },
  },
  // The body is valid for both callers: a resident creates a deposit with it, the office a payment for a
  // reservation.
  'POST /api/payment': {
    residents: 'all',
    administrators: withAnyFlag('payments.add'),
    prepare: async (accounts, me) => ({
      body: {
        ...(await createReservationBody(accounts)),
        amountPaid: 1500,
        transactionDate: '2026-03-14 09:30:00',
        confirmed: true,
        confirmedDuplicate: true,
        images: [await uploadSlip(accounts.portal, me)],
      },
    }),
  },
  // Changes only the remarks. A change of the status needs another permission, which
  // server/features/posting/status-permissions.test.ts tests.
  'PUT /api/payment/{id}': {
    administrators: withAnyFlag('payments.edit'),
    prepare: async (accounts) => ({
      path: { id: (await createDeposit(accounts)).id },
      body: { status: 2, remarks: 'Seen in the bank’s list' },
    }),
  },
  'PUT /api/payment/reserved/{id}': {
    administrators: withAllFlags('payments.verify', 'reservations.approve'),
    prepare: async (accounts) => ({ path: { id: (await createReservationPayment(accounts)).id } }),
  },
  'POST /api/payment/{id}/reversal': {
    administrators: withAnyFlag('payments.reverse'),
    prepare: async (accounts) => ({
      path: { id: await createPostedPayment(accounts) },
      body: { kind: 'chequeReturned', remarks: 'The bank returned it', password: TEST_PASSWORD },
    }),
  },
  'DELETE /api/payment/{id}': {
    administrators: withAnyFlag('payments.reject'),
    prepare: async (accounts) => ({ path: { id: (await createDeposit(accounts)).id } }),
  },
  'GET /api/statements': {
    residents: 'theirs',
    administrators: withAnyFlag('billings.view'),
    prepare: async ({ portal, owner }) => {
      const { id } = await portal.db
        .insertInto('statements')
        .values({ tenant_id: owner.id, soa_amount: 100 })
        .returning('id')
        .executeTakeFirstOrThrow()
      return { query: { limit: 50 }, expectedText: `"id":${id},` }
    },
  },
  'GET /api/billings': {
    administrators: withAnyFlag('billings.view'),
    prepare: ({ owner }) => ({
      query: { searchTerm: owner.account.clientCode },
      expectedText: owner.account.clientCode,
    }),
  },
  'GET /api/billingIds': {
    administrators: withAnyFlag('billings.view'),
    prepare: ({ owner }) => ({ query: { selectedIds: owner.id }, expectedText: owner.account.clientCode }),
  },
  'GET /api/ledger/{tenantId}': {
    residents: 'owner',
    administrators: withAnyFlag('billings.view'),
    prepare: ({ owner }) => ({ path: { tenantId: owner.id }, expectedText: '"balance":' }),
  },
  'GET /api/ledger/{tenantId}/pdf': {
    residents: 'owner',
    administrators: withAnyFlag('billings.view'),
    prepare: ({ owner }) => ({ path: { tenantId: owner.id }, expectedText: '%PDF' }),
  },
  'GET /api/ageing/pdf': {
    administrators: withAnyFlag('billings.view'),
    prepare: () => ({ expectedText: '%PDF' }),
  },
  'GET /api/collections': {
    administrators: withAnyFlag('payments.view'),
    prepare: () => ({ query: { from: '2026-01-01', to: '2026-01-31' }, expectedText: '"data":' }),
  },
  'GET /api/collections/pdf': {
    administrators: withAnyFlag('payments.view'),
    prepare: () => ({ query: { from: '2026-01-01', to: '2026-01-31' }, expectedText: '%PDF' }),
  },
  'GET /api/statement-check': {
    administrators: withAnyFlag('billings.view'),
    prepare: () => ({ query: { from: '2026-01-01', to: '2026-01-31' }, expectedText: '"data":' }),
  },
  'GET /api/statement-check/pdf': {
    administrators: withAnyFlag('billings.view'),
    prepare: () => ({ query: { from: '2026-01-01', to: '2026-01-31' }, expectedText: '%PDF' }),
  },
  'GET /api/open-charges/{tenantId}': {
    residents: 'owner',
    administrators: withAnyFlag('billings.view', 'payments.counter'),
    prepare: ({ owner }) => ({ path: { tenantId: owner.id }, expectedText: '"data":' }),
  },
  'GET /api/ageing': {
    administrators: withAnyFlag('billings.view'),
    prepare: () => ({ expectedText: '"over90":' }),
  },
  'GET /api/withholding-certificates': {
    administrators: withAnyFlag('payments.view'),
    prepare: async (accounts) => ({
      expectedText: `"id":${await createPaymentWithTax(accounts, 'posted')},`,
      query: { limit: 0 },
    }),
  },
  'GET /api/withholding-certificates/pdf': {
    administrators: withAnyFlag('payments.view'),
    prepare: () => ({ expectedText: '%PDF' }),
  },
  'POST /api/payment/{id}/certificate': {
    residents: 'owner',
    prepare: async (accounts, me) => ({
      path: { id: await createPaymentWithTax(accounts) },
      body: { certificate: [await uploadCertificate(accounts.portal, me)] },
    }),
  },
  'PUT /api/withholding-certificate/{id}': {
    administrators: withAnyFlag('payments.verify'),
    prepare: async (accounts) => ({
      path: { id: await createPaymentWithTax(accounts) },
      body: { status: 'received' },
    }),
  },
  'GET /api/payfile-batches': {
    administrators: withAnyFlag('payments.view'),
    prepare: () => ({ expectedText: '"next":' }),
  },
  'GET /api/payfile-batch/{number}': {
    administrators: withAnyFlag('payments.view'),
    prepare: async (accounts) => {
      await createPostedPayment(accounts)
      const { body } = await accounts.office.post<{ number: number }>('/payfile-batch')
      return { path: { number: body.number }, expectedText: '"trnno":' }
    },
  },
  'POST /api/payfile-batch': {
    administrators: withAnyFlag('payments.posted'),
    prepare: async (accounts) => {
      await createPostedPayment(accounts)
      return {}
    },
  },
  'POST /api/payfile-contents': {
    administrators: withAnyFlag('payments.view'),
    expectedStatus: 200,
    changes: false,
    prepare: () => ({ body: { status: '4' }, expectedText: '"copied":' }),
  },
  'POST /api/payfile-copy': {
    administrators: withAnyFlag('payments.view'),
    expectedStatus: 200,
    prepare: async (accounts) => ({
      body: { payments: { ids: [await createPostedPayment(accounts)] }, content: 'posted' },
      expectedText: '"trnno":',
    }),
  },
  'GET /api/reminders': {
    administrators: withAnyFlag('billings.remind'),
    prepare: () => ({ expectedText: '"mailLeaves":' }),
  },
  'GET /api/reminder-batches': {
    administrators: withAnyFlag('billings.remind'),
    prepare: () => ({ expectedText: '"total":' }),
  },
  'GET /api/reminder-batch/{id}': {
    administrators: withAnyFlag('billings.remind'),
    prepare: async (accounts) => {
      const { body } = await accounts.office.post<{ id: number }>(
        '/reminder-batch',
        createReminderBatchBody(accounts),
      )
      return { path: { id: body.id }, expectedText: '"outcome":' }
    },
  },
  'POST /api/reminder-batch': {
    administrators: withAnyFlag('billings.remind'),
    prepare: (accounts) => ({ body: createReminderBatchBody(accounts) }),
  },
  'POST /api/ledger-entry': {
    administrators: withAnyFlag('payments.charge'),
    prepare: ({ owner }) => ({
      body: {
        tenantId: owner.id,
        kind: 'charge',
        label: 'Water',
        amount: 10,
        date: '2026-03-14',
        remarks: 'Read late',
      },
    }),
  },
}

const createReminderBatchBody = ({ owner }: TestAccounts) => ({
  kind: 'on',
  text: 'Please pay.',
  tenantIds: [owner.id],
})
