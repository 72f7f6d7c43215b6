import { formOf } from '@tahanan/server/features/gateways/testing/dragonpay-server.ts'
import { begin, returnBody } from '@tahanan/server/features/gateways/testing/paying.ts'
import type { Entries, Entry } from '../entry.ts'
import type { TestAccounts } from '../test-accounts.ts'

const newPayment = { email: 'ana@condo.ph', amountPaid: 1500 }

/** Lets Dragonpay call a payment paid that the resident began, and returns its callback. */
async function paidAtDragonpay({ dragonpay, owner }: TestAccounts) {
  const { txnId } = await begin(owner, 'dragonpay')
  Object.assign(dragonpay.transactions.get(txnId)!, { Status: 'S' })
  return dragonpay.callback(txnId)
}
/** Begins a payment at AQWire and pays it there; AQWire is asked again. */
async function paidAtAqwire({ aqwire, owner }: TestAccounts) {
  const { txnId, id } = await begin(owner, 'aqwire')
  return { id, ...aqwire.pay(txnId) }
}

/** Anybody whose digest is right may call; refusals are tested in server/features/gateways/. */
const BY_DIGEST: Entry = { open: true, answers: 200, changes: true }
/** A return that somebody else brought is kept, for whoever looks into it. */
const KEPT = { leaves: ['gateway_messages'] } as const

/** Paying online (rules 8.11, 8.14). */
export const gatewayEntries: Entries = {
  'GET /api/payment-methods': { residents: 'all' },
  'POST /api/payment-dragonpay': { residents: 'all', about: () => ({ body: newPayment }) },
  'POST /api/payment-aqwire': { residents: 'all', about: () => ({ body: newPayment }) },
  'PUT /api/payment-dragonpay/{txnId}': {
    residents: 'owner',
    ...KEPT,
    about: async (cast) => {
      const fields = await paidAtDragonpay(cast)
      return { path: { txnId: fields.txnid ?? '' }, body: returnBody(fields) }
    },
  },
  'PUT /api/payment-aqwire/{paymentId}': {
    residents: 'owner',
    ...KEPT,
    about: async (cast) => {
      const { id } = await paidAtAqwire(cast)
      return { path: { paymentId: id }, body: { paymentId: id, status: 2, outsourceStatus: 'S' } }
    },
  },
  'GET /api/gateways/dragonpay/postback': {
    ...BY_DIGEST,
    about: async (cast) => ({ query: await paidAtDragonpay(cast) }),
  },
  'POST /api/gateways/dragonpay/postback': {
    ...BY_DIGEST,
    about: async (cast) => ({
      raw: { type: 'application/x-www-form-urlencoded', payload: formOf(await paidAtDragonpay(cast)) },
    }),
  },
  'POST /api/gateways/aqwire/webhook': {
    ...BY_DIGEST,
    about: async (cast) => {
      const { transactionId } = await paidAtAqwire(cast)
      const { body, sign } = cast.aqwire.webhook({ status: 'SUCCESS', data: { transactionId } })
      return { query: { sign }, raw: { type: 'application/json', payload: body } }
    },
  },
}
