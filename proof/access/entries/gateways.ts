import { toForm } from '@tahanan/server/features/gateways/testing/dragonpay-server.ts'
import { startTestPayment, toReturnBody } from '@tahanan/server/features/gateways/testing/paying-portal.ts'
import type { AccessCases, AccessCase } from '../access-case.ts'
import type { TestAccounts } from '../test-accounts.ts'

const NEW_PAYMENT = { email: 'ana@condo.ph', amountPaid: 1500 }

async function payAtDragonpay({ dragonpay, owner }: TestAccounts) {
  const { txnId } = await startTestPayment(owner, 'dragonpay')
  Object.assign(dragonpay.transactions.get(txnId)!, { Status: 'S' })
  return dragonpay.callback(txnId)
}
async function payAtAqwire({ aqwire, owner }: TestAccounts) {
  const { txnId, id } = await startTestPayment(owner, 'aqwire')
  return { id, ...aqwire.pay(txnId) }
}

/**
 * The payment gateway makes these calls without a session; a digest in the body proves that they are real.
 * server/features/gateways/ tests wrong digests.
 */
const DIGEST_CALLBACK_CASE: AccessCase = { isPublic: true, expectedStatus: 200, changes: true }
/**
 * If another resident reports this payment, the call is refused but stored, because the office must see the
 * attempt.
 */
const REFUSED_RETURN_WRITES = { tablesWrittenOnRefusal: ['gateway_messages'] } as const

/** Expected access to online payments (rules 8.11, 8.14). */
export const gatewayCases: AccessCases = {
  'GET /api/payment-methods': { residents: 'all' },
  'POST /api/payment-dragonpay': { residents: 'all', prepare: () => ({ body: NEW_PAYMENT }) },
  'POST /api/payment-aqwire': { residents: 'all', prepare: () => ({ body: NEW_PAYMENT }) },
  'PUT /api/payment-dragonpay/{txnId}': {
    residents: 'owner',
    ...REFUSED_RETURN_WRITES,
    prepare: async (accounts) => {
      const callbackFields = await payAtDragonpay(accounts)
      return { path: { txnId: callbackFields.txnid ?? '' }, body: toReturnBody(callbackFields) }
    },
  },
  'PUT /api/payment-aqwire/{paymentId}': {
    residents: 'owner',
    ...REFUSED_RETURN_WRITES,
    prepare: async (accounts) => {
      const { id } = await payAtAqwire(accounts)
      return { path: { paymentId: id }, body: { paymentId: id, status: 2, outsourceStatus: 'S' } }
    },
  },
  'GET /api/gateways/dragonpay/postback': {
    ...DIGEST_CALLBACK_CASE,
    prepare: async (accounts) => ({ query: await payAtDragonpay(accounts) }),
  },
  'POST /api/gateways/dragonpay/postback': {
    ...DIGEST_CALLBACK_CASE,
    prepare: async (accounts) => ({
      raw: { type: 'application/x-www-form-urlencoded', payload: toForm(await payAtDragonpay(accounts)) },
    }),
  },
  'POST /api/gateways/aqwire/webhook': {
    ...DIGEST_CALLBACK_CASE,
    prepare: async (accounts) => {
      const { transactionId } = await payAtAqwire(accounts)
      const { body, sign } = accounts.aqwire.webhook({ status: 'SUCCESS', data: { transactionId } })
      return { query: { sign }, raw: { type: 'application/json', payload: body } }
    },
  },
}
