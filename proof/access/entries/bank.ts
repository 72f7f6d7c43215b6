import { toBankCsv, createBankCalls, TEST_BANK } from '@tahanan/server/features/bank-matching/testing.ts'
import { getDayFromNow } from '@tahanan/server/features/ledger/testing.ts'
import { payByDeposit } from '@tahanan/server/features/posting/testing.ts'
import type { LoggedInCaller } from '@tahanan/server/testing/callers.ts'
import { uploadFile } from '@tahanan/server/testing/uploads.ts'
import { withAnyFlag, type AccessCases } from '../access-case.ts'
import type { TestAccounts } from '../test-accounts.ts'

const READERS = { administrators: withAnyFlag('payments.view') }
const MATCHERS = { administrators: withAnyFlag('payments.verify') }
let counter = 0

async function createBankLine(
  accounts: TestAccounts,
): Promise<{ id: number; reference: string; amount: number }> {
  const reference = `LINE${(counter += 1)}`
  const amount = 7000 + counter
  const bankCalls = await createBankCalls(accounts.portal, accounts.office)
  await bankCalls.importRows([{ date: getDayFromNow(0), amount, reference }])
  return { id: (await bankCalls.findLine(reference)).id, reference, amount }
}
async function createBankImport({ portal, office }: TestAccounts): Promise<number> {
  const row = { date: getDayFromNow(0), amount: 1, reference: `FILE${(counter += 1)}` }
  return (await (await createBankCalls(portal, office)).importRows([row])).body.id
}
const prepareBankLineCall = async (accounts: TestAccounts) => ({
  path: { id: (await createBankLine(accounts)).id },
})
const createBankFormat = async ({ portal, office }: TestAccounts) =>
  (await createBankCalls(portal, office)).formatId
const createFormatBody = () => ({ ...TEST_BANK, name: `Bank ${(counter += 1)}` })

async function createLineAndPayment(accounts: TestAccounts): Promise<{ lineId: number; paymentId: number }> {
  const { id: lineId, amount } = await createBankLine(accounts)
  return {
    lineId,
    paymentId: (await payByDeposit(accounts.portal, accounts.owner, { amountPaid: amount })).id,
  }
}
async function createMatchedLine(accounts: TestAccounts): Promise<number> {
  const matchPair = await createLineAndPayment(accounts)
  await accounts.office.post('/bank-matches', { pairs: [matchPair] })
  return matchPair.lineId
}
const uploadBankFile = ({ portal }: TestAccounts, me: LoggedInCaller) =>
  uploadFile(
    portal,
    me,
    'bankfiles',
    Buffer.from(toBankCsv([{ date: getDayFromNow(0), amount: 1, reference: `FILE${(counter += 1)}` }])),
  )

/** Expected access to the routes of bank matching (rules 21.1). */
export const bankCases: AccessCases = {
  'GET /api/bank-formats': {
    ...MATCHERS,
    prepare: async (accounts) => ({ expectedText: `"id":${await createBankFormat(accounts)},` }),
  },
  'POST /api/bank-format': { ...MATCHERS, prepare: () => ({ body: createFormatBody() }) },
  'PUT /api/bank-format/{id}': {
    ...MATCHERS,
    prepare: async (accounts) => ({
      path: { id: await createBankFormat(accounts) },
      body: createFormatBody(),
    }),
  },
  'DELETE /api/bank-format/{id}': {
    ...MATCHERS,
    prepare: async (accounts) => ({ path: { id: await createBankFormat(accounts) } }),
  },
  'GET /api/bank-imports': {
    ...READERS,
    prepare: async (accounts) => {
      await createBankLine(accounts)
      return { expectedText: 'bank.csv' }
    },
  },
  'POST /api/bank-import': {
    ...MATCHERS,
    prepare: async (accounts, me) => ({
      body: { file: await uploadBankFile(accounts, me), formatId: await createBankFormat(accounts) },
    }),
  },
  'GET /api/bank-import/{id}': {
    ...READERS,
    prepare: async (accounts) => ({
      path: { id: await createBankImport(accounts) },
      expectedText: 'bank.csv',
    }),
  },
  'DELETE /api/bank-import/{id}': {
    ...MATCHERS,
    prepare: async (accounts) => ({ path: { id: await createBankImport(accounts) } }),
  },
  'GET /api/bank-lines': {
    ...READERS,
    prepare: async (accounts) => ({ expectedText: (await createBankLine(accounts)).reference }),
  },
  'GET /api/bank-line/{id}': {
    ...READERS,
    prepare: async (accounts) => {
      const { id, reference } = await createBankLine(accounts)
      return { path: { id }, expectedText: reference }
    },
  },
  'GET /api/bank-line/{id}/payments': {
    ...MATCHERS,
    prepare: async (accounts) => {
      const { lineId, paymentId } = await createLineAndPayment(accounts)
      return { path: { id: lineId }, expectedText: `"id":${paymentId},` }
    },
  },
  'GET /api/bank-unmatched': {
    ...READERS,
    prepare: async (accounts) => ({
      query: { from: getDayFromNow(-1), to: getDayFromNow(1) },
      expectedText: (await createBankLine(accounts)).reference,
    }),
  },
  'GET /api/bank-unmatched/pdf': {
    ...READERS,
    prepare: () => ({ query: { from: getDayFromNow(-1), to: getDayFromNow(1) }, expectedText: '%PDF' }),
  },
  'POST /api/bank-matching': {
    ...MATCHERS,
    expectedStatus: 200,
    prepare: async (accounts) => {
      const { reference, amount } = await createBankLine(accounts)
      const transactionDate = `${getDayFromNow(-1)} 09:00:00`
      await payByDeposit(accounts.portal, accounts.owner, {
        amountPaid: amount,
        transactionDate,
        bankReference: reference,
      })
      return {}
    },
  },
  'POST /api/bank-matches': {
    ...MATCHERS,
    expectedStatus: 200,
    prepare: async (accounts) => ({ body: { pairs: [await createLineAndPayment(accounts)] } }),
  },
  'DELETE /api/bank-match/{id}': {
    ...MATCHERS,
    prepare: async (accounts) => ({ path: { id: await createMatchedLine(accounts) } }),
  },
  'POST /api/bank-line/{id}/aside': {
    ...MATCHERS,
    expectedStatus: 200,
    prepare: async (accounts) => ({
      ...(await prepareBankLineCall(accounts)),
      body: { remarks: 'Interest' },
    }),
  },
  'POST /api/bank-line/{id}/payment': {
    ...MATCHERS,
    prepare: async (accounts) => ({
      ...(await prepareBankLineCall(accounts)),
      body: { tenantId: accounts.owner.id },
    }),
  },
}
