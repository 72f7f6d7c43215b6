import { EXAMPLE_BANK_FORMATS } from '@tahanan/contract/billing/bank.ts'
import { exampleBody } from '@tahanan/contract/tickets/example.ts'
import { moduleNamed, MODULES } from '@tahanan/contract/tickets/index.ts'
import { booksOf } from '@tahanan/server/features/ledger/testing.ts'
import {
  deposit,
  letWithhold,
  taxOf,
  uploadCertificate,
  uploadSlip,
} from '@tahanan/server/features/posting/testing.ts'
import { aDocument, aPost } from '@tahanan/server/features/posts/testing.ts'
import { INVOICE_SERIES, makeVoidReceipt, openSeriesBy } from '@tahanan/server/features/receipts/testing.ts'
import { tenantBody } from '@tahanan/server/features/tenants/testing.ts'
import { makeAmenity, makeTenant, TEST_PASSWORD } from '@tahanan/server/testing/accounts.ts'
import { openTestPortal } from '@tahanan/server/testing/portal.ts'
import { nameField, RECORD_RULES } from '@tahanan/server/testing/record-rules.ts'

/** Portal, callers and every call that writes a record, as its form makes it, for attack 6. */

// The sandbox stands in for the gateways, so that payments can be begun.
export const portal = await openTestPortal({
  rateLimitPerMinute: 0,
  demo: true,
  publicUrl: 'https://portal.example',
})
const superAdmin = await portal.as('super-admin')
export const office = await portal.as('admin')
export const resident = await portal.as('client', { clientCode: 'MINE' })
export const neighbour = await portal.as('client', { clientCode: 'THEIRS' })

export type Body = Record<string, unknown>
/** A call that writes a record as its form makes it, and by whom. */
export interface WritingCall {
  readonly who: 'resident' | 'office' | 'superAdmin'
  readonly method: 'post' | 'put'
  /** As the API document writes it. */
  readonly path: string
  /** The id in the path, of a record made for this call. */
  readonly id?: () => Promise<number>
  readonly body: () => Promise<Body> | Body
  /** Fields beside the documented ones that this caller may fill in. */
  readonly own?: readonly string[]
}

let counted = 0
const next = () => ++counted
export const callerOf = (who: WritingCall['who']) => ({ resident, office, superAdmin })[who]
const made = async (who: WritingCall['who'], path: string, body: Body): Promise<number> => {
  const answer = await callerOf(who).post<{ id: number }>(path, body)
  if (answer.status !== 201) throw new Error(`${path}: ${JSON.stringify(answer.body)}`)
  return answer.body.id
}
const aBankAccount = { bank: 'BDO', accountName: 'Capiz', accountNumber: '0012', position: 1 }
/** Makes a payment with tax withheld, of a day of its own, so that no other looks like it. */
const addWithholdingFields = async (): Promise<number> => {
  await letWithhold(portal, resident)
  return (await deposit(portal, resident, { ...taxOf(100), ...aDay() })).id
}
const aFormat = () => ({ ...EXAMPLE_BANK_FORMATS[0] })
const anAdmin = () => ({
  name: 'Ana',
  firstName: 'Ana',
  lastName: 'Cruz',
  email: `ana-${next()}@example.test`,
  password: 'a-new-password-1',
  password_confirmation: 'a-new-password-1',
})

function ticketCases(): WritingCall[] {
  return MODULES.flatMap((module) => {
    const path = `/${module.path.one}`
    const body = async () => ({
      ...exampleBody(module, new Date(), 'Asia/Manila'),
      ...(module.holds === 'amenity' && { amenityId: (await makeAmenity(portal.db)).id }),
    })
    const forTenant = async () => ({ ...(await body()), tenantId: resident.id })
    const id = async () => made('office', path, await forTenant())
    const one = `/api${path}/{id}`
    return [
      { who: 'resident', method: 'post', path: `/api${path}`, body },
      { who: 'office', method: 'post', path: `/api${path}`, body: forTenant, own: ['tenantId'] },
      { who: 'resident', method: 'put', path: one, id, body: () => ({}) },
      { who: 'office', method: 'put', path: one, id, body: () => ({ remarks: 'Seen.' }), own: ['tenantId'] },
      ...['verified', 'approved', 'rejected', 'reserved'].map((verb) => ({
        who: 'office' as const,
        method: 'put' as const,
        path: `/api${path}/${verb}/{id}`,
        id,
        body: () => ({}),
      })),
    ] satisfies WritingCall[]
  })
}

