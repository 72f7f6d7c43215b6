import type { Payment } from '@tahanan/contract/billing/answers.ts'
import {
  deposit,
  letWithhold,
  taxOf,
  uploadCertificate,
  uploadSlip,
} from '@tahanan/server/features/posting/testing.ts'
import { makeAmenity, TEST_PASSWORD } from '@tahanan/server/testing/accounts.ts'
import type { LoggedIn } from '@tahanan/server/testing/callers.ts'
import { may, mayWithAll, type Entries, type Who } from '../entry.ts'
import type { TestAccounts } from '../test-accounts.ts'

const READERS: Who = { residents: 'owner', administrators: may('payments.view') }
const aDeposit = ({ portal, owner }: TestAccounts) => deposit(portal, owner)

/** Enters a payment of the owner at the counter: by the caller who may, else by the office. */
async function takeAtCounter({ office, owner }: TestAccounts, body: object, me = office): Promise<Payment> {
  const taken = { tenantId: owner.id, amountPaid: 100, confirmedDuplicate: true, ...body }
  const own = await me.post<Payment>('/counter-payment', taken)
  const made = own.status === 201 ? own : await office.post<Payment>('/counter-payment', taken)
  if (made.status !== 201) throw new Error(`not entered: ${made.status}`)
  return made.body
}

/** Enters a cheque of a day to come at the counter. */
function aCheque(cast: TestAccounts, me?: LoggedIn): Promise<Payment> {
  const chequeDate = new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10)
  return takeAtCounter(cast, { type: 5, bank: 'BDO', bankReference: '000123', chequeDate }, me)
}

async function aPosted(cast: TestAccounts): Promise<number> {
  const { id } = await aDeposit(cast)
  const { status } = await cast.office.put(`/payment/${id}`, { status: 4 })
  if (status !== 200) throw new Error(`not posted: ${status}`)
  return id
}

/** Makes a payment of the owner with tax withheld; returns its id. */
async function addWithholdingFields(
  { portal, owner, office }: TestAccounts,
  state?: 'posted',
): Promise<number> {
  await letWithhold(portal, owner)
  const { id } = await deposit(portal, owner, taxOf(100))
  if (state) await office.put(`/payment/${id}`, { status: 4 })
  return id
}

/** Returns the body of a reservation payment. */
async function reservationPayment({ portal, owner }: TestAccounts) {
  const day = new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10)
  return {
    tenantId: owner.id,
    title: 'Event Booking',
    amenityId: (await makeAmenity(portal.db)).id,
    description: 'Christmas party',
    startTime: `${day} 09:00:00`,
    endTime: `${day} 11:00:00`,
  }
}
async function reserved(cast: TestAccounts): Promise<{ id: number; amenityId: number }> {
  const body = await reservationPayment(cast)
  const answer = await cast.office.post<{ id: number }>('/payment', body)
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body))
  return { id: answer.body.id, amenityId: body.amenityId }
}

