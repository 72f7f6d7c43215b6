import { createLedgerCalls } from '@tahanan/server/features/ledger/testing.ts'
import { INVOICE_SERIES, createVoidReceipt, createSeries } from '@tahanan/server/features/receipts/testing.ts'
import { withAnyFlag, type AccessCases, type AllowedCallers } from '../access-case.ts'
import { createUniqueCode, type TestAccounts } from '../test-accounts.ts'

const READERS: AllowedCallers = { administrators: withAnyFlag('payments.view') }
const SERIES_OPENERS: AllowedCallers = { administrators: withAnyFlag('payments.series') }
const createUniquePrefix = () => `${createUniqueCode('SI').toUpperCase()}-`

async function openSeries({ portal, office }: TestAccounts): Promise<number> {
  await portal.db.updateTable('number_series').set({ restored_at: null }).execute()
  return createSeries(office, { prefix: createUniquePrefix() })
}

const createCharge = ({ portal, office, owner }: TestAccounts) =>
  createLedgerCalls(portal, office).charge(owner)

async function createInvoice(accounts: TestAccounts): Promise<number> {
  await openSeries(accounts)
  const { body } = await accounts.office.post<{ id: number }>('/invoice', {
    entryId: await createCharge(accounts),
  })
  return body.id
}

export const receiptCases: AccessCases = {
  'GET /api/receipt-series': {
    ...READERS,
    prepare: async (accounts) => {
      await openSeries(accounts)
      return { expectedText: INVOICE_SERIES.permit }
    },
  },
  'POST /api/receipt-series': {
    ...SERIES_OPENERS,
    prepare: () => ({ body: { ...INVOICE_SERIES, prefix: createUniquePrefix() } }),
  },
  'POST /api/receipt-series/{id}/confirmation': {
    ...SERIES_OPENERS,
    expectedStatus: 200,
    prepare: async (accounts) => {
      const id = await openSeries(accounts)
      await accounts.portal.db
        .updateTable('number_series')
        .set({ restored_at: new Date() })
        .where('id', '=', id)
        .execute()
      return { path: { id }, body: { lastPrinted: 2 } }
    },
  },
  'GET /api/receipt-register': {
    ...READERS,
    prepare: async (accounts) => {
      await createInvoice(accounts)
      const { id } = await accounts.portal.db
        .selectFrom('number_series')
        .select('id')
        .where('kind', '=', 'invoice')
        .where('closed_at', 'is', null)
        .executeTakeFirstOrThrow()
      return { query: { seriesId: id }, expectedText: '"isInvoice":true' }
    },
  },
  'GET /api/receipt-register/pdf': {
    ...READERS,
    prepare: async (accounts) => ({ query: { seriesId: await openSeries(accounts) }, expectedText: '%PDF' }),
  },
  'POST /api/invoice': {
    administrators: withAnyFlag('payments.charge'),
    prepare: async (accounts) => {
      await openSeries(accounts)
      return { body: { entryId: await createCharge(accounts) } }
    },
  },
  'GET /api/invoice/{id}': {
    residents: 'owner',
    administrators: withAnyFlag('billings.view', 'payments.view'),
    prepare: async (accounts) => ({ path: { id: await createInvoice(accounts) } }),
  },
  'POST /api/receipt/{id}/replacement': {
    administrators: withAnyFlag('payments.series', 'payments.reverse'),
    expectedStatus: 200,
    prepare: async ({ portal, office, owner }) => {
      await portal.db.updateTable('number_series').set({ restored_at: null }).execute()
      const { id, body } = await createVoidReceipt(portal, office, owner)
      return { path: { id }, body }
    },
  },
  'POST /api/invoice/{id}/void': {
    administrators: withAnyFlag('payments.series', 'payments.charge'),
    expectedStatus: 200,
    prepare: async (accounts) => ({
      path: { id: await createInvoice(accounts) },
      body: { remarks: 'Charged twice' },
    }),
  },
}
