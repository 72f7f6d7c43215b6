import { createExampleBody } from '@tahanan/contract/tickets/example.ts'
import { getModule } from '@tahanan/contract/tickets/index.ts'
import { TEST_BANK } from '@tahanan/server/features/bank-matching/testing.ts'
import { createLedgerCalls } from '@tahanan/server/features/ledger/testing.ts'
import {
  payByDeposit,
  enableWithholding,
  createTaxFields,
  uploadCertificate,
  uploadSlip,
} from '@tahanan/server/features/posting/testing.ts'
import { createDocument, createPostBody } from '@tahanan/server/features/posts/testing.ts'
import { INVOICE_SERIES, createVoidReceipt, createSeries } from '@tahanan/server/features/receipts/testing.ts'
import { createTenantBody } from '@tahanan/server/features/tenants/testing.ts'
import { createTestAmenity, createTestTenant, TEST_PASSWORD } from '@tahanan/server/testing/accounts.ts'
import { getNameField, RECORD_RULES } from '@tahanan/server/testing/record-rules.ts'
import { getConversationCalls } from './conversation-calls.ts'
import { getGateCalls } from './gate-calls.ts'
import { getSettingCalls } from './setting-calls.ts'
import { getTicketCalls } from './ticket-calls.ts'
import {
  postAndGetId,
  neighbour,
  getNextNumber,
  office,
  portal,
  resident,
  type Body,
  type WritingCall,
} from './writing-portal.ts'

const createPaymentWithTax = async (): Promise<number> => {
  await enableWithholding(portal, resident)
  return (await payByDeposit(portal, resident, { ...createTaxFields(100), ...createUniqueDay() })).id
}
const createFormatBody = () => ({ ...TEST_BANK })
const createAdminBody = () => ({
  name: 'Ana',
  firstName: 'Ana',
  lastName: 'Cruz',
  email: `ana-${getNextNumber()}@example.test`,
  password: 'a-new-password-1',
  password_confirmation: 'a-new-password-1',
})

const createPolicyHeader = () =>
  postAndGetId('office', '/policy-header', { header: `Header ${getNextNumber()}` })
const createPost = () => postAndGetId('office', '/post', createPostBody({ enableMessaging: 1 }))
/** Returns another date at each call, because two deposits with the same date would look like duplicates. */
const createUniqueDay = () => ({
  transactionDate: new Date(Date.UTC(2020, 0, getNextNumber())),
  confirmed: true,
})
const createDeposit = async () => (await payByDeposit(portal, resident, createUniqueDay())).id
const createPostedPayment = async () => {
  const id = await createDeposit()
  await office.put(`/payment/${id}`, { status: 4 })
  return id
}
const createCancellableReservation = async () => {
  const amenityId = (await createTestAmenity(portal.db)).id
  await office.put(`/amenity-rules/${amenityId}`, { cancelHours: 1 })
  const reservationBody = {
    ...createExampleBody(getModule('reservation'), new Date(), 'Asia/Manila'),
    amenityId,
  }
  const { id } = (await resident.post<{ id: number }>('/reservation', reservationBody)).body
  await office.put(`/reservation/reserved/${id}`)
  return id
}
const createReservedTime = async () => {
  const amenityId = (await createTestAmenity(portal.db)).id
  await office.put(`/amenity-rules/${amenityId}`, { offerMinutes: 60 })
  const { id, startTime, endTime } = (
    await resident.post<{ id: number; startTime: string; endTime: string }>('/reservation', {
      ...createExampleBody(getModule('reservation'), new Date(), 'Asia/Manila'),
      amenityId,
    })
  ).body
  return { id, body: { amenityId, startTime, endTime } }
}
const createWaitingListOffer = async () => {
  const { id, body } = await createReservedTime()
  const waitingEntryId = await postAndGetId('resident', '/waiting-entry', body)
  await office.put(`/reservation/${id}`, { status: 5 })
  return waitingEntryId
}
/**
 * Allows receipt numbers again, because a restored backup blocks them until the office confirms the last
 * number.
 */
