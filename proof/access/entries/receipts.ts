import { booksOf } from '@tahanan/server/features/ledger/testing.ts'
import { INVOICE_SERIES, makeVoidReceipt, openSeriesBy } from '@tahanan/server/features/receipts/testing.ts'
import { may, type Entries, type Who } from '../entry.ts'
import { uniqueCode, type TestAccounts } from '../test-accounts.ts'

const READERS: Who = { administrators: may('payments.view') }
const OPENERS: Who = { administrators: may('payments.series') }
const prefix = () => `${uniqueCode('SI').toUpperCase()}-`

/** A series of invoices that issues. */
async function aSeries({ portal, office }: TestAccounts): Promise<number> {
  await portal.db.updateTable('number_series').set({ restored_at: null }).execute()
  return openSeriesBy(office, { prefix: prefix() })
}

const aCharge = ({ portal, office, owner }: TestAccounts) => booksOf(portal, office).charge(owner)

async function anInvoice(cast: TestAccounts): Promise<number> {
  await aSeries(cast)
  const { body } = await cast.office.post<{ id: number }>('/invoice', { entryId: await aCharge(cast) })
  return body.id
}

/** Series, register and invoices (rules 18). */
export const receiptEntries: Entries = {
  'GET /api/receipt-series': {
    ...READERS,
    about: async (cast) => {
      await aSeries(cast)
      return { shows: INVOICE_SERIES.permit }
    },
  },
  'POST /api/receipt-series': {
    ...OPENERS,
    about: () => ({ body: { ...INVOICE_SERIES, prefix: prefix() } }),
  },
  'POST /api/receipt-series/{id}/confirmation': {
    ...OPENERS,
    answers: 200,
    about: async (cast) => {
      const id = await aSeries(cast)
      await cast.portal.db
        .updateTable('number_series')
        .set({ restored_at: new Date() })
        .where('id', '=', id)
        .execute()
      return { path: { id }, body: { lastPrinted: 2 } }
    },
  },
  'GET /api/receipt-register': {
    ...READERS,
    about: async (cast) => {
      await anInvoice(cast)
      const { id } = await cast.portal.db
        .selectFrom('number_series')
        .select('id')
        .where('kind', '=', 'invoice')
        .where('closed_at', 'is', null)
        .executeTakeFirstOrThrow()
      return { query: { seriesId: id }, shows: '"isInvoice":true' }
    },
  },
  'GET /api/receipt-register/pdf': {
    ...READERS,
    about: async (cast) => ({ query: { seriesId: await aSeries(cast) }, shows: '%PDF' }),
  },
  'POST /api/invoice': {
    administrators: may('payments.charge'),
    about: async (cast) => {
      await aSeries(cast)
      return { body: { entryId: await aCharge(cast) } }
    },
  },
  'GET /api/invoice/{id}': {
    residents: 'owner',
    administrators: may('billings.view', 'payments.view'),
    about: async (cast) => ({ path: { id: await anInvoice(cast) } }),
  },
  'POST /api/receipt/{id}/replacement': {
    administrators: may('payments.series', 'payments.reverse'),
    answers: 200,
    about: async ({ portal, office, owner }) => {
      await portal.db.updateTable('number_series').set({ restored_at: null }).execute()
      const { id, body } = await makeVoidReceipt(portal, office, owner)
      return { path: { id }, body }
    },
  },
  'POST /api/invoice/{id}/void': {
    administrators: may('payments.series', 'payments.charge'),
    answers: 200,
    about: async (cast) => ({ path: { id: await anInvoice(cast) }, body: { remarks: 'Charged twice' } }),
  },
}