const aHeader = () => made('office', '/policy-header', { header: `Header ${next()}` })
const aPostId = () => made('office', '/post', aPost({ enableMessaging: 1 }))
/** A day of its own: a deposit would else look like the one before. */
const aDay = () => ({ transactionDate: new Date(Date.UTC(2020, 0, next())).toISOString(), confirmed: true })
const pay = async () => (await deposit(portal, resident, aDay())).id
const posted = async () => {
  const id = await pay()
  await office.put(`/payment/${id}`, { status: 4 })
  return id
}
/** Lets all series issue again. */
const goOn = () => portal.db.updateTable('number_series').set({ restored_at: null }).execute()
const stoppedSeries = async () => {
  await goOn()
  const id = await openSeriesBy(office)
  await portal.db.updateTable('number_series').set({ restored_at: new Date() }).where('id', '=', id).execute()
  return id
}
const invoice = async () => {
  await goOn()
  await openSeriesBy(office, { prefix: `I${next()}-` })
  return made('office', '/invoice', { entryId: await booksOf(portal, office).charge(resident) })
}
let replacement: Body = {}
const voidReceipt = async () => {
  await goOn()
  const { id, body } = await makeVoidReceipt(portal, office, resident)
  replacement = body
  return id
}
const slip = async () => ({
  amountPaid: 1500,
  ...aDay(),
  images: [await uploadSlip(portal, resident)],
})
const online = () => ({ email: 'ana@condo.ph', amountPaid: 900 })