/** Payments and statements (rules 7.1, 8.5, 8.7). */
export const paymentEntries: Entries = {
  'GET /api/payments': {
    residents: 'theirs',
    administrators: may('payments.view'),
    about: async (cast) => ({ shows: (await aDeposit(cast)).referenceNumber }),
  },
  'GET /api/payment/{id}': {
    ...READERS,
    about: async (cast) => {
      const { id, referenceNumber } = await aDeposit(cast)
      return { path: { id }, shows: referenceNumber }
    },
  },
  'GET /api/payment/{id}/receipt': {
    residents: 'owner',
    administrators: may('payments.view', 'payments.counter'),
    about: async (cast, me) => ({ path: { id: (await takeAtCounter(cast, { type: 4 }, me)).id } }),
  },
  'GET /api/payment/{id}/cheque-slip': {
    administrators: may('payments.view', 'payments.counter'),
    about: async (cast, me) => ({ path: { id: (await aCheque(cast, me)).id } }),
  },
  'POST /api/counter-payment': {
    administrators: may('payments.counter'),
    about: ({ owner }) => ({
      body: { tenantId: owner.id, type: 4, amountPaid: 100, confirmedDuplicate: true },
    }),
  },
  'GET /api/counter-payments': {
    administrators: may('payments.counter'),
    about: async (cast, me) => ({
      query: { limit: 0 },
      shows: (await takeAtCounter(cast, { type: 4 }, me)).referenceNumber,
    }),
  },
  'GET /api/waiting-cheques': {
    administrators: may('payments.counter'),
    about: async (cast) => ({ query: { limit: 0 }, shows: (await aCheque(cast)).referenceNumber }),
  },
  'GET /api/cash-closes': {
    administrators: may('payments.counter'),
    about: () => ({ shows: '"next":' }),
  },
  'POST /api/cash-close': {
    administrators: may('payments.counter'),
    about: async ({ office, owner }) => {
      const cash = { tenantId: owner.id, type: 4, amountPaid: 100, confirmedDuplicate: true }
      await office.post('/counter-payment', cash)
      const { expected } = (await office.get<{ next: { expected: number } }>('/cash-closes')).body.next
      return { body: { counted: expected, expected } }
    },
  },
  'GET /api/paymentIds': {
    administrators: may('payments.view'),
    about: async (cast) => {
      const { id, referenceNumber } = await aDeposit(cast)
      return { query: { selectedIds: id }, shows: referenceNumber }
    },
  },
  'GET /api/get-payment-schedules': {
    administrators: may('payments.view', 'payments.add'),
    about: async (cast) => {
      const { id, amenityId } = await reserved(cast)
      return { query: { amenityId }, shows: `"paymentId":${id}` }
    },
  },
  // A deposit of the resident, a reservation payment of the office.
  'POST /api/payment': {
    residents: 'all',
    administrators: may('payments.add'),
    about: async (cast, me) => ({
      body: {
        ...(await reservationPayment(cast)),
        amountPaid: 1500,
        transactionDate: '2026-03-14 09:30:00',
        confirmed: true,
        confirmedDuplicate: true,
        images: [await uploadSlip(cast.portal, me)],
      },
    }),
  },
  // Remarks; each status needs its own flag beside this one: server/features/posting/matrix.test.ts.
  'PUT /api/payment/{id}': {
    administrators: may('payments.edit'),
    about: async (cast) => ({
      path: { id: (await aDeposit(cast)).id },
      body: { status: 2, remarks: 'Seen in the bank’s list' },
    }),
  },
  'PUT /api/payment/reserved/{id}': {
    administrators: mayWithAll('payments.verify', 'reservations.approve'),
    about: async (cast) => ({ path: { id: (await reserved(cast)).id } }),
  },
  'POST /api/payment/{id}/reversal': {
    administrators: may('payments.reverse'),
    about: async (cast) => ({
      path: { id: await aPosted(cast) },
      body: { kind: 'chequeReturned', remarks: 'The bank returned it', password: TEST_PASSWORD },
    }),
  },
  'DELETE /api/payment/{id}': {
    administrators: may('payments.reject'),
    about: async (cast) => ({ path: { id: (await aDeposit(cast)).id } }),
  },
  'GET /api/statements': {
    residents: 'theirs',
    administrators: may('billings.view'),
    about: async ({ portal, owner }) => {
      const { id } = await portal.db
        .insertInto('statements')
        .values({ tenant_id: owner.id, soa_amount: 100 })
        .returning('id')
        .executeTakeFirstOrThrow()
      return { query: { limit: 50 }, shows: `"id":${id},` }
    },
  },
  'GET /api/billings': {
    administrators: may('billings.view'),
    about: ({ owner }) => ({
      query: { searchTerm: owner.account.clientCode },
      shows: owner.account.clientCode,
    }),
  },
  'GET /api/ledger/{tenantId}': {
    residents: 'owner',
    administrators: may('billings.view'),
    about: ({ owner }) => ({ path: { tenantId: owner.id }, shows: '"balance":' }),
  },
  'GET /api/ledger/{tenantId}/pdf': {
    residents: 'owner',
    administrators: may('billings.view'),
    about: ({ owner }) => ({ path: { tenantId: owner.id }, shows: '%PDF' }),
  },
  'GET /api/ageing/pdf': {
    administrators: may('billings.view'),
    about: () => ({ shows: '%PDF' }),
  },
  'GET /api/collections': {
    administrators: may('payments.view'),
    about: () => ({ query: { from: '2026-01-01', to: '2026-01-31' }, shows: '"data":' }),
  },
  'GET /api/collections/pdf': {
    administrators: may('payments.view'),
    about: () => ({ query: { from: '2026-01-01', to: '2026-01-31' }, shows: '%PDF' }),
  },
  'GET /api/statement-check': {
    administrators: may('billings.view'),
    about: () => ({ query: { from: '2026-01-01', to: '2026-01-31' }, shows: '"data":' }),
  },
  'GET /api/statement-check/pdf': {
    administrators: may('billings.view'),
    about: () => ({ query: { from: '2026-01-01', to: '2026-01-31' }, shows: '%PDF' }),
  },
  'GET /api/open-charges/{tenantId}': {
    residents: 'owner',
    administrators: may('billings.view', 'payments.counter'),
    about: ({ owner }) => ({ path: { tenantId: owner.id }, shows: '"data":' }),
  },
  'GET /api/ageing': {
    administrators: may('billings.view'),
    about: () => ({ shows: '"over90":' }),
  },
  'GET /api/withholding-certificates': {
    administrators: may('payments.view'),
    about: async (cast) => ({
      shows: `"id":${await addWithholdingFields(cast, 'posted')},`,
      query: { limit: 0 },
    }),
  },
  'GET /api/withholding-certificates/pdf': {
    administrators: may('payments.view'),
    about: () => ({ shows: '%PDF' }),
  },
  'POST /api/payment/{id}/certificate': {
    residents: 'owner',
    about: async (cast, me) => ({
      path: { id: await addWithholdingFields(cast) },
      body: { certificate: [await uploadCertificate(cast.portal, me)] },
    }),
  },
  'PUT /api/withholding-certificate/{id}': {
    administrators: may('payments.verify'),
    about: async (cast) => ({ path: { id: await addWithholdingFields(cast) }, body: { status: 'received' } }),
  },
  'GET /api/payfile-batches': {
    administrators: may('payments.view'),
    about: () => ({ shows: '"next":' }),
  },
  'GET /api/payfile-batch/{number}': {
    administrators: may('payments.view'),
    about: async (cast) => {
      await aPosted(cast)
      const { body } = await cast.office.post<{ number: number }>('/payfile-batch')
      return { path: { number: body.number }, shows: '"trnno":' }
    },
  },
  'POST /api/payfile-batch': {
    administrators: may('payments.posted'),
    about: async (cast) => {
      await aPosted(cast)
      return {}
    },
  },
  'POST /api/payfile-contents': {
    administrators: may('payments.view'),
    answers: 200,
    changes: false,
    about: () => ({ body: { status: '4' }, shows: '"copied":' }),
  },
  'POST /api/payfile-copy': {
    administrators: may('payments.view'),
    answers: 200,
    about: async (cast) => ({
      body: { payments: { ids: [await aPosted(cast)] }, content: 'posted' },
      shows: '"trnno":',
    }),
  },
  'GET /api/reminders': {
    administrators: may('billings.remind'),
    about: () => ({ shows: '"mailLeaves":' }),
  },
  'GET /api/reminder-batches': {
    administrators: may('billings.remind'),
    about: () => ({ shows: '"total":' }),
  },
  'GET /api/reminder-batch/{id}': {
    administrators: may('billings.remind'),
    about: async (cast) => {
      const { body } = await cast.office.post<{ id: number }>('/reminder-batch', aBatch(cast))
      return { path: { id: body.id }, shows: '"outcome":' }
    },
  },
  'POST /api/reminder-batch': {
    administrators: may('billings.remind'),
    about: (cast) => ({ body: aBatch(cast) }),
  },
  'POST /api/ledger-entry': {
    administrators: may('payments.charge'),
    about: ({ owner }) => ({
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

const aBatch = ({ owner }: TestAccounts) => ({ kind: 'on', text: 'Please pay.', tenantIds: [owner.id] })
