import {
  filesOf,
  importsOf,
  newUniqId,
  soaCsv,
  statementPdf,
  webClientCsv,
} from '@tahanan/server/features/imports/testing.ts'
import { booksOf } from '@tahanan/server/features/ledger/testing.ts'
import type { LoggedIn } from '@tahanan/server/testing/callers.ts'
import { uploadFile } from '@tahanan/server/testing/uploads.ts'
import { may, mayWithAll, type Entries, type Who } from '../entry.ts'
import { uniqueCode, type TestAccounts } from '../test-accounts.ts'

const LOOKERS: Who = { administrators: may('utilities.importDataFromPromis') }
const IMPORTERS: Who = { administrators: mayWithAll('utilities.importDataFromPromis', 'utilities.add') }

/** A prepared import of one new tenant, and of a row that is refused. */
async function preparedImport({ portal, office }: TestAccounts) {
  const code = uniqueCode('IMP')
  const { uniqId, status, body } = await importsOf(portal, office).prepare({
    soa: soaCsv([{ urefno: code }]),
    webClient: webClientCsv([
      { urefno: code, uothdep: '1,250.00' },
      { urefno: `${code}-BAD`, uothdep: 'a lot' },
    ]),
  })
  if (status !== 201) throw new Error(JSON.stringify(body))
  return { path: { uniqId }, code }
}

/** An import that was saved last. */
async function savedImport(cast: TestAccounts) {
  const { path } = await preparedImport(cast)
  const { status } = await importsOf(cast.portal, cast.office).save(path.uniqId)
  if (status !== 200) throw new Error(`Saving was answered ${status}.`)
  return { path }
}

/** A prepared import with a payment that came since its statement. */
async function importWithPayment(cast: TestAccounts) {
  const { portal, office } = cast
  const resident = await portal.as('client')
  const urefno = resident.account.clientCode
  await booksOf(portal, office).pay(resident, 5)
  const { prepare, lines } = importsOf(portal, office)
  const { uniqId } = await prepare(filesOf({ [urefno]: '9' }, '2026-01-31'))
  const [row] = await lines(uniqId)
  return { path: { uniqId, entryId: row?.entries[0]?.id ?? 0 }, body: { inStatement: true } }
}

/** A prepared import with a payment of before its statement, which a closed batch holds. */
async function importWithBatch(cast: TestAccounts) {
  const { portal, office } = cast
  const resident = await portal.as('client')
  const id = await booksOf(portal, office).pay(resident, 5)
  const { body } = await office.post<{ number: number }>('/payfile-batch', { payments: { ids: [id] } })
  const { prepare } = importsOf(portal, office)
  const { uniqId } = await prepare(filesOf({ [resident.account.clientCode]: '9' }, '2026-03-31'))
  return { uniqId, key: `batch-${body.number}` }
}

/** The files as the caller uploaded them. */
async function newImport({ portal }: TestAccounts, me: LoggedIn) {
  const csv = webClientCsv([{ urefno: uniqueCode('IMP'), uothdep: '900.00' }])
  const webClientFile = await uploadFile(portal, me, 'soa/csv', Buffer.from(csv), 'webclient.csv')
  return { uniqId: newUniqId(), webClientFile, webClientFileName: 'webclient.csv' }
}

function withPdf(name: string): FormData {
  const form = new FormData()
  form.append('files', new Blob([new Uint8Array(statementPdf(name))]), `${name}.pdf`)
  return form
}

/** Statement imports: one flag opens the tab, another lets upload (rules 7.19). */
export const importEntries: Entries = {
  'POST /api/statement-imports': {
    ...IMPORTERS,
    about: async (cast, me) => ({ body: await newImport(cast, me) }),
  },
  'GET /api/statement-imports': {
    ...LOOKERS,
    about: async (cast) => ({ shows: (await preparedImport(cast)).path.uniqId }),
  },
  'GET /api/statement-imports/{uniqId}': {
    ...LOOKERS,
    about: async (cast) => {
      const { path } = await preparedImport(cast)
      return { path, shows: path.uniqId }
    },
  },
  'GET /api/statement-imports/{uniqId}/rows': {
    ...LOOKERS,
    about: async (cast) => {
      const { path, code } = await preparedImport(cast)
      return { path, shows: code }
    },
  },
  'GET /api/statement-imports/{uniqId}/refused': {
    ...LOOKERS,
    about: async (cast) => {
      const { path, code } = await preparedImport(cast)
      return { path, shows: `${code}-BAD` }
    },
  },
  'DELETE /api/statement-imports/{uniqId}': { ...IMPORTERS, about: preparedImport },
  'DELETE /api/statement-import/{uniqId}': { ...IMPORTERS, about: savedImport },
  'GET /api/statement-imports/{uniqId}/pdfs': {
    ...LOOKERS,
    about: async (cast) => {
      const { path, code } = await preparedImport(cast)
      return { path, query: { kind: 'missing' }, shows: code }
    },
  },
  'POST /api/statement-imports/{uniqId}/pdfs': {
    ...IMPORTERS,
    answers: 200,
    about: async (cast) => {
      const { path, code } = await preparedImport(cast)
      return { path, form: withPdf(code) }
    },
  },
  'GET /api/statement-imports/{uniqId}/exports': {
    ...LOOKERS,
    about: async (cast) => {
      const { uniqId, key } = await importWithBatch(cast)
      return { path: { uniqId }, shows: key }
    },
  },
  'PUT /api/statement-imports/{uniqId}/exports/{key}': {
    ...IMPORTERS,
    about: async (cast) => ({ path: await importWithBatch(cast), body: { inStatement: true } }),
  },
  'PUT /api/statement-imports/{uniqId}/entries/{entryId}': { ...IMPORTERS, about: importWithPayment },
  'PUT /api/tenant-soa-info': {
    ...IMPORTERS,
    about: async (cast) => ({ body: { uniqId: (await preparedImport(cast)).path.uniqId } }),
  },
}