const confirmSeries = () => portal.db.updateTable('number_series').set({ restored_at: null }).execute()
const createStoppedSeries = async () => {
  await confirmSeries()
  const id = await createSeries(office)
  await portal.db.updateTable('number_series').set({ restored_at: new Date() }).where('id', '=', id).execute()
  return id
}
const createInvoice = async () => {
  await confirmSeries()
  await createSeries(office, { prefix: `I${getNextNumber()}-` })
  return postAndGetId('office', '/invoice', {
    entryId: await createLedgerCalls(portal, office).charge(resident),
  })
}
let replacementBody: Body = {}
const createResidentVoidReceipt = async () => {
  await confirmSeries()
  const { id, body } = await createVoidReceipt(portal, office, resident)
  replacementBody = body
  return id
}
const createDepositBody = async () => ({
  amountPaid: 1500,
  ...createUniqueDay(),
  images: [await uploadSlip(portal, resident)],
})
const createOnlineBody = () => ({ email: 'ana@condo.ph', amountPaid: 900 })

function createNonTicketCalls(): WritingCall[] {
  const recordCalls: readonly (readonly [string, () => Promise<Body> | Body, Body])[] = [
    ...Object.values(RECORD_RULES).map(
      (rules) =>
        [
          rules.recordPath,
          async () => ({
            ...rules.body,
            ...(rules.parent && { [rules.parent[1]]: await createPolicyHeader() }),
          }),
          { [getNameField(rules)]: 'Other' },
        ] as const,
    ),
    [
      'post',
      () => createPostBody({ content: createDocument('Words'), enableMessaging: 1 }),
      { description: 'Other words' },
    ],
    ['tenant', () => createTenantBody(), { uoccpers: 'Ben Cruz' }],
  ]
  const recordWritingCalls = recordCalls.flatMap(([name, body, changedBody]): WritingCall[] => [
    { who: 'office', method: 'post', path: `/api/${name}`, body, extraAllowedFields: ['policyHeaderId'] },
    {
      who: 'office',
      method: 'put',
      path: `/api/${name}/{id}`,
      id: async () => postAndGetId('office', `/${name}`, await body()),
      body: () => changedBody,
    },
  ])
  return [
    ...recordWritingCalls,
    {
      who: 'resident',
      method: 'put',
      path: '/api/tenant/{id}',
      id: () => Promise.resolve(resident.id),
      body: () => ({ socialMediaAccount: 'ana' }),
      extraAllowedFields: ['social_media_account'],
    },
    { who: 'resident', method: 'post', path: '/api/feedback', body: () => ({ rate: 4, message: 'Fine' }) },
    {
      who: 'resident',
      method: 'post',
      path: '/api/comment',
      body: async () => ({ postId: await createPost(), comment: 'Thanks' }),
      extraAllowedFields: ['post_id'],
    },
    {
      who: 'office',
      method: 'post',
      path: '/api/comment',
      body: async () => ({ postId: await createPost(), comment: 'Thanks' }),
      extraAllowedFields: ['post_id'],
    },
    {
      who: 'resident',
      method: 'post',
      path: '/api/post-analytic',
      body: async () => ({ postId: await createPost() }),
      extraAllowedFields: ['post_id'],
    },
    { who: 'office', method: 'put', path: '/api/post-approved/{id}', id: createPost, body: () => ({}) },
    { who: 'superAdmin', method: 'post', path: '/api/user-admin', body: createAdminBody },
    {
      who: 'superAdmin',
      method: 'put',
      path: '/api/user-admin/{id}',
      id: () => postAndGetId('superAdmin', '/user-admin', createAdminBody()),
      body: () => ({ name: 'Bea' }),
    },
    { who: 'resident', method: 'post', path: '/api/payment', body: createDepositBody },
    {
      who: 'office',
      method: 'post',
      path: '/api/payment',
      body: async () => ({
        ...createExampleBody(getModule('reservation'), new Date(), 'Asia/Manila'),
        tenantId: resident.id,
        amenityId: (await createTestAmenity(portal.db)).id,
        estimatedAmount: 900,
      }),
    },
    {
      who: 'office',
      method: 'put',
      path: '/api/amenity-rules/{id}',
      id: async () => (await createTestAmenity(portal.db)).id,
      body: () => ({ minMinutes: 60 }),
    },
    {
      who: 'office',
      method: 'put',
      path: '/api/amenity-closure/{id}',
      id: async () => (await createTestAmenity(portal.db)).id,
      body: () => ({ from: '2199-01-01', reason: 'Repairs' }),
    },
    {
      who: 'resident',
      method: 'post',
      path: '/api/waiting-entry',
      body: async () => (await createReservedTime()).body,
    },
    {
      who: 'resident',
      method: 'put',
      path: '/api/waiting-entry/accepted/{id}',
      id: createWaitingListOffer,
      body: () => ({ description: 'For a birthday.' }),
    },
    {
      who: 'resident',
      method: 'put',
      path: '/api/reservation/cancelled/{id}',
      id: createCancellableReservation,
      body: () => ({}),
    },
    {
      who: 'office',
      method: 'put',
      path: '/api/payment/{id}',
      id: createDeposit,
      body: () => ({ status: 3, remarks: 'Seen.' }),
    },
    {
      who: 'office',
      method: 'post',
      path: '/api/payment/{id}/reversal',
      id: createPostedPayment,
      body: () => ({ kind: 'enteredInError', remarks: 'Twice', password: TEST_PASSWORD }),
    },
    {
      who: 'office',
      method: 'post',
      path: '/api/ledger-entry',
      body: async () => ({
        tenantId: (await createTestTenant(portal.db)).id,
        kind: 'charge',
        label: 'Water',
        amount: 10,
        date: '2026-03-14',
        remarks: 'Read late',
      }),
    },
    {
      who: 'office',
      method: 'post',
      path: '/api/reminder-batch',
      body: async () => ({
        kind: 'on',
        text: 'Please pay.',
        tenantIds: [(await createTestTenant(portal.db)).id],
      }),
    },
    {
      who: 'resident',
      method: 'post',
      path: '/api/payment/{id}/certificate',
      id: createPaymentWithTax,
      body: async () => ({ certificate: [await uploadCertificate(portal, resident)] }),
    },
    {
      who: 'office',
      method: 'put',
      path: '/api/withholding-certificate/{id}',
      id: createPaymentWithTax,
      body: () => ({ status: 'received' }),
    },
    { who: 'office', method: 'post', path: '/api/bank-format', body: createFormatBody },
    {
      who: 'office',
      method: 'put',
      path: '/api/bank-format/{id}',
      id: () => postAndGetId('office', '/bank-format', createFormatBody()),
      body: () => ({ dateColumn: 'Day' }),
    },
    {
      who: 'office',
      method: 'post',
      path: '/api/receipt-series',
      body: async () => {
        await confirmSeries()
        return INVOICE_SERIES
      },
    },
    {
      who: 'office',
      method: 'post',
      path: '/api/receipt-series/{id}/confirmation',
      id: createStoppedSeries,
      body: () => ({ lastPrinted: 0 }),
    },
    {
      who: 'office',
      method: 'post',
      path: '/api/receipt/{id}/replacement',
      id: createResidentVoidReceipt,
      body: () => replacementBody,
    },
    {
      who: 'office',
      method: 'post',
      path: '/api/invoice/{id}/void',
      id: createInvoice,
      body: () => ({ remarks: 'Charged twice' }),
    },
    {
      who: 'office',
      method: 'post',
      path: '/api/cash-close',
      body: async () => {
        const cashPayment = { tenantId: (await createTestTenant(portal.db)).id, type: 4, amountPaid: 10 }
        await (await portal.as('admin', { name: 'Cashier' })).post('/counter-payment', cashPayment)
        return { counted: 0, expected: 10, remarks: 'Ten missing' }
      },
    },
    // Must come after the call that closes the cash: an administrator who has taken cash may not close it.
    {
      who: 'office',
      method: 'post',
      path: '/api/counter-payment',
      body: () => ({ tenantId: neighbour.id, type: 4, amountPaid: 10, confirmedDuplicate: true }),
    },
    { who: 'resident', method: 'post', path: '/api/payment-dragonpay', body: createOnlineBody },
    { who: 'resident', method: 'post', path: '/api/payment-aqwire', body: createOnlineBody },
    { who: 'resident', method: 'put', path: '/api/client-notif-read-ids', body: () => ({ ids: '' }) },
    { who: 'office', method: 'put', path: '/api/admin-notif-read-ids', body: () => ({ ids: '' }) },
    ...getSettingCalls(),
    ...getConversationCalls(),
    ...getGateCalls(),
  ]
}

export const getWritingCalls = (): WritingCall[] => [...getTicketCalls(), ...createNonTicketCalls()]
