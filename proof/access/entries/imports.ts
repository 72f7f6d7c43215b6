import {
  createImportFiles,
  createImportCalls,
  createUniqId,
  createSoaCsv,
  createStatementPdf,
  createWebClientCsv,
} from '@tahanan/server/features/imports/testing.ts'
import { createLedgerCalls } from '@tahanan/server/features/ledger/testing.ts'
import type { LoggedInCaller } from '@tahanan/server/testing/callers.ts'
import { uploadFile } from '@tahanan/server/testing/uploads.ts'
import { withAnyFlag, withAllFlags, type AccessCases, type AllowedCallers } from '../access-case.ts'
import { createUniqueCode, type TestAccounts } from '../test-accounts.ts'

const IMPORT_VIEWERS: AllowedCallers = { administrators: withAnyFlag('utilities.importDataFromPromis') }
const IMPORTERS: AllowedCallers = {
  administrators: withAllFlags('utilities.importDataFromPromis', 'utilities.add'),
}

async function prepareImport({ portal, office }: TestAccounts) {
  const code = createUniqueCode('IMP')
  const { uniqId, status, body } = await createImportCalls(portal, office).prepare({
    soa: createSoaCsv([{ urefno: code }]),
    webClient: createWebClientCsv([
      { urefno: code, uothdep: '1,250.00' },
      { urefno: `${code}-BAD`, uothdep: 'a lot' },
    ]),
  })
  if (status !== 201) throw new Error(JSON.stringify(body))
  return { path: { uniqId }, code }
}

async function prepareSavedImport(accounts: TestAccounts) {
  const { path } = await prepareImport(accounts)
  const { status } = await createImportCalls(accounts.portal, accounts.office).save(path.uniqId)
  if (status !== 200) throw new Error(`not saved: ${status}`)
  return { path }
}

async function prepareImportWithPayment(accounts: TestAccounts) {
  const { portal, office } = accounts
  const resident = await portal.as('client')
  const urefno = resident.account.clientCode
  await createLedgerCalls(portal, office).pay(resident, 5)
  const { prepare, lines } = createImportCalls(portal, office)
  const { uniqId } = await prepare(createImportFiles({ [urefno]: '9' }, '2026-01-31'))
  const [row] = await lines(uniqId)
  return { path: { uniqId, entryId: row?.entries[0]?.id ?? 0 }, body: { inStatement: true } }
}

async function prepareImportWithBatch(accounts: TestAccounts) {
  const { portal, office } = accounts
  const resident = await portal.as('client')
  const id = await createLedgerCalls(portal, office).pay(resident, 5)
  const { body } = await office.post<{ number: number }>('/payfile-batch', { payments: { ids: [id] } })
  const { prepare } = createImportCalls(portal, office)
  const { uniqId } = await prepare(createImportFiles({ [resident.account.clientCode]: '9' }, '2026-03-31'))
  return { uniqId, key: `batch-${body.number}` }
}

async function uploadImport({ portal }: TestAccounts, me: LoggedInCaller) {
  const csv = createWebClientCsv([{ urefno: createUniqueCode('IMP'), uothdep: '900.00' }])
  const webClientFile = await uploadFile(portal, me, 'soa/csv', Buffer.from(csv), 'webclient.csv')
  return { uniqId: createUniqId(), webClientFile, webClientFileName: 'webclient.csv' }
}

function createPdfForm(name: string): FormData {
  const form = new FormData()
  form.append('files', new Blob([new Uint8Array(createStatementPdf(name))]), `${name}.pdf`)
  return form
}

/** Expected access to statement imports. An import needs one permission more than viewing (rules 7.19). */
export const importCases: AccessCases = {
  'POST /api/statement-imports': {
    ...IMPORTERS,
    prepare: async (accounts, me) => ({ body: await uploadImport(accounts, me) }),
  },
  'GET /api/statement-imports': {
    ...IMPORT_VIEWERS,
    prepare: async (accounts) => ({ expectedText: (await prepareImport(accounts)).path.uniqId }),
  },
  'GET /api/statement-imports/{uniqId}': {
    ...IMPORT_VIEWERS,
    prepare: async (accounts) => {
      const { path } = await prepareImport(accounts)
      return { path, expectedText: path.uniqId }
    },
  },
  'GET /api/statement-imports/{uniqId}/rows': {
    ...IMPORT_VIEWERS,
    prepare: async (accounts) => {
      const { path, code } = await prepareImport(accounts)
      return { path, expectedText: code }
    },
  },
  'GET /api/statement-imports/{uniqId}/refused': {
    ...IMPORT_VIEWERS,
    prepare: async (accounts) => {
      const { path, code } = await prepareImport(accounts)
      return { path, expectedText: `${code}-BAD` }
    },
  },
  'DELETE /api/statement-imports/{uniqId}': { ...IMPORTERS, prepare: prepareImport },
  'DELETE /api/statement-import/{uniqId}': { ...IMPORTERS, prepare: prepareSavedImport },
  'GET /api/statement-imports/{uniqId}/pdfs': {
    ...IMPORT_VIEWERS,
    prepare: async (accounts) => {
      const { path, code } = await prepareImport(accounts)
      return { path, query: { kind: 'missing' }, expectedText: code }
    },
  },
  'POST /api/statement-imports/{uniqId}/pdfs': {
    ...IMPORTERS,
    expectedStatus: 200,
    prepare: async (accounts) => {
      const { path, code } = await prepareImport(accounts)
      return { path, form: createPdfForm(code) }
    },
  },
  'GET /api/statement-imports/{uniqId}/exports': {
    ...IMPORT_VIEWERS,
    prepare: async (accounts) => {
      const { uniqId, key } = await prepareImportWithBatch(accounts)
      return { path: { uniqId }, expectedText: key }
    },
  },
  'PUT /api/statement-imports/{uniqId}/exports/{key}': {
    ...IMPORTERS,
    prepare: async (accounts) => ({
      path: await prepareImportWithBatch(accounts),
      body: { inStatement: true },
    }),
  },
  'PUT /api/statement-imports/{uniqId}/entries/{entryId}': {
    ...IMPORTERS,
    prepare: prepareImportWithPayment,
  },
  'PUT /api/tenant-soa-info': {
    ...IMPORTERS,
    prepare: async (accounts) => ({ body: { uniqId: (await prepareImport(accounts)).path.uniqId } }),
  },
}