function otherCases(): WritingCall[] {
  const records: readonly (readonly [string, () => Promise<Body> | Body, Body])[] = [
    ...Object.values(RECORD_RULES).map(
      (rules) =>
        [
          rules.one,
          async () => ({ ...rules.body, ...(rules.under && { [rules.under[1]]: await aHeader() }) }),
          { [nameField(rules)]: 'Other' },
        ] as const,
    ),
    [
      'post',
      () => aPost({ content: aDocument('Words'), enableMessaging: 1 }),
      { description: 'Other words' },
    ],
    ['tenant', () => tenantBody(), { uoccpers: 'Ben Cruz' }],
  ]
  const ofRecords = records.flatMap(([name, body, changed]): WritingCall[] => [
    { who: 'office', method: 'post', path: `/api/${name}`, body, own: ['policyHeaderId'] },
    {
      who: 'office',
      method: 'put',
      path: `/api/${name}/{id}`,
      id: async () => made('office', `/${name}`, await body()),
      body: () => changed,
    },
  ])
  return [
    ...ofRecords,
    {
      who: 'resident',
      method: 'put',
      path: '/api/tenant/{id}',
      id: () => Promise.resolve(resident.id),
      body: () => ({ socialMediaAccount: 'ana' }),
      own: ['social_media_account'],
    },
    { who: 'resident', method: 'post', path: '/api/feedback', body: () => ({ rate: 4, message: 'Fine' }) },
    {
      who: 'resident',
      method: 'post',
      path: '/api/comment',
      body: async () => ({ postId: await aPostId(), comment: 'Thanks' }),
      own: ['post_id'],
    },
    {
      who: 'office',
      method: 'post',
      path: '/api/comment',
      body: async () => ({ postId: await aPostId(), comment: 'Thanks' }),
      own: ['post_id'],
    },
    {
      who: 'resident',
      method: 'post',
      path: '/api/post-analytic',
      body: async () => ({ postId: await aPostId() }),
      own: ['post_id'],
    },
    { who: 'office', method: 'put', path: '/api/post-approved/{id}', id: aPostId, body: () => ({}) },
    { who: 'superAdmin', method: 'post', path: '/api/user-admin', body: anAdmin },
    {
      who: 'superAdmin',
      method: 'put',
      path: '/api/user-admin/{id}',
      id: () => made('superAdmin', '/user-admin', anAdmin()),
      body: () => ({ name: 'Bea' }),
    },
    { who: 'resident', method: 'post', path: '/api/payment', body: slip },
    {
      who: 'office',
      method: 'post',
      path: '/api/payment',
      body: async () => ({
        ...exampleBody(moduleNamed('reservation'), new Date(), 'Asia/Manila'),
        tenantId: resident.id,
        amenityId: (await makeAmenity(portal.db)).id,
        estimatedAmount: 900,
      }),
    },
    {
      who: 'office',
      method: 'put',
      path: '/api/payment/{id}',
      id: pay,
      body: () => ({ status: 3, remarks: 'Seen.' }),
    },
    {
      who: 'office',
      method: 'post',
      path: '/api/payment/{id}/reversal',
      id: posted,
      body: () => ({ kind: 'enteredInError', remarks: 'Twice', password: TEST_PASSWORD }),
    },
    {
      who: 'office',
      method: 'post',
      path: '/api/ledger-entry',
      body: async () => ({
        tenantId: (await makeTenant(portal.db)).id,
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
        tenantIds: [(await makeTenant(portal.db)).id],
      }),
    },
    {
      who: 'resident',
      method: 'post',
      path: '/api/payment/{id}/certificate',
      id: addWithholdingFields,
      body: async () => ({ certificate: [await uploadCertificate(portal, resident)] }),
    },
    {
      who: 'office',
      method: 'put',
      path: '/api/withholding-certificate/{id}',
      id: addWithholdingFields,
      body: () => ({ status: 'received' }),
    },
    { who: 'office', method: 'post', path: '/api/bank-format', body: aFormat },
    {
      who: 'office',
      method: 'put',
      path: '/api/bank-format/{id}',
      id: () => made('office', '/bank-format', aFormat()),
      body: () => ({ dateColumn: 'Day' }),
    },
    {
      who: 'office',
      method: 'post',
      path: '/api/receipt-series',
      body: async () => {
        await goOn()
        return INVOICE_SERIES
      },
    },
    {
      who: 'office',
      method: 'post',
      path: '/api/receipt-series/{id}/confirmation',
      id: stoppedSeries,
      body: () => ({ lastPrinted: 0 }),
    },
    {
      who: 'office',
      method: 'post',
      path: '/api/receipt/{id}/replacement',
      id: voidReceipt,
      body: () => replacement,
    },
    {
      who: 'office',
      method: 'post',
      path: '/api/invoice/{id}/void',
      id: invoice,
      body: () => ({ remarks: 'Charged twice' }),
    },
    {
      who: 'office',
      method: 'post',
      path: '/api/cash-close',
      body: async () => {
        const cash = { tenantId: (await makeTenant(portal.db)).id, type: 4, amountPaid: 10 }
        await (await portal.as('admin', { name: 'Cashier' })).post('/counter-payment', cash)
        return { counted: 0, expected: 10, remarks: 'Ten missing' }
      },
    },
    // after the closes: who took cash cannot close
    {
      who: 'office',
      method: 'post',
      path: '/api/counter-payment',
      body: () => ({ tenantId: neighbour.id, type: 4, amountPaid: 10, confirmedDuplicate: true }),
    },
    { who: 'resident', method: 'post', path: '/api/payment-dragonpay', body: online },
    { who: 'resident', method: 'post', path: '/api/payment-aqwire', body: online },
    { who: 'resident', method: 'put', path: '/api/client-notif-read-ids', body: () => ({ ids: '' }) },
    { who: 'office', method: 'put', path: '/api/admin-notif-read-ids', body: () => ({ ids: '' }) },
    {
      who: 'office',
      method: 'post',
      path: '/api/system-parameter-setting',
      body: () => ({ services: [{ type: 'gatePass', status: 1, amount: 5000 }] }),
    },
    {
      who: 'superAdmin',
      method: 'post',
      path: '/api/website-settings',
      body: () => ({ settings: [{ name: 'websiteName', value: 'Tahanan' }] }),
    },
    { who: 'superAdmin', method: 'post', path: '/api/bank-account', body: () => aBankAccount },
    {
      who: 'superAdmin',
      method: 'put',
      path: '/api/bank-account/{id}',
      id: () => made('superAdmin', '/bank-account', aBankAccount),
      body: () => ({ position: 2 }),
    },
    {
      who: 'superAdmin',
      method: 'post',
      path: '/api/terms-and-conditions',
      body: () => ({ content: aDocument('Be kind.') }),
    },
  ]
}

export const writingCalls = (): WritingCall[] => [...ticketCases(), ...otherCases()]
