import { EXAMPLE_BANK_FORMATS } from '@tahanan/contract/billing/bank.ts'
import { bankCsv, bankOf } from '@tahanan/server/features/bank-matching/testing.ts'
import { dayFromNow } from '@tahanan/server/features/ledger/testing.ts'
import { deposit } from '@tahanan/server/features/posting/testing.ts'
import type { LoggedIn } from '@tahanan/server/testing/callers.ts'
import { uploadFile } from '@tahanan/server/testing/uploads.ts'
import { may, type Entries } from '../entry.ts'
import type { TestAccounts } from '../test-accounts.ts'

const READERS = { administrators: may('payments.view') }
const MATCHERS = { administrators: may('payments.verify') }
let counted = 0

/** A line of an amount that no other has, by the office. */
async function aLine(cast: TestAccounts): Promise<{ id: number; reference: string; amount: number }> {
  const reference = `LINE${(counted += 1)}`
  const amount = 7000 + counted
  const bank = await bankOf(cast.portal, cast.office)
  await bank.importRows([{ date: dayFromNow(0), amount, reference }])
  return { id: (await bank.line(reference)).id, reference, amount }
}
const itsPath = async (cast: TestAccounts) => ({ path: { id: (await aLine(cast)).id } })
const aFormat = async ({ portal, office }: TestAccounts) => (await bankOf(portal, office)).formatId
const format = () => ({ ...EXAMPLE_BANK_FORMATS[0], name: `Bank ${(counted += 1)}` })

async function aPair(cast: TestAccounts): Promise<{ lineId: number; paymentId: number }> {
  const { id: lineId, amount } = await aLine(cast)
  return { lineId, paymentId: (await deposit(cast.portal, cast.owner, { amountPaid: amount })).id }
}
async function aMatched(cast: TestAccounts): Promise<number> {
  const pair = await aPair(cast)
  await cast.office.post('/bank-matches', { pairs: [pair] })
  return pair.lineId
}
const anUpload = ({ portal }: TestAccounts, me: LoggedIn) =>
  uploadFile(
    portal,
    me,
    'bankfiles',
    Buffer.from(bankCsv([{ date: dayFromNow(0), amount: 1, reference: `FILE${(counted += 1)}` }])),
  )

/** Bank matching (rules 21.1). */
export const bankEntries: Entries = {
  'GET /api/bank-formats': {
    ...MATCHERS,
    about: async (cast) => ({ shows: `"id":${await aFormat(cast)},` }),
  },
  'POST /api/bank-format': { ...MATCHERS, about: () => ({ body: format() }) },
  'PUT /api/bank-format/{id}': {
    ...MATCHERS,
    about: async (cast) => ({ path: { id: await aFormat(cast) }, body: format() }),
  },
  'DELETE /api/bank-format/{id}': {
    ...MATCHERS,
    about: async (cast) => ({ path: { id: await aFormat(cast) } }),
  },
  'GET /api/bank-imports': {
    ...READERS,
    about: async (cast) => {
      await aLine(cast)
      return { shows: 'bank.csv' }
    },
  },
  'POST /api/bank-import': {
    ...MATCHERS,
    about: async (cast, me) => ({
      body: { file: await anUpload(cast, me), formatId: await aFormat(cast) },
    }),
  },
  'GET /api/bank-lines': {
    ...READERS,
    about: async (cast) => ({ shows: (await aLine(cast)).reference }),
  },
  'GET /api/bank-line/{id}/payments': {
    ...MATCHERS,
    about: async (cast) => {
      const { lineId, paymentId } = await aPair(cast)
      return { path: { id: lineId }, shows: `"id":${paymentId},` }
    },
  },
  'GET /api/bank-unmatched': {
    ...READERS,
    about: async (cast) => ({
      query: { from: dayFromNow(-1), to: dayFromNow(1) },
      shows: (await aLine(cast)).reference,
    }),
  },
  'GET /api/bank-unmatched/pdf': {
    ...READERS,
    about: () => ({ query: { from: dayFromNow(-1), to: dayFromNow(1) }, shows: '%PDF' }),
  },
  'POST /api/bank-matching': {
    ...MATCHERS,
    answers: 200,
    about: async (cast) => {
      const { reference, amount } = await aLine(cast)
      const transactionDate = `${dayFromNow(-1)} 09:00:00`
      await deposit(cast.portal, cast.owner, {
        amountPaid: amount,
        transactionDate,
        bankReference: reference,
      })
      return {}
    },
  },
  'POST /api/bank-matches': {
    ...MATCHERS,
    answers: 200,
    about: async (cast) => ({ body: { pairs: [await aPair(cast)] } }),
  },
  'DELETE /api/bank-match/{id}': {
    ...MATCHERS,
    about: async (cast) => ({ path: { id: await aMatched(cast) } }),
  },
  'POST /api/bank-line/{id}/aside': {
    ...MATCHERS,
    answers: 200,
    about: async (cast) => ({ ...(await itsPath(cast)), body: { remarks: 'Interest' } }),
  },
  'POST /api/bank-line/{id}/payment': {
    ...MATCHERS,
    about: async (cast) => ({ ...(await itsPath(cast)), body: { tenantId: cast.owner.id } }),
  },
}
